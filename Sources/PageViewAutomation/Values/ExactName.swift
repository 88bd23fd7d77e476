extension String {
    /// Returns whether both strings have the same bytes.
    ///
    /// Names are compared by their bytes. Other tools distinguish names that Unicode calls equivalent, so this library must too.
    package func isSame(as other: String) -> Bool {
        // Different names usually differ in length, so the comparison of lengths decides most cases.
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }
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
