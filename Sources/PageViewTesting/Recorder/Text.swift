import AnalyticsJSON
import NavigationTraces
import PageViewAutomation
import PageViewLifecycle

/// How page views are written in the texts of failures.
enum Text {
    /// A page view on one line: `item (shop)  ready at 2.35 s, after home, ["price": 89]`.
    static func line(_ pageView: PageView) -> String {
        var parts = ["\(pageView.cause.rawValue) at \(seconds(pageView.countedAt))"]
        if let previous = pageView.previous { parts.append("after \(previous.page.name)") }
        if let link = pageView.deepLink { parts.append("by \(link.link.url)") }
        if !pageView.payload.isEmpty { parts.append(payload(pageView.payload.entries)) }
        return "\(pageView.page)  \(parts.joined(separator: ", "))"
    }

    /// All page views, a line each, with a mark at one of them.
    static func list(_ pageViews: [PageView], marking marked: Int? = nil) -> String {
        pageViews.enumerated()
            .map { index, view in "  \(index == marked ? "▸" : " ") \(index + 1)  \(line(view))" }
            .joined(separator: "\n")
    }

    static func seconds(_ time: Timestamp) -> String {
        var writer = JSONWriter()
        writer.seconds(time.nanoseconds)
        return "\(String(decoding: writer.takeBytes(), as: UTF8.self)) s"
    }

    /// The expectation that a page view meets, as Swift.
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

    // MARK: Values, as Swift writes them

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
