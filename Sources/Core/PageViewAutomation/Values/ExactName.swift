extension String {
    /// Returns whether both strings have the same bytes.
    ///
    /// Names are compared by their bytes. Other tools distinguish names that Unicode calls equivalent, so this library must too.
    package func isSame(as other: String) -> Bool {
        #if hasFeature(Embedded)
        withBytes { own in other.withBytes { unsafe own.count == $0.count && own.elementsEqual($0) } }
        #else
        // Different names usually differ in length, so the comparison of lengths decides most cases.
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
        #endif
    }

    /// Whether the string is empty or consists of white space.
    package var isBlank: Bool {
        #if hasFeature(Embedded)
        withBytes { unsafe isWhiteSpace($0) }
        #else
        isWhiteSpace(utf8)
        #endif
    }

    #if hasFeature(Embedded)
    /// Calls a closure with the bytes. Other ways to them need the code for strings of Objective-C, 10 KB of the web module.
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        // Each string of Embedded Swift is contiguous.
        unsafe utf8.withContiguousStorageIfAvailable(body).unsafelyUnwrapped
    }
    #endif
}

/// Returns whether text in UTF-8 consists of white space, as Unicode defines it for single characters.
///
/// The tables of the standard library would double the size of the web module.
private func isWhiteSpace(_ text: some Sequence<UInt8>) -> Bool {
    var bytes = text.makeIterator()
    while let first = bytes.next() {
        switch first {
        case 0x09...0x0D, 0x20: continue
        case 0xC2:
            guard let second = bytes.next(), second == 0x85 || second == 0xA0 else { return false }
        case 0xE1, 0xE2, 0xE3:
            guard let second = bytes.next(), let third = bytes.next() else { return false }
            switch (first, second, third) {
            case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8...0xA9), (0xE2, 0x80, 0xAF),
                (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80):
                continue
            default: return false
            }
        default: return false
        }
    }
    return true
}

/// A name that is compared by its bytes; see `String.isSame(as:)`.
package struct ExactName: Hashable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (left: ExactName, right: ExactName) -> Bool { left.text.isSame(as: right.text) }

    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
