#if !os(Windows) && !os(WASI)
import PageViewTracking

/// The state that uploads leave for later ones: a file of two numbers, which may be lost (JR-019, JR-020).
struct UploadState {
    static let name = "upload.state"

    var failures = 0
    /// The digest of the last identity that a back end accepted.
    var identified: UInt64?
    private let file: (any OpenFile)?
    private var saved: String

    /// Reads the state in a folder, if any. The file stays open. After a purge, it has no name, and later writes are lost.
    init(_ folder: JournalFolder?) {
        file = folder.flatMap { folder in
            let path = folder.file(Self.name)
            _ = try? folder.files.open(path, for: .appending)
            return try? folder.files.open(path, for: .updating)
        }
        saved = String(decoding: (try? file?.contents(atMost: 64)) ?? [], as: UTF8.self)
        let words = saved.split(separator: " ")
        guard words.count == 2, let failures = Int(words[0]) else { return }
        self.failures = min(max(0, failures), Self.mostDoublings)
        identified = UInt64(words[1], radix: 16)
    }

    /// Writes the state if it has changed. A failure costs only the state.
    mutating func save() {
        let text = "\(failures) " + (identified.map { String($0, radix: 16) } ?? "-")
        guard text != saved, let file else { return }
        saved = text
        try? file.truncate(to: 0)
        try? file.seek(to: 0)
        try? file.writeAll(Array(text.utf8))
    }

    private static let mostDoublings = 7

    /// The time to wait after the failures: 30 seconds, doubled by each further failure, but at most an hour, and less by a
    /// random part of up to a half. So the devices do not return all at once after an outage.
    var backOff: Duration {
        let longest = min(30_000 << min(max(1, failures) - 1, Self.mostDoublings), 3_600_000)
        return .milliseconds(Int.random(in: longest / 2...longest))
    }
}
#endif
