import PageViewDelivery
import Foundation
import PageViewTracking

/// A folder of its own for the journal of a test, gone with it.
final class TestFolder: Sendable {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("journal-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The names of the files in it, sorted.
    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
    }

    /// The names of the segments, sorted.
    var segments: [String] {
        get throws { try names.filter { SegmentName(file: $0) != nil } }
    }

    /// The names of the files in it but those that every journal has, sorted.
    var contents: [String] {
        get throws { try names.filter { $0 != "uploading" && $0 != "revocation.none" } }
    }

    func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path).appendingPathComponent(name)))
    }

    /// Writes a file, and does not wait for the disk as Foundation does: tests write thousands.
    func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
        let bytes = Array(bytes)
        // A file that is emptied and written anew is waited for as well, by some file systems.
        _ = unsafe unlink(path + "/" + name)
        guard let file = unsafe fopen(path + "/" + name, "w") else { throw CocoaError(.fileWriteUnknown) }
        let written = unsafe fwrite(bytes, 1, bytes.count, file)
        guard unsafe fclose(file) == 0, written == bytes.count else { throw CocoaError(.fileWriteUnknown) }
    }

    /// Changes bytes of a file in their place.
    func overwrite(_ name: String, at offset: Int, with bytes: [UInt8]) throws {
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path + "/" + name))
        try file.seek(toOffset: UInt64(offset))
        try file.write(contentsOf: bytes)
        try file.close()
    }

    /// Adds bytes to the end of a file.
    func append(_ more: [UInt8], to name: String) throws {
        try overwrite(name, at: try bytes(name).count, with: more)
    }

    /// Cuts a file off.
    func truncate(_ name: String, to size: Int) throws {
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path + "/" + name))
        try file.truncate(atOffset: UInt64(size))
        try file.close()
    }

    /// What a reader finds.
    func read() throws -> (events: [TrackedEvent], problems: [JournalProblem]) {
        var reader = try JournalReader(directory: path)
        var (events, problems): ([TrackedEvent], [JournalProblem]) = ([], [])
        while let item = reader.next() {
            switch item {
            case .event(let event): events.append(event)
            case .problem(let problem): problems.append(problem)
            }
        }
        return (events, problems)
    }

    /// What an uploader delivers.
    func upload(batchEvents: Int = 100) throws -> (events: [TrackedEvent], result: JournalUpload) {
        var events: [TrackedEvent] = []
        let result = try JournalUploader(directory: path, batchEvents: batchEvents).upload { events += $0 }
        return (events, result)
    }
}

extension TrackedEvent {
    /// An event of this number.
    static func numbered(_ number: Int, text: String = "") -> TrackedEvent {
        TrackedEvent(
            id: EventID(high: 0, low: UInt64(number)), sequence: UInt64(number), name: "numbered",
            payload: text.isEmpty ? [:] : ["text": .string(text)], time: WallTime(nanoseconds: Int64(number)),
            identity: UserIdentity(anonymousID: EventID(high: 0, low: 0)))
    }
}
