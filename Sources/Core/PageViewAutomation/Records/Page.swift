/// The name of a page.
///
/// Declare the names of an app as static members of an extension, so that a misspelt name does not compile:
///
///     extension PageName {
///         static let scanItem: PageName = "scanItem"
///     }
public struct PageName: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name in page views.
    public let rawValue: String
    /// The name in page views.
    public var description: String { rawValue }

    /// Creates a name from text. The engine rejects a page with a blank name (rule RD-009).
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates a name from text, such as a name from a server, to compare it: `page.name == PageName(text)`.
    public init(_ name: String) { rawValue = name }
    /// Creates a name from a literal.
    public init(stringLiteral value: String) { rawValue = value }
}

/// The name of a context in which a page appears, such as a flow or a section.
///
/// Declare the contexts of an app as static members of an extension, as with ``PageName``.
public struct ContextName: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name in page views.
    public let rawValue: String
    /// The name in page views.
    public var description: String { rawValue }

    /// Creates a name from text.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates a name from a literal.
    public init(stringLiteral value: String) { rawValue = value }
}

/// The name of a page and the context in which it appears.
///
/// Declare each page once, as a static member. Copies are cheap, and are compared faster than two declarations of the same names.
public struct PageContext: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    private final class Names: Sendable {
        let name: PageName
        let context: ContextName?
        // Computed once, because each report of a page asks for it.
        let isBlank: Bool

        init(name: PageName, context: ContextName?) {
            (self.name, self.context, isBlank) = (name, context, name.rawValue.isBlank)
        }
    }

    private let names: Names

    /// Creates a page from its name and the context in which it appears. The engine rejects a blank name (rule RD-009).
    public init(name: PageName, context: ContextName? = nil) { names = Names(name: name, context: context) }

    /// Creates a page without a context from its name.
    public init(stringLiteral value: String) { self.init(name: PageName(rawValue: value)) }

    /// The name of the page.
    public var name: PageName {
        get { names.name }
        set { self = PageContext(name: newValue, context: context) }
    }

    /// The context in which the page appears; `nil` if it has none.
    public var context: ContextName? {
        get { names.context }
        set { self = PageContext(name: name, context: newValue) }
    }

    package var isBlank: Bool { names.isBlank }

    /// The identity of the object that copies share. A new object may have the identity of a deallocated one.
    package var identity: ObjectIdentifier { ObjectIdentifier(names) }

    // Whether both pages refer to one object.
    func isIdentical(to other: PageContext?) -> Bool { names === other?.names }

    /// Returns whether both pages have the same names, byte for byte. Names that are only equivalent in Unicode differ.
    package func hasSameNames(as other: PageContext?) -> Bool {
        guard let other else { return false }
        if names === other.names { return true }
        guard name.rawValue.isSame(as: other.name.rawValue) else { return false }
        switch (context, other.context) {
        case (nil, nil): return true
        case (let own?, let other?): return own.rawValue.isSame(as: other.rawValue)
        case (nil, _?), (_?, nil): return false
        }
    }

    /// Returns whether both pages have equal names and contexts.
    public static func == (left: PageContext, right: PageContext) -> Bool {
        left.names === right.names || (left.name == right.name && left.context == right.context)
    }

    /// Hashes name and context.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(context)
    }

    /// The name, followed by the context in parentheses, if there is one.
    public var description: String { context.map { "\(name) (\($0))" } ?? "\(name)" }
}

/// The state of a page: pending or ready (rule RD-001).
public enum PageState: Sendable, Hashable {
    /// The content of the page is incomplete. The engine does not count the page, and the page has no payload.
    case pending(PageContext)
    /// The content of the page is complete. The engine counts the page once it is in front of the user.
    case ready(PageViewEvent)

    /// The page and its context.
    public var pageContext: PageContext {
        switch self {
        case .pending(let context): context
        case .ready(let event): event.pageContext
        }
    }

    /// The event of a ready page; `nil` for a pending one.
    public var event: PageViewEvent? {
        switch self {
        case .pending: nil
        case .ready(let event): event
        }
    }
}

/// The event that a ready page declares: the page's name, and the payload of the page view.
public struct PageViewEvent: Sendable, Hashable {
    /// The page and its context.
    public var pageContext: PageContext
    /// The named values that the page view carries.
    public var payload: Payload

    /// Creates the event of a page.
    public init(pageContext: PageContext, payload: Payload = [:]) {
        (self.pageContext, self.payload) = (pageContext, payload)
    }

    /// Creates the event of a page from its name.
    public init(name: PageName, context: ContextName? = nil, payload: Payload = [:]) {
        self.init(pageContext: PageContext(name: name, context: context), payload: payload)
    }
}

#if !hasFeature(Embedded)
extension PageViewEvent {
    /// Creates the event of a page from its name and the app's variables: `["price": item.price]`.
    @_disfavoredOverload
    public init(name: PageName, context: ContextName? = nil, payload: EventAttributes) {
        self.init(name: name, context: context, payload: payload.payload)
    }

    /// Creates the event of a page from the app's variables: `["price": item.price]`.
    @_disfavoredOverload
    public init(pageContext: PageContext, payload: EventAttributes) {
        self.init(pageContext: pageContext, payload: payload.payload)
    }
}
#endif
