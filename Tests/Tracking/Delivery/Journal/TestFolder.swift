import PageViewDelivery
import Foundation

/// A temporary folder for one test's journal, removed when released.
final class TestFolder: Sendable {
    let path: String

    init() {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("journal-\(UUID().uuidString)")
        try? FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The sorted names of all files.
    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
    }

    /// The sorted names of the segments.
    var segments: [String] {
        get throws { try names.filter { SegmentName(file: $0) != nil } }
    }

    /// The sorted names of all files except those that every journal has.
    var contents: [String] {
        get throws { try names.filter { $0 != "uploading" && $0 != "revocation.none" } }
    }

    func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path).appendingPathComponent(name)))
    }

    /// The size of a file in bytes, without reading it.
    func size(_ name: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: path + "/" + name)[.size] as? Int ?? 0
    }

    /// Writes a file without waiting for the disk, because tests write thousands.
    func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
        let bytes = Array(bytes)
        // Some file systems also wait when an existing file is truncated and rewritten.
        _ = unsafe unlink(path + "/" + name)
        guard let file = unsafe fopen(path + "/" + name, "w") else { throw CocoaError(.fileWriteUnknown) }
        let written = unsafe fwrite(bytes, 1, bytes.count, file)
        guard unsafe fclose(file) == 0, written == bytes.count else { throw CocoaError(.fileWriteUnknown) }
    }

    /// Overwrites bytes of a file in place.
    func overwrite(_ name: String, at offset: Int, with bytes: [UInt8]) throws {
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path + "/" + name))
        try file.seek(toOffset: UInt64(offset))
        try file.write(contentsOf: bytes)
        try file.close()
    }

    /// Appends bytes to a file.
    func append(_ more: [UInt8], to name: String) throws {
        try overwrite(name, at: try size(name), with: more)
    }

    /// Truncates a file.
    func truncate(_ name: String, to size: Int) throws {
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path + "/" + name))
        try file.truncate(atOffset: UInt64(size))
        try file.close()
    }

    /// Returns a journal of ten events to a segment.
    func journal() -> JournalProvider { JournalProvider(directory: path, limits: JournalLimits(segmentEvents: 10)) }

    /// Writes numbered events as a process that then ends.
    func fill(_ numbers: ClosedRange<Int>) throws { try journal().write(numbers) }

    /// The numbers of the events that a reader finds.
    var sequences: [UInt64] {
        get throws { try read().events.map(\.sequence) }
    }

    /// Returns the numbers of the events that an upload delivers.
    func delivered(batchEvents: Int = 100) throws -> [UInt64] {
        try upload(batchEvents: batchEvents).events.map(\.sequence)
    }

    /// Returns the events and problems that a reader finds.
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

    /// Returns the lines of the quarantine.
    func quarantine() throws -> [[String: Any]] {
        guard try names.contains("quarantine.jsonl") else { return [] }
        return try bytes("quarantine.jsonl").split(separator: 0x0A).map { try WireJSON.object($0) }
    }

    /// Returns the events and the result of an upload.
    func upload(batchEvents: Int = 100) throws -> (events: [TrackedEvent], result: JournalUpload) {
        var events: [TrackedEvent] = []
        let result = try JournalUploader(directory: path, batchEvents: batchEvents).upload { events += $0 }
        return (events, result)
    }
}

extension FileManager {
    /// Creates one folder.
    func makeFolder(_ path: String) throws { try createDirectory(atPath: path, withIntermediateDirectories: false) }
}

extension JournalProvider {
    /// Writes numbered events.
    func write(_ numbers: ClosedRange<Int>, text: String = "") throws {
        for number in numbers { try receive(.numbered(number, text: text)) }
    }
}

extension TrackedEvent {
    /// Returns an event with this number.
    static func numbered(_ number: Int, name: String = "numbered", text: String = "") -> TrackedEvent {
        TrackedEvent(
            id: EventID(high: 0, low: UInt64(number)), sequence: UInt64(number), name: name,
            payload: text.isEmpty ? [:] : ["text": .string(text)], time: WallTime(nanoseconds: Int64(number)),
            identity: UserIdentity(anonymousID: EventID(high: 0, low: 0)))
    }
}
