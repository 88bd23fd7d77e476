#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

#if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
/// System calls that several modules make. Foundation would make a program many times as large.
package enum SystemCalls {
    /// Repeats a call while signals interrupt it. Returns its result; if that is negative, `errno` is the error.
    package static func retry(_ call: () -> Int) -> Int {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }

    /// Reads at most as many bytes as the buffer has. Returns their number; 0 at the end, negative for an error.
    package static func readPart(into buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32) -> Int {
        retry { unsafe read(descriptor, buffer.baseAddress, buffer.count) }
    }

    /// Writes as many of the bytes as the system accepts. Returns their number; negative for an error.
    package static func writePart(of bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
        retry { unsafe write(descriptor, bytes.baseAddress, bytes.count) }
    }

    /// Returns the names in a folder, as bytes in the system's order; `nil` for an error.
    package static func names(inFolder path: UnsafePointer<CChar>) -> [[UInt8]]? {
        guard let stream = unsafe opendir(path) else { return nil }
        var names: [[UInt8]] = []
        errno = 0
        while let entry = unsafe readdir(stream) {
            unsafe names.append(withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) })
            errno = 0
        }
        let code = errno
        unsafe _ = closedir(stream)
        errno = code
        return code == 0 ? names : nil
    }

    /// Returns the system's words for an error number.
    package static func message(of code: Int32) -> String {
        // The systems disagree on whether the result is optional.
        let text: UnsafeMutablePointer<CChar>? = unsafe strerror(code)
        return unsafe text.map { unsafe String(cString: $0) } ?? "error \(code)"
    }
}
#endif
