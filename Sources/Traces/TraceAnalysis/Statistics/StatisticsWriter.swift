import NavigationTraces
import AnalyticsJSON
import PageViewAutomation

/// Writes statistics as tables for people, or as JSON (ST-001, ST-002).
package struct StatisticsWriter {
    private var writer = JSONWriter()

    private let isPrecise: Bool

    /// Creates a writer of tables, with exact or rounded times, or of JSON.
    package init(isPrecise: Bool = false) {
        self.isPrecise = isPrecise
    }

    /// Returns the written UTF-8, and clears the buffer.
    package mutating func takeBytes() -> [UInt8] { writer.takeBytes() }

    // MARK: A table

    /// Writes a table of the pages, and a table of the most frequent steps.
    package mutating func writeTables(_ statistics: TraceStatistics, steps limit: Int) {
        let pages = statistics.allPages
        let head = [
            "page", "appearances", "counted", "by hand", "left before ready", "never seen", "ready after: p50", "p95",
            "max",
            "on page: p50", "p95", "max",
        ]
        write(
            [head]
                + pages.map { page in
                    [
                        "\(page.page)".printable, "\(page.appearances)", "\(page.counted)", "\(page.manual)",
                        Self.left(page), "\(page.neverVisible)",
                    ] + columns(page.timeToReady) + columns(page.timeOnPage)
                })
        if statistics.minimumDuration > 0 {
            let count = statistics.leftOutCount
            let time = Timestamp.seconds(of: statistics.minimumDuration, isPrecise: isPrecise)
            let what = count == 1 ? "appearance that was" : "appearances that were"
            writer.raw("\nleft out: \(count) \(what) current for less than \(time) s\n")
        }
        let steps = statistics.allSteps
        guard !steps.isEmpty else { return }
        writer.newline()
        let total = steps.reduce(0) { $0 + $1.count }
        let shown = steps.prefix(limit)
        let rest = steps.dropFirst(limit)
        let restTotal = rest.reduce(0) { $0 + $1.count }
        let share = { (count: Int) in Self.percent(Double(count) / Double(total)) }
        let restRow = ["(\(rest.count) \(shown.isEmpty ? "in all" : "more"))", "", "\(restTotal)", share(restTotal)]
        write(
            [["from", "to", "times", "share"]]
                + shown.map { step, count in
                    [
                        step.from.map { "\($0)".printable } ?? "(first)", "\(step.to)".printable, "\(count)",
                        share(count),
                    ]
                } + (rest.isEmpty ? [] : [restRow]), textColumns: 2)
    }

    private static func left(_ page: PageStatistics) -> String {
        page.shareLeft.map { "\(page.neverReady) (\(percent($0)))" } ?? "\(page.neverReady)"
    }

    private func columns(_ durations: Durations) -> [String] {
        [durations.percentile(50), durations.percentile(95), durations.longest].map { duration in
            duration.map { "\(Timestamp.seconds(of: $0, isPrecise: isPrecise)) s" } ?? "–"
        }
    }

    /// Returns a share in percent, rounded to a tenth.
    private static func percent(_ share: Double) -> String {
        let tenths = Int((share * 1_000).rounded())
        return "\(tenths / 10).\(tenths % 10) %"
    }

    /// Writes rows in columns as wide as their widest cells. Texts are aligned left, numbers right.
    private mutating func write(_ rows: [[String]], textColumns: Int = 1) {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        for row in rows {
            for (column, cell) in row.enumerated() {
                if column > 0 { writer.raw("  ") }
                let space = String(repeating: " ", count: widths[column] - cell.count)
                let isLast = column == row.count - 1
                writer.raw(column < textColumns ? cell + (isLast ? "" : space) : space + cell)
            }
            writer.newline()
        }
    }

    // MARK: JSON

    /// Writes the statistics as one JSON object on a line of its own.
    package mutating func writeObject(_ statistics: TraceStatistics) {
        writer.beginObject()
        number("traces", statistics.traces)
        number("sessions", statistics.sessionCount)
        if statistics.minimumDuration > 0 { number("leftOut", statistics.leftOutCount) }
        writer.key("pages")
        writer.beginArray()
        for page in statistics.allPages {
            writer.separate()
            write(page)
        }
        writer.endArray()
        writer.key("steps")
        writer.beginArray()
        for (step, count) in statistics.allSteps {
            writer.separate()
            writer.beginObject()
            writer.key("from")
            if let from = step.from { write(from) } else { writer.null() }
            writer.key("to")
            write(step.to)
            number("times", count)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        writer.newline()
    }

    private mutating func write(_ page: PageStatistics) {
        writer.beginObject()
        writer.key("page")
        write(page.page)
        number("appearances", page.appearances)
        number("counted", page.counted)
        number("manual", page.manual)
        number("neverReady", page.neverReady)
        number("waiting", page.waiting)
        number("neverVisible", page.neverVisible)
        if let share = page.shareLeft {
            writer.key("shareLeft")
            writer.value(.double(share))
        }
        durations("timeToReady", page.timeToReady)
        durations("timeOnPage", page.timeOnPage)
        writer.endObject()
    }

    private mutating func write(_ page: PageContext) {
        writer.beginObject()
        writer.key("name")
        writer.string(page.name.rawValue)
        if let context = page.context {
            writer.key("context")
            writer.string(context.rawValue)
        }
        writer.endObject()
    }

    private mutating func durations(_ key: String, _ durations: Durations) {
        guard let longest = durations.longest, let half = durations.percentile(50), let most = durations.percentile(95)
        else { return }
        writer.key(key)
        writer.beginObject()
        number("count", durations.count)
        for (name, nanoseconds) in [("p50", half), ("p95", most), ("max", longest)] {
            writer.key(name)
            writer.seconds(nanoseconds)
        }
        writer.endObject()
    }

    private mutating func number(_ key: String, _ number: Int) {
        writer.key(key)
        writer.int(Int64(number))
    }
}
