#if !os(Windows) && !os(WASI)
import AnalyticsJSON

/// Keeps what a tracker remembers in a small file of JSON, which is replaced in one step (rules CO-005, JR-011).
public struct FileTrackerStore: TrackerStore {
    private let path: String

    /// Creates a store.
    ///
    /// - Parameter path: The file. It is made, with the folders above it, when something is saved.
    public init(path: String) {
        self.path = path
    }

    /// What was saved last; `nil` if there is no file.
    ///
    /// - Throws: ``JournalError`` if the file cannot be read or is damaged. It counts as if nothing had been saved.
    public func load() throws -> TrackerMemory? {
        guard let bytes = try Files.contents(of: path, atMost: Self.largestSize) else { return nil }
        var parser = JSONParser(bytes, bytes.indices)
        parser.readsDecimals = true
        do throws(LineError) {
            let memory = try TrackerMemory(from: &parser)
            try parser.finish()
            return memory
        } catch {
            throw JournalError(
                path: path, expected: "what a tracker remembers", found: "byte \(error.offset): \(error.message)")
        }
    }

    /// Replaces what was saved, in one step; when this returns it is on the disk itself.
    ///
    /// - Throws: ``JournalError`` if it cannot; what was saved before is kept.
    public func save(_ memory: TrackerMemory) throws {
        guard memory.identity?.properties.isTooDeep != true else {
            throw JournalError(
                path: path, expected: "user properties of at most \(Payload.deepestNesting) levels", found: "more")
        }
        var writer = JSONWriter()
        writer.marksDecimals = true
        memory.write(to: &writer)
        writer.newline()
        guard writer.count <= Self.largestSize else {
            throw JournalError(path: path, expected: "at most \(Self.largestSize) bytes", found: "\(writer.count)")
        }
        let slash = path.utf8.lastIndex(of: 0x2F)
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        try Files.makeFolder(folder)
        try Files.replace(path, with: writer.takeBytes())
        try? Files.removeTemporaries(of: slash.map { path[path.index(after: $0)...] } ?? path[...], in: folder)
        // The file is on the disk. Not every file system can promise that of its name.
        try? Files.synchronize(folder: folder)
    }

    private static let largestSize = 1_000_000
}

extension TrackerMemory {
    private static var formatVersion: Int64 { 1 }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("v")
        writer.int(Self.formatVersion)
        if let consent {
            writer.key("consent")
            writer.string(consent.rawValue)
        }
        if let identity {
            writer.key("user")
            writer.identity(identity)
        }
        writer.endObject()
    }

    fileprivate init(from parser: inout JSONParser) throws(LineError) {
        let start = parser.at
        var version: Int64?
        var (consent, identity): (Consent?, UserIdentity?)
        try parser.object(level: 1) { parser, key throws(LineError) in
            switch parser.text(of: key) {
            case "v": version = try parser.integer()
            case "consent": consent = try parser.word(of: Consent.self, "granted, denied or undecided")
            case "user": identity = try parser.identity(level: 2)
            default: try parser.skipValue(level: 2)
            }
        }
        guard version == Self.formatVersion else {
            let found = version.map(String.init) ?? "none"
            throw LineError(offset: start, message: "expected version \(Self.formatVersion), found \(found)")
        }
        self.init(consent: consent, identity: identity)
    }
}
#endif
