import AnalyticsJSON
import PageViewAutomation

/// Writes an audit as JSON Lines (AU-208).
package struct AuditJSON {
    private var writer = JSONWriter()
    private let files: [String]

    /// Creates a writer. With several files, each line has the name of its file.
    package init(files: [String]) {
        self.files = files
    }

    package mutating func takeBytes() -> [UInt8] { writer.takeBytes() }

    package var count: Int { writer.count }

    package mutating func write(_ entry: AuditEntry) {
        writer.beginObject()
        if files.count > 1, let file = entry.file, files.indices.contains(file) { string("file", files[file]) }
        if let line = entry.line { int("line", line) }
        if let pageView = entry.pageView { int("pageView", pageView) }
        if let session = entry.session { string("session", session) }
        string("outcome", entry.outcome.name)
        if let name = entry.name { string("name", name) }
        if let page = entry.page { string("page", page) }
        if let time = entry.time { seconds("t", time) }
        if let sequence = entry.sequence { int("seq", sequence) }
        if let of = entry.of { int("of", of) }
        if let into = entry.into { int("into", into) }
        if let delay = entry.delay { seconds("delay", delay) }
        if entry.outcome.hasCause {
            string("cause", entry.cause.name)
            if !entry.cause.rules.isEmpty {
                writer.key("rules")
                writer.value(.array(entry.cause.rules.map { .string($0) }))
            }
        }
        end()
    }

    package mutating func write(_ clock: AuditClock) {
        writer.beginObject()
        writer.key("clock")
        if let session = clock.session { writer.string(session) } else { writer.null() }
        seconds("offset", clock.offset)
        int("matches", clock.matches)
        end()
    }

    package mutating func write(_ summary: AuditSummary) {
        writer.beginObject()
        writer.key("summary")
        writer.beginObject()
        int("sent", summary.sent)
        for outcome in AuditOutcome.allCases where outcome != .missing { int(outcome.name, summary[outcome]) }
        int("pageViews", summary.pageViews)
        int("missing", summary[.missing])
        if summary.minimumDuration != nil { int("leftOut", summary.leftOutCount) }
        writer.endObject()
        writer.key("causes")
        writer.beginObject()
        for cause in summary.causes { int("\(cause.outcome.name)/\(cause.cause.name)", cause.count) }
        writer.endObject()
        end()
    }

    private mutating func end() {
        writer.endObject()
        writer.newline()
    }

    private mutating func string(_ key: StaticString, _ value: String) {
        writer.key(key)
        writer.string(value)
    }

    private mutating func int(_ key: String, _ value: Int) {
        writer.key(key)
        writer.int(Int64(value))
    }

    private mutating func seconds(_ key: StaticString, _ nanoseconds: Int64) {
        writer.key(key)
        writer.seconds(Self.rounded(nanoseconds))
    }

    static func rounded(_ nanoseconds: Int64) -> Int64 {
        let half: Int64 = nanoseconds < 0 ? -500_000 : 500_000
        let (sum, overflow) = nanoseconds.addingReportingOverflow(half)
        return (overflow ? nanoseconds : sum) / 1_000_000 * 1_000_000
    }
}
