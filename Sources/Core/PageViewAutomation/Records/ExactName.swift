#if !hasFeature(Embedded)
import PageViewSystem
#endif

extension String {
    /// Returns whether both strings have the same bytes.
    ///
    /// Names are compared by their bytes. Other tools distinguish names that Unicode calls equivalent, so this library must too.
    package func isSame(as other: String) -> Bool {
        #if hasFeature(Embedded)
        // The views of a string need the code for strings of Objective-C, 10 KB of the web module.
        let bytes = utf8Span.span
        let otherBytes = other.utf8Span.span
        return bytes.count == otherBytes.count && bytes.indices.allSatisfy { bytes[$0] == otherBytes[$0] }
        #else
        // Different names usually differ in length, so the comparison of lengths decides most cases.
        utf8.count == other.utf8.count
            && (utf8.count <= 64 ? utf8.elementsEqual(other.utf8) : hasSameBytes(as: other))
        #endif
    }

    #if !hasFeature(Embedded)
    /// Compares long strings: the iterators of views start quickly, and then take ten times as long for each byte.
    @inline(never)
    private func hasSameBytes(as other: String) -> Bool {
        var (text, other) = (self, other)
        return text.withUTF8 { bytes in other.withUTF8 { unsafe bytes.elementsEqual($0) } }
    }
    #endif

    /// Whether the string is empty or consists of white space.
    package var isBlank: Bool {
        #if hasFeature(Embedded)
        var scalars = utf8Span.makeUnicodeScalarIterator()
        while let scalar = scalars.next() {
            if !scalar.isWhiteSpace { return false }
        }
        return true
        #else
        unicodeScalars.allSatisfy(\.isWhiteSpace)
        #endif
    }
}

extension Unicode.Scalar {
    // The tables of the standard library would double the size of the web module.
    fileprivate var isWhiteSpace: Bool {
        switch value {
        case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }
}

/// A name that is compared by its bytes; see `String.isSame(as:)`.
package struct ExactName: Hashable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (left: ExactName, right: ExactName) -> Bool { left.text.isSame(as: right.text) }

    /// Hashes the bytes, because an attacker can find many names that Unicode calls equivalent.
    package func hash(into hasher: inout Hasher) {
        #if hasFeature(Embedded)
        for byte in text.utf8 { hasher.combine(byte) }
        #else
        hasher.combine(bytesOf: text)
        #endif
    }
}
