#if !os(Windows) && !os(WASI)
import PageViewTracking
import AnalyticsJSON

/// What was found in segments and is no event, kept for whoever wants to know (rule JR-010).
///
/// A file of JSON Lines. The bytes are in it as a text of which each character is the byte of that number, so that
/// nothing is lost whatever they are.
struct Quarantine {
    static let name = "quarantine.jsonl"
    /// How many bytes the file may have before no more is added.
    static let largestSize = 1 << 20
    /// How many bytes of one place are kept.
    static let mostBytes = 4 << 10

    /// Adds a place, unless there is no more room; whether it was added.
    static func add(_ problem: JournalProblem, in folder: JournalFolder) throws(JournalError) -> Bool {
        let text = try text(of: problem, in: folder.files)
        let file = try folder.files.open(folder.file(name), for: .appending)
        let size = try file.status.size
        guard size < largestSize else { return false }
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("path")
        writer.string(problem.path)
        writer.key("line")
        writer.int(Int64(problem.line))
        writer.key("offset")
        writer.int(Int64(problem.offset))
        writer.key("length")
        writer.int(Int64(problem.length))
        writer.key("message")
        writer.string(problem.message)
        writer.key("bytes")
        writer.string(text)
        writer.endObject()
        writer.newline()
        do throws(JournalError) {
            let line = writer.takeBytes()[...]
            try file.writeAll(line.span)
        } catch {
            // A line is all there, or not at all.
            try? file.truncate(to: size)
            throw error
        }
        // A purge may have removed the segment since it was read, and the quarantine before this line was in it.
        guard try folder.files.status(of: problem.path) == nil else { return true }
        try file.truncate(to: size)
        if size == 0 { try folder.files.remove(file.path) }
        return false
    }

    /// How many places are in it.
    static func count(in folder: JournalFolder) throws(JournalError) -> Int {
        let bytes = try folder.files.contents(of: folder.file(name), atMost: largestSize + 8 * mostBytes)
        return bytes?.count { $0 == 0x0A } ?? 0
    }

    private static func text(of problem: JournalProblem, in files: any FileSystem) throws(JournalError) -> String {
        let file = try files.open(problem.path, for: .reading)
        try file.seek(to: problem.offset)
        var text = String.UnicodeScalarView()
        for byte in try file.read(min(problem.length, mostBytes)) { text.append(Unicode.Scalar(byte)) }
        return String(text)
    }
}
#endif
