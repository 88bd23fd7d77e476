public import NavigationTraces
public import PageViewAutomation

/// What a page view must be; what is left out may be anything (rule TS-001).
///
///     try recorder.expect("home")
///     try recorder.expect(ExpectedPageView("item", previous: "home", cause: .ready, payload: ["price": 89]))
public struct ExpectedPageView: Hashable, Sendable {
    /// The name of the page.
    public var page: PageName
    /// Its context; `nil` is none.
    public var context: Expected<String>
    /// The name of the page counted before; `nil` is none.
    public var previous: Expected<String>
    /// What made it count.
    public var cause: PageView.Cause?
    /// The values that must be among the payload's.
    public var payload: Payload?
    /// The number of its component's appearance, from 1.
    public var appearance: Int?
    /// The deep link that led to it; `nil` is none.
    public var deepLink: Expected<String>

    /// Creates an expectation.
    public init(
        _ page: PageName, context: Expected<String> = .anything, previous: Expected<String> = .anything,
        cause: PageView.Cause? = nil, payload: Payload? = nil, appearance: Int? = nil,
        deepLink: Expected<String> = .anything
    ) {
        self.page = page
        self.context = context
        self.previous = previous
        self.cause = cause
        self.payload = payload
        self.appearance = appearance
        self.deepLink = deepLink
    }

    /// What differs, a line for what was expected and one for what came; empty if nothing does.
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
    /// Expects a page view of the page of this name.
    public init(stringLiteral page: String) { self.init(PageName(rawValue: page)) }
}

extension Expected where Value == String {
    /// What is expected, in words; `nil` for nothing.
    fileprivate var text: String? {
        switch self {
        case .anything: "anything"
        case .nothing: nil
        case .value(let value): value
        }
    }
}

extension String {
    func padded(to width: Int) -> String { count < width ? self + String(repeating: " ", count: width - count) : self }
}
