/// What a page is called, and the context that it appears in.
///
/// One word wide, and copied for nothing: a process keeps each pair of names once and for ever, as it does with what is
/// written in its code. So names are to be declared, and what varies with the data belongs into a payload: each new pair
/// takes about a hundred bytes until the process ends (rule QU-007).
@safe public struct PageContext: Sendable {
    private let kept: Unmanaged<PageNames>

    /// Creates the name and context of a page.
    ///
    /// - Parameters:
    ///   - name: The name of the page. A blank one is refused where it is used (rule RD-009).
    ///   - context: The context that the page appears in, if it has one.
    public init(name: PageName, context: ContextName? = nil) {
        unsafe kept = PageNames.kept(name: name, context: context)
    }

    /// The name of the page.
    public var name: PageName {
        get { unsafe kept._withUnsafeGuaranteedRef { $0.name } }
        set { self = PageContext(name: newValue, context: context) }
    }

    /// The context that the page appears in, if it has one.
    public var context: ContextName? {
        get { unsafe kept._withUnsafeGuaranteedRef { $0.context } }
        set { self = PageContext(name: name, context: newValue) }
    }

    /// Whether the name is empty or nothing but white space.
    package var isBlank: Bool { unsafe kept._withUnsafeGuaranteedRef { $0.isBlank } }
    /// Whether neither name has NUL in it.
    package var isPlain: Bool { unsafe kept._withUnsafeGuaranteedRef { $0.isPlain } }
    /// How many bytes the longer of the names has in UTF-8.
    package var longestName: Int { unsafe kept._withUnsafeGuaranteedRef { $0.longestName } }

    /// A word that stands for it, also in memory that is read without a lock; never 0, and even. It is the same for the same
    /// bytes; names that are equal may be composed otherwise.
    package var word: UInt { UInt(bitPattern: unsafe kept.toOpaque()) }

    /// What a word stands for. It must be one that ``word`` gave.
    @inline(__always)
    @unsafe init(word: UInt) {
        unsafe kept = .fromOpaque(UnsafeRawPointer(bitPattern: word).unsafelyUnwrapped)
    }
}

extension PageContext: Hashable {
    /// Whether name and context are the same.
    public static func == (left: PageContext, right: PageContext) -> Bool {
        left.word == right.word || (left.name == right.name && left.context == right.context)
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
