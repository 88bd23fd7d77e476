extension Hasher {
    /// Adds the bytes of text, by which texts differ that Unicode calls equivalent. Single bytes would take ten times as long.
    package mutating func combine(bytesOf text: String) {
        var text = text
        text.withUTF8 { unsafe combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
