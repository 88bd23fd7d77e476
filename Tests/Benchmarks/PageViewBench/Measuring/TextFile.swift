import Glibc

/// Files as a whole, as text.
enum TextFile {
    /// What is in a file; `nil` if it cannot be read.
    static func read(_ path: String) -> String? {
        guard let file = unsafe fopen(path, "r") else { return nil }
        defer { unsafe _ = fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe fread(&buffer, 1, buffer.count, file)
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Writes a file; whether that went well.
    static func write(_ text: String, to path: String) -> Bool {
        guard let file = unsafe fopen(path, "w") else { return false }
        var text = text
        let written = text.withUTF8 { unsafe fwrite($0.baseAddress, 1, $0.count, file) }
        return unsafe fclose(file) == 0 && written == text.utf8.count
    }

    /// The size of a file in bytes; `nil` if there is none.
    static func size(_ path: String) -> Int? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    static func isExecutable(_ path: String) -> Bool { unsafe access(path, X_OK) == 0 }
}
