import CPageView

extension String {
    /// Copies a text. Throws if it is not UTF-8. Null bytes stand for an empty text.
    init(_ text: pv_text) throws(Failure) {
        guard let bytes = unsafe text.bytes else {
            guard unsafe text.length == 0 else { throw .null }
            self = ""
            return
        }
        guard unsafe (0...Int(Int32.max)).contains(text.length) else { throw .tooLarge }
        // Proof: the header requires `length` readable bytes. They are read during the call only.
        let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: text.length)
        self = unsafe String(decoding: buffer, as: UTF8.self)
        // The decoding replaces malformed bytes by others. `String(validating:as:)` needs macOS 15.
        guard unsafe utf8.elementsEqual(buffer) else { throw .text }
    }

    static func optional(_ text: pv_text) throws(Failure) -> String? {
        if unsafe text.bytes == nil, unsafe text.length == 0 { return nil }
        return try unsafe String(text)
    }
}
