public import NavigationTraces
public import PageViewAutomation

/// An expectation of one page view; an omitted property may have any value (TS-001).
///
///     try recorder.expect("home")
///     try recorder.expect(ExpectedPageView("item", previous: "home", cause: .ready, payload: ["price": 89]))
public struct ExpectedPageView: Hashable, Sendable {
    package var page: PageName
    /// The context of the page; `nil` expects none.
    package var context: Expected<String>
    /// The name of the previous page; `nil` expects none.
    package var previous: Expected<String>
    package var cause: PageView.Cause?
    /// Values that the payload must contain; it may contain others.
    package var payload: Payload?
    package var appearance: Int?
    /// The URL of the deep link that the page view carries; `nil` expects none.
    package var deepLink: Expected<String>

    /// Creates an expectation.
    public init(
        _ page: PageName, context: Expected<String> = .anything, previous: Expected<String> = .anything,
        cause: PageView.Cause? = nil, payload: Payload? = nil, appearance: Int? = nil,
        deepLink: Expected<String> = .anything
    ) {
        (self.page, self.context, self.previous, self.cause) = (page, context, previous, cause)
        (self.payload, self.appearance, self.deepLink) = (payload, appearance, deepLink)
    }

    /// Returns two lines for each value that differs: the expected value and the actual value.
    func differences(from pageView: PageView) -> [String] {
        var lines: [String] = []
        func compare(_ name: String, _ expected: String?, _ got: String?, _ holds: Bool) {
            guard !holds else { return }
            let name = name.padded(to: 9)
            lines += ["− \(name) \(expected ?? "none")", "+ \(name) \(got ?? "none")"]
        }
        let (gotContext, gotPrevious) = (pageView.page.context?.rawValue, pageView.previous?.page.name.rawValue)
        compare("page", page.rawValue, pageView.page.name.rawValue, page == pageView.page.name)
        compare("context", context.text, gotContext, context.matches(gotContext))
        compare("previous", previous.text, gotPrevious, previous.matches(gotPrevious))
        compare("cause", cause?.rawValue, pageView.cause.rawValue, cause == nil || cause == pageView.cause)
        let missing = (payload?.entries ?? []).filter { pageView.payload[$0.key] != $0.value }
        for entry in missing {
            compare("payload", Text.payload([entry]), Text.value(of: entry.key, in: pageView.payload), false)
        }
        let ordinal = pageView.id.appearance.map { Int($0.ordinal) }
        compare(
            "appearance", appearance.map(String.init), ordinal.map(String.init),
            appearance == nil || appearance == ordinal)
        let url = pageView.deepLink?.link.url
        compare("deepLink", deepLink.text, url, deepLink.matches(url))
        return lines
    }
}

extension ExpectedPageView: ExpressibleByStringLiteral {
    /// Creates an expectation of a page view of the page with this name.
    public init(stringLiteral page: String) { self.init(PageName(rawValue: page)) }
}

extension ExpectedPageView: CustomStringConvertible {
    /// The page and the properties that the test states: `item, previous home, cause ready, payload ["price": 89]`.
    public var description: String {
        func part(_ name: String, _ expected: Expected<String>) -> String? {
            switch expected {
            case .anything: nil
            case .nothing: "no \(name)"
            case .value(let value): "\(name) \(value)"
            }
        }
        let parts = [
            "\(page)", part("context", context), part("previous", previous), cause.map { "cause \($0.rawValue)" },
            payload.map { "payload \($0)" }, appearance.map { "appearance \($0)" }, part("deepLink", deepLink),
        ]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }
}

extension Expected where Value == String {
    /// The expected value as text; `nil` if the test expects no value.
    fileprivate var text: String? {
        switch self {
        case .anything: "anything"
        case .nothing: nil
        case .value(let value): value
        }
    }
}
