#if !os(Windows) && !os(WASI)
import PageViewAutomation

// The few calls to the system that a recording needs; Foundation would make a program many times as large.
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// What the system refused a recording.
public struct RecordingError: Error, Sendable, Hashable {
    /// The file.
    public let path: String
    /// What was wanted.
    public let expected: String
    /// What the system said.
    public let found: String

    static func system(_ path: String, _ expected: String) -> RecordingError {
        // The systems do not agree on whether it can be missing.
        let text: UnsafeMutablePointer<CChar>? = unsafe strerror(errno)
        let words = unsafe text.map { unsafe String(cString: $0) } ?? "error \(errno)"
        return RecordingError(path: path, expected: expected, found: words)
    }
}

extension RecordingError: CustomStringConvertible {
    /// `PATH: expected …, found …`.
    public var description: String { "\(path): expected \(expected), found \(found)" }
}

/// A new file that whole lines are added to.
struct RecordingFile: ~Copyable {
    private let path: String
    private let descriptor: Int32
    /// Where the last whole line ends.
    private(set) var size = 0
    /// Whether what follows that could not be taken back.
    private var hasPartialLine = false

    /// Makes a file, readable by its owner alone; one that is there already is not touched.
    init(_ path: String) throws(RecordingError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC
        // The system would take what stands before a NUL for the path.
        let end = path.utf8.firstIndex(of: 0)
        descriptor = end == nil ? unsafe path.withCString { unsafe open($0, flags, mode_t(0o600)) } : -1
        self.path = path
        if let end {
            throw RecordingError(
                path: String(path.prefix(upTo: end)), expected: "a path without NUL", found: "one after that")
        }
        guard descriptor >= 0 else { throw .system(path, "to make a new file") }
    }

    /// Opens a file that is there, as it is.
    init(existing path: String) throws(RecordingError) {
        descriptor = unsafe path.withCString { unsafe open($0, O_WRONLY | O_APPEND | O_CLOEXEC) }
        self.path = path
        guard descriptor >= 0 else { throw .system(path, "to open the file") }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Hands whole lines to the operating system, all or none of them.
    mutating func append(_ lines: [UInt8]) throws(RecordingError) {
        if hasPartialLine { try removePartialLine() }
        var written = 0
        while written < lines.count {
            let count = unsafe lines.withUnsafeBytes { bytes in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
                #if canImport(Darwin)
                return unsafe Darwin.write(descriptor, rest.baseAddress, rest.count)
                #elseif canImport(Glibc)
                return unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
                #elseif canImport(Musl)
                return unsafe Musl.write(descriptor, rest.baseAddress, rest.count)
                #elseif canImport(Android)
                return unsafe Android.write(descriptor, rest.baseAddress, rest.count)
                #endif
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                let error = RecordingError.system(path, "to write \(lines.count) bytes")
                hasPartialLine = written > 0
                try? removePartialLine()
                throw error
            }
            written += count
        }
        size += lines.count
    }

    /// Takes half a line back that was written when the system refused the rest.
    private mutating func removePartialLine() throws(RecordingError) {
        guard hasPartialLine else { return }
        guard ftruncate(descriptor, off_t(size)) == 0 else { throw .system(path, "to cut the file off") }
        hasPartialLine = false
    }
}

/// The file of a recording, what is to be handed over to it next, and what has become of the lines (rule RC-005).
struct RecordingOutput: ~Copyable {
    /// Whether the system takes lines.
    private enum State {
        /// It does.
        case writing
        /// It refused some: the rest of the recording means nothing without them.
        case refused
        /// It does again, and the recording has to begin anew.
        case restarting
    }

    var file: RecordingFile
    private let notation: TraceNotation
    private let limit: Int
    private var pending: [UInt8] = []
    private var pendingLines: UInt64 = 0
    private(set) var statistics = TraceFileRecorder.Statistics()
    private var state = State.writing
    /// Whether there was no available for a line; there is none for those after it either.
    private var isFull = false
    /// How many lines are missing where the file ends.
    private var missingLines: UInt64 = 0

    init(_ file: consuming RecordingFile, _ notation: TraceNotation, limit: Int) {
        self.file = file
        self.notation = notation
        self.limit = limit
    }

    /// Whether lines mean something only if the recording begins anew with them.
    var isInterrupted: Bool { state != .writing }

    /// How many bytes wait to be handed over.
    var pendingCount: Int { pending.count }

    // MARK: Lines

    /// Adds lines that have come, as many as there is available for. `ends` tells where each of them ends.
    mutating func add(_ bytes: [UInt8], ends: [Int]) {
        let available = limit - file.size - pending.count - (missingLines == 0 ? 0 : missingNote.count)
        let fittingCount = isFull ? 0 : ends.prefix { $0 <= available }.count
        isFull = fittingCount < ends.count
        if fittingCount > 0 { pending += bytes[..<ends[fittingCount - 1]] }
        pendingLines += UInt64(fittingCount)
        statistics.lostLines += UInt64(ends.count - fittingCount)
    }

    /// Counts lines that could only have followed what was lost.
    mutating func countLost(_ count: Int) {
        statistics.lostLines += UInt64(count)
        missingLines += UInt64(count)
    }

    /// What comes next begins anew: it needs nothing of what was lost.
    mutating func restart() { state = .writing }

    // MARK: The system

    /// Hands over what has come together; the error, if it is news.
    mutating func flush() -> RecordingError? {
        guard state == .writing else { return nil }
        guard !pending.isEmpty else { return nil }
        defer {
            pending.removeAll(keepingCapacity: true)
            pendingLines = 0
        }
        do throws(RecordingError) {
            try file.append(missingLines == 0 ? pending : missingNote + pending)
            missingLines = 0
            statistics.writtenLines += pendingLines
            return nil
        } catch {
            countLost(Int(clamping: pendingLines))
            statistics.lastError = error
            state = .refused
            return error
        }
    }

    /// Whether the system takes lines again that it refused; the first that it has is a note of how many are missing. From then
    /// on the recording has to begin anew.
    mutating func retry() -> Bool {
        guard state == .refused else { return state == .restarting }
        let note = missingNote
        guard file.size + note.count <= limit else { return false }
        do throws(RecordingError) {
            try file.append(note)
        } catch {
            statistics.lastError = error
            return false
        }
        missingLines = 0
        state = .restarting
        return true
    }

    /// A line that says that some are missing, so that nobody trusts a replay across it.
    private var missingNote: [UInt8] {
        var printer = TracePrinter(notation: notation)
        printer.print(.event(TraceEvent(.note("\(missingLines) lines are missing here"))))
        return printer.takeBytes()
    }
}
#endif
