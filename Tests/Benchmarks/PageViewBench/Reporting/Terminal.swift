import Glibc

/// Standard output and standard error.
enum Terminal {
    /// Whether a descriptor is one at all.
    static func isOpen(_ descriptor: Int32) -> Bool { fcntl(descriptor, F_GETFD) >= 0 }

    /// Writes all of a text; whether that went well.
    static func write(_ text: String, to descriptor: Int32) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
            }
            if count < 0, errno != EINTR { return false }
            rest = rest.dropFirst(max(0, count))
        }
        return true
    }
}
