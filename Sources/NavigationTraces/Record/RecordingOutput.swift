#if !os(Windows) && !os(WASI)
import PageViewAutomation

/// The file of a recording, what is to be handed over to it next, and what has become of the lines (rule RC-005).
struct RecordingOutput: ~Copyable {
    /// Whether the system takes lines.
    private enum Course {
        /// It does.
        case writing
        /// It refused some: the rest of the recording means nothing without them.
        case refused
        /// It does again, and the recording has to begin anew.
        case beginningAnew
    }

    var file: RecordingFile
    private let notation: TraceNotation
    private let limit: Int
    private var pending: [UInt8] = []
    private var pendingLines: UInt64 = 0
    private(set) var statistics = TraceFileRecorder.Statistics()
    private var course = Course.writing
    /// Whether there was no room for a line; there is none for those after it either.
    private var isFull = false
    /// How many lines are missing where the file ends.
    private var missingLines: UInt64 = 0

    init(_ file: consuming RecordingFile, _ notation: TraceNotation, limit: Int) {
        self.file = file
        self.notation = notation
        self.limit = limit
    }

    /// Whether lines mean something only if the recording begins anew with them.
    var isInterrupted: Bool { course != .writing }

    /// How many bytes wait to be handed over.
    var pendingCount: Int { pending.count }

    // MARK: Lines

    /// Adds lines that have come, as many as there is room for. `ends` tells where each of them ends.
    mutating func add(_ bytes: [UInt8], ends: [Int]) {
        let room = limit - file.size - pending.count - (missingLines == 0 ? 0 : missingNote.count)
        let fitting = isFull ? 0 : ends.prefix { $0 <= room }.count
        isFull = fitting < ends.count
        if fitting > 0 { pending += bytes[..<ends[fitting - 1]] }
        pendingLines += UInt64(fitting)
        statistics.lostLines += UInt64(ends.count - fitting)
    }

    /// Counts lines that could only have followed what was lost.
    mutating func drop(_ count: Int) {
        statistics.lostLines += UInt64(count)
        missingLines += UInt64(count)
    }

    /// What comes next begins anew: it needs nothing of what was lost.
    mutating func beginAnew() { course = .writing }

    // MARK: The system

    /// Hands over what has come together; the error, if it is news.
    mutating func hand() -> RecordingError? {
        guard course == .writing else { return nil }
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
            drop(Int(clamping: pendingLines))
            statistics.lastError = error
            course = .refused
            return error
        }
    }

    /// Whether the system takes lines again that it refused; the first that it has is a note of how many are missing. From then
    /// on the recording has to begin anew.
    mutating func isTakenAgain() -> Bool {
        guard course == .refused else { return course == .beginningAnew }
        let note = missingNote
        guard file.size + note.count <= limit else { return false }
        do throws(RecordingError) {
            try file.append(note)
        } catch {
            statistics.lastError = error
            return false
        }
        missingLines = 0
        course = .beginningAnew
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
