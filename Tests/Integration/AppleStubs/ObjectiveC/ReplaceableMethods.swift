// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple's documentation describes the declarations that equal those of Apple's SDK.

/// Methods of one class that take a flag and can be replaced at run time. Not thread-safe.
public enum ReplaceableMethods {
    public typealias Implementation = @convention(c) (AnyObject, Selector, Bool) -> Void
    public typealias Block = @convention(block) (AnyObject, Bool) -> Void

    nonisolated(unsafe) private static var names: [String] = []
    nonisolated(unsafe) private static var implementations: [IMP] = []
    nonisolated(unsafe) private static var blocks: [(AnyObject, Bool) -> Void] = []

    /// Calls the current implementation of a method.
    public static func call(_ name: String, _ object: AnyObject, _ flag: Bool) {
        guard let method = method(of: Selector(name)) else { return }
        unsafeBitCast(implementation(of: method), to: Implementation.self)(object, Selector(name), flag)
    }

    /// Returns the number of a name, which is stored.
    static func number(of name: String) -> Int {
        if let known = names.firstIndex(of: name) { return known }
        names.append(name)
        return names.count - 1
    }

    /// Adds a method that does nothing.
    public static func add(_ name: String) {
        let number = number(of: name)
        guard number == implementations.count else { return }
        let nothing: Implementation = { _, _, _ in }
        implementations.append(unsafeBitCast(nothing, to: IMP.self))
    }

    static func method(of selector: Selector) -> Method? {
        selector.number < implementations.count ? Method(bitPattern: selector.number + 1) : nil
    }

    private static func index(of method: Method) -> Int { Int(bitPattern: method) - 1 }

    static func implementation(of method: Method) -> IMP { implementations[index(of: method)] }

    static func replace(_ method: Method, _ implementation: IMP) -> IMP {
        defer { implementations[index(of: method)] = implementation }
        return implementations[index(of: method)]
    }

    /// Returns a C function that calls a block. The number of these functions is fixed.
    static func implementation(_ block: @escaping Block) -> IMP {
        precondition(blocks.count < functions.count, "expected no more than \(functions.count) blocks")
        // Stores a closure, because Swift on Linux cannot put a block into an array.
        blocks.append { block($0, $1) }
        return unsafeBitCast(functions[blocks.count - 1], to: IMP.self)
    }

    private static let functions: [Implementation] = [
        { object, _, flag in blocks[0](object, flag) },
        { object, _, flag in blocks[1](object, flag) },
        { object, _, flag in blocks[2](object, flag) },
        { object, _, flag in blocks[3](object, flag) },
        { object, _, flag in blocks[4](object, flag) },
        { object, _, flag in blocks[5](object, flag) },
        { object, _, flag in blocks[6](object, flag) },
        { object, _, flag in blocks[7](object, flag) },
    ]
}
