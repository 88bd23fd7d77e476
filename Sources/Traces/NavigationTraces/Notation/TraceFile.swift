#if !os(Windows) && !os(WASI)
import PageViewLifecycle

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Reads the file of a trace as a whole.
package enum TraceFile {
    /// Returns the bytes of a file.
    package static func bytes(of path: String) throws(RecordingError) -> [UInt8] {
        // The system would use only the part before a NUL as the path.
        guard !path.utf8.contains(0) else {
            throw RecordingError(path: path, expected: "a path without NUL", found: "one with NUL")
        }
        let descriptor = unsafe path.withCString { path in
            SystemCalls.retry { Int(unsafe open(path, O_RDONLY | O_CLOEXEC)) }
        }
        guard descriptor >= 0 else { throw .system(path, "to open the file") }
        defer { close(Int32(descriptor)) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { buffer in
                unsafe SystemCalls.readPart(into: buffer, from: Int32(descriptor))
            }
            guard count >= 0 else { throw .system(path, "to read the file") }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }
}
#endif
