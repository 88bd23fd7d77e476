/// Where something lies in the file system: bytes, which need not be text.
struct Path: Equatable {
    private let bytes: [UInt8]

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// What stands for standard input among the arguments.
    static let standardInput = Path(bytes: [UInt8(ascii: "-")])

    /// The path of the folder it is in.
    var folder: Path {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return Path(bytes: [UInt8(ascii: ".")]) }
        return Path(bytes: Array(bytes[...slash]))
    }

    /// The path of something in this folder.
    func appending(_ name: [UInt8]) -> Path {
        let slash = UInt8(ascii: "/")
        return Path(bytes: bytes.last == slash ? bytes + name : bytes + [slash] + name)
    }

    /// The path as text, for messages; what is not UTF-8 in it is replaced.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The path as the system takes it.
    var cString: [CChar] { bytes.map(CChar.init(bitPattern:)) + [0] }
}
