#if !os(Windows) && !os(WASI)
import PageViewTracking
import AnalyticsJSON

/// A store in one small JSON file, for trackers in any processes of one machine (CO-006, JR-011).
///
/// A second file beside it has the same name with `.denied` appended. It contains a prepared denial, which can replace the file
/// by a rename. So saving a denial needs no disk space.
public struct FileTrackerStore: TrackerStore, PermissionCheckingStore {
    private let path: String
    private let files: any FileSystem

    /// Creates a store.
    ///
    /// - Parameter path: The path of the file. The first update creates the file and the folders above it.
    public init(path: String) {
        self.init(path: path, in: SystemFileSystem())
    }

    package init(path: String, in files: any FileSystem) {
        (self.path, self.files) = (path, files)
    }

    /// Returns the stored state; `nil` if there is no file.
    ///
    /// - Throws: ``JournalError`` if the file cannot be read, belongs to another OS user, or is damaged.
    public func load() throws -> StoredTrackerState? {
        _ = try files.check(folder: folder)
        return try state(at: path)
    }

    private var folder: String {
        guard let slash = path.utf8.lastIndex(of: 0x2F) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private func state(at path: String) throws(JournalError) -> StoredTrackerState? {
        guard let bytes = try files.contents(of: path, atMost: Self.largestSize, isOwn: true) else { return nil }
        var parser = JSONParser(bytes, bytes.indices)
        parser.readsDecimals = true
        do throws(LineError) {
            let state = try StoredTrackerState(from: &parser)
            try parser.finish()
            return state
        } catch {
            throw JournalError(
                path: path, expected: "the state of a tracker", found: "byte \(error.offset): \(error.message)",
                isDamage: true)
        }
    }

    /// A number that changes with the contents of the file.
    public var version: UInt64 { (try? files.status(of: path))?.version ?? 0 }

    /// Changes the stored state atomically.
    ///
    /// When this function returns, the new state is on the disk, as far as the file system can promise that.
    ///
    /// - Throws: ``JournalError`` if the state cannot be saved. The previous state then stays. But a grant does not stay
    ///   if a denial cannot be saved. As a last resort, the store empties the file, because an empty file is not a grant. It
    ///   keeps a file that holds a denial or `undecided`.
    public func update(_ change: (Result<StoredTrackerState?, any Error>) -> StoredTrackerState?) throws {
        try files.makeFolders(folder)
        _ = try files.check(folder: folder)
        // Some network file systems have no such locks. The store does not merge updates there.
        let lock = try? files.lock(folder: folder)
        let isChanged = try withExtendedLifetime(lock) {
            guard let next = change(Result { try load() }) else { return false }
            if next.consent == .denied { try deny(next) } else { try save(next) }
            return true
        }
        guard isChanged else { return }
        for path in [path, denialPath] {
            let name = path.utf8.lastIndex(of: 0x2F).map { path[path.index(after: $0)...] } ?? path[...]
            try? files.removeTemporaries(of: name, in: folder)
        }
        // The contents are on the disk. Some file systems cannot promise the same for the name.
        try? files.synchronize(folder: folder)
    }

    package var warning: String? {
        (try? files.check(folder: folder)).flatMap(\.self).map { "other users can remove the decision: \($0)" }
    }

    private var denialPath: String { path + ".denied" }

    private func save(_ state: StoredTrackerState) throws(JournalError) {
        let bytes = try bytes(of: state)
        let next = min(state.revision, Self.largestRevision - 1) + 1
        let denial = try self.bytes(
            of: StoredTrackerState(
                consent: .denied, revision: next, lastDenial: next, lastPurge: next))
        // The store prepares the denial first, while there is space.
        if (try? files.contents(of: denialPath, atMost: Self.largestSize)) != denial {
            try files.replace(denialPath, with: denial)
        }
        try files.replace(path, with: bytes)
    }

    /// Saves a denial. Renames the prepared denial if it fits, because that needs no space; otherwise writes a new file.
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
            // A stored denial is not a grant, and neither is a missing decision.
            let stored = (try? self.state(at: path))??.consent
            if stored != .denied, stored != .undecided { empty() }
            throw error
        }
    }

    /// Empties the file, because an empty file is not a grant.
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
    private static var formatVersion: Int { 1 }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("v", Self.formatVersion)
        if let consent { writer.member("consent", consent.rawValue) }
        let revisions: [(StaticString, UInt64)] = [
            ("revision", revision), ("lastDenial", lastDenial), ("lastPurge", lastPurge),
        ]
        for (key, value) in revisions where value > 0 {
            writer.member(key, Int(min(value, FileTrackerStore.largestRevision)))
        }
        if queuedEvents != .purge { writer.member("queuedEvents", queuedEvents.rawValue) }
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
        guard version == Int64(Self.formatVersion) else {
            let found = version.map(String.init) ?? "none"
            throw LineError(offset: start, message: "expected version \(Self.formatVersion), found \(found)")
        }
        self = state
    }
}

extension JSONParser {
    /// Reads a revision. No tracker reaches the limit.
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
