import CPageView

/// The reading of texts that C passes (CI-003).
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
        guard unsafe isUTF8(buffer) else { throw .text }
        self = unsafe String(decoding: buffer, as: UTF8.self)
    }

    /// Copies an optional text; `nil` for null bytes.
    static func optional(_ text: pv_text) throws(Failure) -> String? {
        if unsafe text.bytes == nil, unsafe text.length == 0 { return nil }
        return try unsafe String(text)
    }
}

/// Returns whether bytes are well-formed UTF-8: without overlong forms, surrogates, and numbers above U+10FFFF.
private func isUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    let count = bytes.count
    while index < count {
        // Proof: each read below is at an index less than `count`.
        let first = unsafe bytes[index]
        if first < 0x80 {
            index += 1
            continue
        }
        // The number of bytes, and the range of the second one.
        let (length, second): (Int, ClosedRange<UInt8>)
        switch first {
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xE1...0xEC, 0xEE...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return false
        }
        guard count - index >= length, unsafe second.contains(bytes[index + 1]) else { return false }
        for offset in 2..<max(2, length) where unsafe bytes[index + offset] & 0xC0 != 0x80 { return false }
        index += length
    }
    return true
}
