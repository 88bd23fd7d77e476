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
    /// The choices, such as `cancelledDisappearance: continues, reveal: silent, foreground: counts after 30 s`.
    public var description: String {
        Choice.allCases.map { "\($0.rawValue): \(name(of: self[$0], $0))" }.joined(separator: ", ")
    }

    private func name(of answer: Int64?, _ choice: Choice) -> String {
        switch answer {
        case nil: choice.defaultName
        case 0: "counts"
        case let minimum?: "counts after \(Timestamp(nanoseconds: minimum))"
        }
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

extension Interaction: CustomStringConvertible {
    /// One line, such as `interaction tap: on item (shoes), at 3 s, ["row": 2]`.
    public var description: String {
        let values = properties.isEmpty ? "" : ", \(properties)"
        return "interaction \(name): \(page.map { "on \($0.page)" } ?? "on no page"), at \(time)\(values)"
    }
}
#endif
