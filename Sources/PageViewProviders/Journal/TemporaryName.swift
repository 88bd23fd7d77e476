/// The name of a file that is to replace another: a random number tells it from those of other writers (rule JR-011).
enum TemporaryName {
    private static let ending = ".new"

    /// A name beside that of a file.
    static func any(for path: String) -> String { path + "." + Hexadecimal.digits(.random(in: 0 ... .max)) + ending }

    /// Whether this is what such a name has behind that of the file.
    static func isTail(_ tail: Substring) -> Bool {
        guard tail.utf8.first == 0x2E, tail.hasSuffix(ending) else { return false }
        return Hexadecimal.number(tail.dropFirst().dropLast(ending.utf8.count).utf8) != nil
    }
}
