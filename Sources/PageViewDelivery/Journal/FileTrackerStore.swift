#if !os(Windows) && !os(WASI)
import PageViewTracking
import AnalyticsJSON

/// A store that is a small file of JSON, for any number of trackers in any processes of one machine (rules CO-006, JR-011).
///
/// Beside the file lies another one, with `.denied` behind its name: a denial that is ready to take the place of the file. So a
/// denial needs no space on the disk.
public struct FileTrackerStore: TrackerStore {
    private let path: String
    private let files: any FileSystem

    /// Creates a store.
    ///
    /// - Parameter path: The file. It is made, with the folders above it, when something is saved.
    public init(path: String) {
        self.init(path: path, in: SystemFileSystem())
    }

    package init(path: String, in files: any FileSystem) {
        (self.path, self.files) = (path, files)
    }

    /// Returns what was saved last; `nil` if there is no file.
    ///
    /// - Throws: ``JournalError`` if the file cannot be read or is damaged.
    public func load() throws -> StoredTrackerState? { try state(at: path) }

    private func state(at path: String) throws(JournalError) -> StoredTrackerState? {
        guard let bytes = try files.contents(of: path, atMost: Self.largestSize) else { return nil }
        var parser = JSONParser(bytes, bytes.indices)
        parser.readsDecimals = true
        do throws(LineError) {
            let state = try StoredTrackerState(from: &parser)
            try parser.finish()
            return state
        } catch {
            throw JournalError(
                path: path, expected: "the state of a tracker", found: "byte \(error.offset): \(error.message)")
        }
    }

    /// A number that the file system gives to the file as it is.
    public var version: UInt64 { (try? files.status(of: path))?.version ?? 0 }

    /// Changes what is saved, in one step. When this returns, the new state is on the disk itself, as far as the file system can promise that.
    ///
    /// - Throws: ``JournalError`` if it cannot. What was saved before stays, but never a grant in place of a denial: if all else
    ///   fails the file is emptied, so that it says nothing.
    public func update(_ change: (Result<StoredTrackerState?, any Error>) -> StoredTrackerState?) throws {
        let slash = path.utf8.lastIndex(of: 0x2F)
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        try files.makeFolders(folder)
        // Some file systems of other machines have no such locks. Updates are not merged there.
        let lock = try? files.lock(folder: folder)
        let isChanged = try withExtendedLifetime(lock) {
            guard let next = change(Result { try load() }) else { return false }
            if next.consent == .denied { try deny(next) } else { try save(next) }
            return true
        }
        guard isChanged else { return }
        for path in [path, denialPath] {
            let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
            try? files.removeTemporaries(of: name, in: folder)
        }
        // The file is on the disk. Not every file system can promise that of its name.
        try? files.synchronize(folder: folder)
    }

    private var denialPath: String { path + ".denied" }

    private func save(_ state: StoredTrackerState) throws(JournalError) {
        let bytes = try bytes(of: state)
        let next = min(state.revision, Self.largestRevision - 1) + 1
        let denial = try self.bytes(
            of: StoredTrackerState(
                consent: .denied, revision: next, lastDenial: next, lastPurge: next))
        // First, while there is space.
        if (try? files.contents(of: denialPath, atMost: Self.largestSize)) != denial {
            try files.replace(denialPath, with: denial)
        }
        try files.replace(path, with: bytes)
    }

    /// Saves a denial: by renaming the one that is ready, which takes no space. If there is none that fits, it is written.
    private func deny(_ state: StoredTrackerState) throws(JournalError) {
        let bytes = try bytes(of: state)
        var ready = (try? self.state(at: denialPath)) ?? nil
        if ready?.consent != .denied || ready?.identity != nil { ready = nil }
        let isNewer = ready.map { $0.revision >= state.revision && $0.lastDenial == $0.revision } ?? false
        if isNewer, ready?.queuedEvents == state.queuedEvents, (try? files.rename(denialPath, to: path)) != nil {
            return
        }
        do throws(JournalError) {
            try files.replace(path, with: bytes)
        } catch {
            // Any denial is better than none.
            if ready != nil, (try? files.rename(denialPath, to: path)) != nil { return }
            if (try? self.state(at: path))??.consent != .denied { empty() }
            throw error
        }
    }

    /// Empties the file: nobody takes it for a grant then.
    private func empty() {
        if let file = try? files.open(path, for: .updating) {
            try? file.truncate(to: 0)
        } else {
            _ = try? files.open(path, for: .appendingToNew)
        }
    }

    private func bytes(of state: StoredTrackerState) throws(JournalError) -> [UInt8] {
        guard state.identity?.properties.isTooDeep != true else {
            throw JournalError(
                path: path, expected: "user properties of at most \(Payload.deepestNesting) levels", found: "more")
        }
        var writer = JSONWriter()
        writer.marksDecimals = true
        state.write(to: &writer)
        writer.newline()
        guard writer.count <= Self.largestSize else {
            throw JournalError(path: path, expected: "at most \(Self.largestSize) bytes", found: "\(writer.count)")
        }
        return writer.takeBytes()
    }

    private static let largestSize = 1_000_000
    fileprivate static let largestRevision: UInt64 = 1 << 53
}

extension StoredTrackerState {
    private static var formatVersion: Int64 { 1 }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("v")
        writer.int(Self.formatVersion)
        if let consent {
            writer.key("consent")
            writer.string(consent.rawValue)
        }
        if revision > 0 {
            writer.key("revision")
            writer.int(Int64(min(revision, FileTrackerStore.largestRevision)))
        }
        if lastDenial > 0 {
            writer.key("lastDenial")
            writer.int(Int64(min(lastDenial, FileTrackerStore.largestRevision)))
        }
        if lastPurge > 0 {
            writer.key("lastPurge")
            writer.int(Int64(min(lastPurge, FileTrackerStore.largestRevision)))
        }
        if queuedEvents != .purge {
            writer.key("queuedEvents")
            writer.string(queuedEvents.rawValue)
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
        var state = StoredTrackerState()
        try parser.object(level: 1) { parser, key throws(LineError) in
            switch parser.text(of: key) {
            case "v": version = try parser.integer()
            case "consent":
                guard state.consent == nil else {
                    throw LineError(offset: start, message: "expected one consent, found two")
                }
                state.consent = try parser.word(of: Consent.self, "granted, denied or undecided")
            case "revision": state.revision = try parser.revision()
            case "lastDenial": state.lastDenial = try parser.revision()
            case "lastPurge": state.lastPurge = try parser.revision()
            case "queuedEvents": state.queuedEvents = try parser.word(of: QueuedEvents.self, "purge or deliver")
            case "user": state.identity = try parser.identity(level: 2)
            default: try parser.skipValue(level: 2)
            }
        }
        guard version == Self.formatVersion else {
            let found = version.map(String.init) ?? "none"
            throw LineError(offset: start, message: "expected version \(Self.formatVersion), found \(found)")
        }
        self = state
    }
}

extension JSONParser {
    /// A revision. None of a tracker is nearly as large.
    fileprivate mutating func revision() throws(LineError) -> UInt64 {
        let start = at
        let revision = try unsigned()
        guard revision <= FileTrackerStore.largestRevision else {
            let largest = FileTrackerStore.largestRevision
            throw LineError(offset: start, message: "expected a revision of at most \(largest), found \(revision)")
        }
        return revision
    }
}
#endif
