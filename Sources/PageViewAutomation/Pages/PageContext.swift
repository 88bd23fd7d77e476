/// What a page is called, and the context that it appears in.
///
/// A copy shares one immutable storage: it is one word wide wherever it is kept.
public struct PageContext: Sendable {
    private final class Storage: Sendable {
        let name: PageName
        let context: ContextName?
        let isBlank: Bool

        init(name: PageName, context: ContextName?) {
            self.name = name
            self.context = context
            isBlank = name.rawValue.allSatisfy { $0.isWhitespace }
        }
    }

    private var storage: Storage

    /// Creates the name and context of a page.
    ///
    /// - Parameters:
    ///   - name: The name of the page. A blank one is refused where it is used (rule RD-009).
    ///   - context: The context that the page appears in, if it has one.
    public init(name: PageName, context: ContextName? = nil) {
        storage = Storage(name: name, context: context)
    }

    /// The name of the page.
    public var name: PageName {
        get { storage.name }
        set { storage = Storage(name: newValue, context: context) }
    }

    /// The context that the page appears in, if it has one.
    public var context: ContextName? {
        get { storage.context }
        set { storage = Storage(name: name, context: newValue) }
    }

    /// Whether name and context are written with the same bytes; equal ones may be composed differently.
    func isIdentical(to other: PageContext?) -> Bool {
        guard let other else { return false }
        if storage === other.storage { return true }
        return ExactName(name.rawValue) == ExactName(other.name.rawValue)
            && context.map { ExactName($0.rawValue) } == other.context.map { ExactName($0.rawValue) }
    }

    /// Whether the name is empty or nothing but white space.
    package var isBlank: Bool { storage.isBlank }
}

extension PageContext: Hashable {
    /// Whether name and context are the same.
    public static func == (left: PageContext, right: PageContext) -> Bool {
        left.storage === right.storage || (left.name == right.name && left.context == right.context)
    }

    /// Hashes name and context.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(context)
    }
}

extension PageContext: ExpressibleByStringLiteral {
    /// Creates a page without a context from its name.
    public init(stringLiteral value: String) { self.init(name: PageName(rawValue: value)) }
}

extension PageContext: CustomStringConvertible {
    /// The name, followed by the context in parentheses if there is one.
    public var description: String { context.map { "\(name) (\($0))" } ?? "\(name)" }
}
