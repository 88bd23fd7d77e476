#if !os(Windows) && !os(WASI)
import PageViewAutomation
import PageViewLifecycle

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// An error while a recording is created or written.
public struct RecordingError: Error, Sendable, Hashable, CustomStringConvertible {
    package let path: String
    let expected: String
    let found: String

    /// `PATH: expected …, found …`.
    public var description: String { "\(path): expected \(expected), found \(found)" }

    fileprivate static func system(_ path: String, _ expected: String) -> RecordingError {
        RecordingError(path: path, expected: expected, found: SystemCalls.message(of: errno))
    }
}

/// Opens a file. `expected` describes the operation in an error.
private func openFile(_ path: String, _ flags: Int32, expected: String) throws(RecordingError) -> Int32 {
    // The system would use only the part before a NUL as the path.
    if let end = path.utf8.firstIndex(of: 0) {
        throw RecordingError(
            path: String(path[..<end]), expected: "a path without NUL", found: "NUL after that")
    }
    let descriptor = unsafe path.withCString { path in
        SystemCalls.retry { Int(unsafe open(path, flags | O_CLOEXEC, mode_t(0o600))) }
    }
    guard descriptor >= 0 else { throw .system(path, expected) }
    return Int32(descriptor)
}

package enum TraceFile {
    package static func bytes(of path: String) throws(RecordingError) -> [UInt8] {
        let descriptor = try openFile(path, O_RDONLY, expected: "to open the file")
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { buffer in
                unsafe SystemCalls.readPart(into: buffer, from: descriptor)
            }
            guard count >= 0 else { throw .system(path, "to read the file") }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }
}

/// A new file to which whole lines are appended (RC-005).
struct RecordingFile: ~Copyable {
    private let path: String
    private let descriptor: Int32
    /// The position after the last whole line.
    private(set) var size = 0
    /// Whether a part of a line follows that could not be removed.
    private var hasPartialLine = false

    /// Creates a file that only its owner can read. Fails if the file exists, unless `isNew` is `false`.
    init(_ path: String, isNew: Bool = true) throws(RecordingError) {
        descriptor = try openFile(
            path, O_WRONLY | O_APPEND | (isNew ? O_CREAT | O_EXCL : 0), expected: "to make a new file")
        self.path = path
    }

    deinit { close(descriptor) }

    /// Writes all of the lines, or none if the system rejects some.
    mutating func append(_ lines: [UInt8]) throws(RecordingError) {
        try removePartialLine()
        var written = 0
        while written < lines.count {
            let count = unsafe lines.withUnsafeBytes { bytes in
                unsafe SystemCalls.writePart(
                    of: UnsafeRawBufferPointer(rebasing: bytes[written...]), to: descriptor)
            }
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

    /// Removes all lines, and on demand the file. A file that has been moved still becomes empty.
    mutating func clear(removingFile: Bool) -> RecordingError? {
        let isKept = unsafe removingFile && path.withCString { unsafe unlink($0) } != 0 && errno != ENOENT
        let error = isKept ? RecordingError.system(path, "to remove the recording") : nil
        (size, hasPartialLine) = (0, true)
        do { try removePartialLine() } catch { return error }
        return error
    }

    private mutating func removePartialLine() throws(RecordingError) {
        guard hasPartialLine else { return }
        guard ftruncate(descriptor, off_t(size)) == 0 else { throw .system(path, "to truncate the file") }
        hasPartialLine = false
    }
}

/// The file of a recording, its pending lines and its statistics (RC-005).
struct RecordingOutput: ~Copyable {
    private enum State {
        case writing
        /// The system rejected lines. Later lines are useless without them.
        case failed
        /// The system accepts lines again. The recording must restart from a snapshot.
        case restarting
        /// A denial has ended the recording.
        case ended
    }

    var file: RecordingFile
    private let notation: TraceNotation
    private let limit: Int
    private var pending: [UInt8] = []
    private var pendingLines: UInt64 = 0
    private(set) var writtenLines: UInt64 = 0
    private(set) var lostLines: UInt64 = 0
    private var state = State.writing
    /// Whether a line did not fit into the limit. All later lines are lost too.
    private var isFull = false
    /// The number of lines that are missing at the end of the file.
    private var missingLines: UInt64 = 0

    init(_ file: consuming RecordingFile, _ notation: TraceNotation, limit: Int) {
        self.file = file
        self.notation = notation
        self.limit = limit
    }

    /// Whether lines are useless until the recording restarts.
    var isInterrupted: Bool { state != .writing }

    var pendingCount: Int { pending.count }

    /// The number of bytes that further lines may have.
    var available: Int {
        isFull ? 0 : max(0, limit - file.size - pending.count - (missingLines == 0 ? 0 : missingNote.count))
    }

    /// Adds lines to the pending ones, up to the limit. `ends` contains the end of each printed line. `lineCount` also
    /// includes the lines that were not printed, because they exceed the limit.
    mutating func add(_ bytes: [UInt8], ends: [Int], lineCount: Int) {
        let available = available
        let fittingCount = isFull ? 0 : ends.prefix { $0 <= available }.count
        isFull = fittingCount < lineCount
        if fittingCount > 0 { pending += bytes[..<ends[fittingCount - 1]] }
        pendingLines += UInt64(fittingCount)
        lostLines += UInt64(lineCount - fittingCount)
    }

    mutating func countLost(_ count: Int) {
        lostLines += UInt64(count)
        missingLines += UInt64(count)
    }

    mutating func restart() { state = .writing }

    /// Removes all lines. If the recording ends, it also removes the file, and ignores further lines (RC-009).
    mutating func clear(isEnding: Bool) -> RecordingError? {
        if isEnding { state = .ended }
        (pending, pendingLines, missingLines, isFull) = ([], 0, 0, false)
        return file.clear(removingFile: isEnding)
    }

    /// Writes the pending lines. Returns the error if the system rejects them.
    mutating func flush() -> RecordingError? {
        guard state == .writing, !pending.isEmpty else { return nil }
        defer {
            pending.removeAll(keepingCapacity: true)
            pendingLines = 0
        }
        do throws(RecordingError) {
            try file.append(missingLines == 0 ? pending : missingNote + pending)
            missingLines = 0
            writtenLines += pendingLines
            return nil
        } catch {
            countLost(Int(clamping: pendingLines))
            state = .failed
            return error
        }
    }

    /// Returns whether the system accepts lines again after it rejected some.
    ///
    /// The first accepted line is the note about missing lines. After that the recording must restart.
    mutating func retry() -> Bool {
        guard state == .failed else { return state == .restarting }
        let note = missingNote
        guard file.size + note.count <= limit, (try? file.append(note)) != nil else { return false }
        missingLines = 0
        state = .restarting
        return true
    }

    /// A note with the number of missing lines. It warns readers that a replay across it is wrong.
    private var missingNote: [UInt8] {
        var printer = TracePrinter(notation: notation)
        printer.print(.event(TraceEvent(.note("\(missingLines) lines are missing here"))))
        return printer.takeBytes()
    }
}
#endif
