import PageViewLifecycle

#if !hasFeature(Embedded)
// One line for each record, for logs and for `print`. Times are rounded to milliseconds.

extension EngineRecord: CustomStringConvertible {
    /// The description of the record.
    public var description: String {
        switch self {
        case .pageView(let view): view.description
        case .pageLeave(let leave): leave.description
        case .interaction(let interaction): interaction.description
        case .deepLink(let visit): visit.description
        case .currentPage(let change): change.description
        case .diagnostic(let diagnostic): diagnostic.description
        }
    }
}

extension EngineRecord.Kinds: CustomStringConvertible {
    /// The names of the kinds, such as `[pageViews, interactions]`.
    public var description: String {
        let names: [(Self, String)] = [
            (.pageViews, "pageViews"), (.pageLeaves, "pageLeaves"), (.interactions, "interactions"),
            (.deepLinks, "deepLinks"), (.currentPages, "currentPages"), (.diagnostics, "diagnostics"),
        ]
        return "[\(names.filter { contains($0.0) }.map(\.1).joined(separator: ", "))]"
    }
}

extension EnginePolicy: CustomStringConvertible {
    /// The three choices, such as `cancelledDisappearance: continues, reveal: silent, foreground: counts`.
    public var description: String {
        """
        cancelledDisappearance: \(cancelledDisappearance == .counts ? "counts" : "continues"), \
        reveal: \(reveal == .counts ? "counts" : "silent"), foreground: \(foreground == .counts ? "counts" : "silent")
        """
    }
}

extension PageView: CustomStringConvertible {
    /// One line, such as `page view 2 of item (shoes): ready at 3.1 s, after search, ["price": 89]`.
    public var description: String {
        var parts = ["\(cause.rawValue) at \(countedAt)"]
        if let previous { parts.append("after \(previous.page)") }
        if let deepLink { parts.append("by \(deepLink.link)") }
        if !payload.isEmpty { parts.append(payload.description) }
        return "page view \(sequence) of \(page): \(parts.joined(separator: ", "))"
    }
}

extension PageReference: CustomStringConvertible {
    /// The page and the identity, such as `item (shoes), component 7.1/2`.
    public var description: String { "\(page), \(id)" }
}

extension PageAppearance: CustomStringConvertible {
    /// One line, such as `item (shoes), component 7.1/2, counted, since 2.35 s`.
    public var description: String { "\(page), \(id), \(isCounted ? "counted" : "not counted"), since \(beganAt)" }
}

extension PageLeave: CustomStringConvertible {
    /// One line, such as `page leave of item (shoes): counted, at 5 s, after 2.65 s in the foreground`.
    public var description: String {
        let foreground = Timestamp.roundedSeconds(of: foregroundNanoseconds)
        let background = Timestamp.roundedSeconds(of: backgroundNanoseconds)
        let rest = backgroundNanoseconds == 0 ? "" : " and \(background) s in the background"
        return
            "page leave of \(page): \(outcome.rawValue), at \(endedAt), after \(foreground) s in the foreground\(rest)"
    }
}

extension Interaction: CustomStringConvertible {
    /// One line, such as `interaction tap: on item (shoes), at 3 s, ["row": 2]`.
    public var description: String {
        let values = properties.isEmpty ? "" : ", \(properties)"
        return "interaction \(name): \(page.map { "on \($0.page)" } ?? "on no page"), at \(time)\(values)"
    }
}

extension DeepLink: CustomStringConvertible {
    /// The link and, if it is known, the app that opened it: `app://item/42 from mail`.
    public var description: String { source.map { "\(url) from \($0)" } ?? url }
}

extension DeepLinkVisit: CustomStringConvertible {
    /// One line, such as `deep link app://item/42 from mail: on search, at 3 s`.
    public var description: String {
        "deep link \(link): \(referrer.map { "on \($0.page)" } ?? "before any page"), at \(time)"
    }
}

extension CurrentPageChange: CustomStringConvertible {
    /// One line, such as `current page of scene 0: item (shoes), at 3 s`.
    public var description: String { "current page of \(scene): \(page.map { "\($0.page)" } ?? "none"), at \(time)" }
}
#endif
