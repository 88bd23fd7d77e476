import NavigationTraces
import PageViewAutomation
import PageViewLifecycle

/// The failure of an expectation (TS-003).
///
/// The recorder throws the failure, so that both Swift Testing and XCTest show it. With a `reportFailure` closure, the recorder
/// passes the failure to the closure instead, which can mark the line of the expectation.
public struct PageViewTestFailure: Error, Sendable, CustomStringConvertible {
    let finding: String
    /// The change to make if the test is wrong and the page views are right; `nil` without advice.
    private let advice: String?
    /// The event, the difference from the expectation, and the change to make if the test is wrong.
    public var message: String { finding + (advice.map { "\n\($0)" } ?? "") }
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
        (self.finding, self.advice, self.location) = (finding, advice, location)
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
            \(Text.list(ledger.pageViews, marking: index))\(causes(of: ledger.pageViews[index], insteadOf: expected, ledger))
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
                \(Text.list(ledger.pageViews))\(causes(of: near, insteadOf: expected, ledger))
                """, at: location)
        }
        let before =
            ledger.pageViews.isEmpty
            ? "  The engine has emitted no page view." : "  All page views so far:\n\(Text.list(ledger.pageViews))"
        return PageViewTestFailure(
            """
            expected a page view of \(expected.page), found none.

            \(before)

              \(explanation(of: expected.page, ledger))\(notes(ledger))
            """, at: location)
    }
}

/// Page views and values as text in failure messages (TS-003).
enum Text {
    /// Returns a page view on one line: `item (shop)  ready at 2.35 s, after home, ["price": 89]`.
    static func line(_ pageView: PageView) -> String {
        var parts = ["\(pageView.cause.rawValue) at \(pageView.countedAt)"]
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
