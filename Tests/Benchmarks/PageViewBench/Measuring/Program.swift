import Glibc

/// This program.
enum Program {
    /// Where it lies.
    static let path: String = {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = unsafe buffer.withUnsafeMutableBytes { bytes in
            unsafe bytes.baseAddress.map { unsafe readlink("/proc/self/exe", $0, bytes.count) } ?? -1
        }
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }()

    /// Where what is built with it lies.
    static var folder: String { path.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } }

    static var coreCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
