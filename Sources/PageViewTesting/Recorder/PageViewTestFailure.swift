import NavigationTraces
import PageViewAutomation
import PageViewLifecycle

/// The failure of an expectation (TS-003).
///
/// The recorder throws the failure, so that both Swift Testing and XCTest show it. With a `reportFailure` closure, the recorder
/// passes the failure to the closure instead, which can mark the line of the expectation.
public struct PageViewTestFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The event and the difference from the expectation.
    let finding: String
    /// The change to make if the test is wrong and the page views are right; `nil` without advice.
    private let advice: String?
    /// The event, the difference from the expectation, and the change to make if the test is wrong.
    public var message: String { finding + (advice.map { "\n\($0)" } ?? "") }
    /// The location of the expectation.
    let location: TestLocation

    /// The module and the file of the expectation, as in `#fileID`.
    public var fileID: String { location.fileID }
    /// The path of the file, as in `#filePath`. It is a `StaticString`, because `XCTFail` requires one.
    public var filePath: StaticString { location.filePath }
    /// The line of the expectation, from 1.
    public var line: Int { location.line }
    /// The column of the expectation, from 1.
    public var column: Int { location.column }

    init(_ finding: String, advice: String? = nil, at location: TestLocation) {
        self.finding = finding
        self.advice = advice
        self.location = location
    }

    /// The location and the message.
    public var description: String { "\(location): \(message)" }
}

/// The messages of failures (TS-003).
extension PageViewRecorder {
    func mismatch(
        _ index: Int, _ expected: ExpectedPageView, _ differences: [String], _ ledger: Ledger, _ location: TestLocation
    ) -> PageViewTestFailure {
        PageViewTestFailure(
            """
            page view \(index + 1) differs from the expected one.

            \(differences.map { "  \($0)" }.joined(separator: "\n"))

              All page views so far:
            \(Text.list(ledger.pageViews, marking: index))\(unknownPages(ledger))
            """,
            advice: """

                  If this is correct, expect it:
                      try recorder.expect(\(Text.expectation(ledger.pageViews[index], like: expected)))
                """, at: location)
    }

    func missing(
        _ expected: ExpectedPageView, _ ledger: Ledger, _ location: TestLocation
    ) -> PageViewTestFailure {
        let near = ledger.unexpected.first { $0.page.name == expected.page }
        if let near {
            // A page view of the expected page is the closest match. Its differences are more useful than a list of all page
            // views.
            return PageViewTestFailure(
                """
                expected a page view of \(expected.page), found one that differs.

                \(expected.differences(from: near).map { "  \($0)" }.joined(separator: "\n"))

                  All page views so far:
                \(Text.list(ledger.pageViews))\(unknownPages(ledger))
                """, at: location)
        }
        let before =
            ledger.pageViews.isEmpty
            ? "  The engine has emitted no page view." : "  All page views so far:\n\(Text.list(ledger.pageViews))"
        return PageViewTestFailure(
            """
            expected a page view of \(expected.page), found none.

            \(before)

              \(explanation(of: expected.page, ledger))\(unknownPages(ledger))
            """, at: location)
    }

    /// Returns the reason why a page has no page view, with the rule.
    private func explanation(of page: PageName, _ ledger: Ledger) -> String {
        let live = engine.livePages.last { $0.page.name == page }
        if let live, live.isCounted {
            return "\(page) is in front of the user and was counted: an appearance is counted once (RD-002)."
        }
        if let live {
            return remedy(for: live.component, of: page, ledger).map {
                "\(page) is in front of the user, but pending. \($0)"
            }
                ?? """
                \(page) is in front of the user, but pending: call `markReady()` of the notifier that was declared (RD-002). If the \
                test has called it, the page has got another notifier since (RD-007).
                """
        }
        let leave = ledger.leaves.last { $0.page.name == page }
        switch leave?.outcome {
        case .neverReady:
            let remedy = remedy(for: leave?.component, of: page, ledger).map { "\n  " + $0 } ?? ""
            return "\(page) was left before it was ready, so it is never counted (RD-004).\(remedy)"
        case .neverVisible: return "\(page) appeared, but never had a window in a visible scene (AP-002)."
        case .counted: return "\(page) was left; each of its appearances was counted."
        case nil:
            if let renamed = renamed(to: page, ledger) { return renamed }
            if pagesWithoutTree.contains(page) {
                return """
                    A view declared \(page) in an environment without a tree, which reports nothing: pass `PageTree.environment` \
                    down from the root of the window (DV-005).
                    """
            }
            return """
                \(page) has not been in front of the user as a page: its component must be declared, reported by `didAppear`, \
                and in a window of a scene in the foreground (AP-002).
                """
        }
    }

    /// Returns how to correct a mistake with the notifier of a component; `nil` without such a mistake.
    private func remedy(for component: ComponentID?, of page: PageName, _ ledger: Ledger) -> String? {
        let mistakes = ledger.diagnostics.filter { $0.component != nil && $0.component == component }.map(\.kind)
        if mistakes.contains(.replacedNotifier) {
            return """
                A notifier became ready after another one had replaced it. Declare one notifier for a component, and change its \
                state (RD-007).
                """
        }
        if mistakes.contains(.computedNotifier) || ledger.computedNotifiers.contains(page) {
            return """
                Its `pageViewNotifier` is another object at each access. Store it in the page: `let pageViewNotifier = …` (RD-007).
                """
        }
        return nil
    }

    /// Returns why a page has no page view although a live component declares it; `nil` if that is not the reason.
    private func renamed(to page: PageName, _ ledger: Ledger) -> String? {
        for diagnostic in ledger.diagnostics.reversed() {
            let declared = diagnostic.component.flatMap { engine.declaredPage(of: $0) }
            switch diagnostic.kind {
            case .renamedWhileCounted where declared?.name == page:
                return """
                    \(page) was declared for a component in front of the user that was already counted as another page. An \
                    appearance is counted once: make another component for another page (PV-004).
                    """
            case .replacedNotifier:
                return """
                    A notifier became ready after \(declared.map { "that of \($0.name)" } ?? "another one") had replaced it: \
                    make another component for another page, or declare one notifier and change its state (RD-007).
                    """
            default: continue
            }
        }
        return nil
    }

    /// The names in `pages:` that no page of the app has had so far, as a part of a message; empty if there are none.
    private func unknownPages(_ ledger: Ledger) -> String {
        ledger.suppliedPages.compactMap { pages in pages.unknownFinding.map { "\n\n  \(pages.location): \($0)" } }
            .joined()
    }

    /// Returns the reason why the engine emitted a page view; an empty text for `nil`.
    static func reason(for pageView: PageView?) -> String {
        guard let pageView else { return "" }
        let reason =
            switch pageView.cause {
            case .appeared: "it appeared and was ready"
            case .ready: "it was in front of the user when it became ready"
            case .attached: "it had appeared and got its window"
            case .foregrounded: "it had appeared and its scene came to the foreground"
            case .revealed: "the pages above it ended, and the policy counts that"
            case .manual: "the app recorded it by hand"
            }
        return "  \(pageView.page.name) was counted because \(reason)."
    }
}

/// Page views and values as text in failure messages (TS-003).
enum Text {
    /// Returns a page view on one line: `item (shop)  ready at 2.35 s, after home, ["price": 89]`.
    static func line(_ pageView: PageView) -> String {
        var parts = ["\(pageView.cause.rawValue) at \(seconds(pageView.countedAt))"]
        if let previous = pageView.previous { parts.append("after \(previous.page.name)") }
        if let link = pageView.deepLink { parts.append("by \(link.link.url)") }
        if !pageView.payload.isEmpty { parts.append(payload(pageView.payload.entries)) }
        return "\(pageView.page)  \(parts.joined(separator: ", "))"
    }

    /// Returns all page views, a line each, with a sign before the one at the index `marked`.
    static func list(_ pageViews: [PageView], marking marked: Int? = nil) -> String {
        pageViews.enumerated()
            .map { index, view in "  \(index == marked ? "▸" : " ") \(index + 1)  \(line(view))" }
            .joined(separator: "\n")
    }

    /// Returns a time in seconds, rounded to milliseconds.
    static func seconds(_ time: Timestamp) -> String { "\(time)" }

    /// Returns the expectation that a page view meets, as Swift code.
    static func expectation(_ pageView: PageView, like expected: ExpectedPageView) -> String {
        let page = literal(pageView.page.name.rawValue)
        var parts: [String] = []
        if let context = pageView.page.context { parts.append("context: \(literal(context.rawValue))") }
        if let previous = pageView.previous { parts.append("previous: \(literal(previous.page.name.rawValue))") }
        parts.append("cause: .\(pageView.cause.rawValue)")
        if !pageView.payload.isEmpty { parts.append("payload: \(payload(pageView.payload.entries))") }
        if expected.appearance != nil, let appearance = pageView.id.appearance {
            parts.append("appearance: \(appearance.ordinal)")
        }
        if expected.deepLink != .anything {
            parts.append("deepLink: \(pageView.deepLink.map { literal($0.link.url) } ?? "nil")")
        }
        return "ExpectedPageView(\(page), \(parts.joined(separator: ", ")))"
    }

    // MARK: Values as Swift literals

    static func payload(_ entries: [Payload.Entry]) -> String {
        entries.isEmpty
            ? "[:]" : "[\(entries.map { "\(literal($0.key)): \(value($0.value))" }.joined(separator: ", "))]"
    }

    static func value(of key: String, in payload: Payload) -> String? {
        payload[key].map { self.payload([Payload.Entry(key: key, value: $0)]) }
    }

    private static func value(_ value: AnalyticsValue) -> String {
        switch value {
        case .null: "nil"
        case .bool(let flag): "\(flag)"
        case .int(let number): "\(number)"
        case .double(let number):
            number.isNaN
                ? ".double(.nan)" : number.isInfinite ? ".double(\(number < 0 ? "-" : "").infinity)" : "\(number)"
        case .decimal(let number): ".decimal(DecimalNumber(\(literal(number.text)))!)"
        case .string(let text): literal(text)
        case .array(let values): "[\(values.map(self.value).joined(separator: ", "))]"
        case .object(let object): payload(object.entries)
        }
    }

    static func literal(_ text: String) -> String { text.debugDescription }
}
