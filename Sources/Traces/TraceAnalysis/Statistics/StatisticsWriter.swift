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

    package mutating func takeBytes() -> [UInt8] { writer.takeBytes() }

    // MARK: A table

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
        writer.member("traces", statistics.traces)
        writer.member("sessions", statistics.sessionCount)
        if statistics.minimumDuration > 0 { writer.member("leftOut", statistics.leftOutCount) }
        writer.member("pages", statistics.allPages) { $0.object($1) }
        writer.member("steps", statistics.allSteps) { writer, counted in
            writer.beginObject()
            writer.member("from", counted.step.from)
            if counted.step.from == nil {
                writer.key("from")
                writer.null()
            }
            writer.member("to", counted.step.to)
            writer.member("times", counted.count)
            writer.endObject()
        }
        writer.endObject()
        writer.newline()
    }
}

extension JSONWriter {
    fileprivate mutating func object(_ page: PageStatistics) {
        beginObject()
        member("page", page.page)
        member("appearances", page.appearances)
        member("counted", page.counted)
        member("manual", page.manual)
        member("neverReady", page.neverReady)
        member("waiting", page.waiting)
        member("neverVisible", page.neverVisible)
        if let share = page.shareLeft {
            key("shareLeft")
            value(.double(share))
        }
        member("timeToReady", page.timeToReady)
        member("timeOnPage", page.timeOnPage)
        endObject()
    }

    private mutating func member(_ key: StaticString, _ durations: Durations) {
        guard durations.count > 0 else { return }
        self.key(key)
        beginObject()
        member("count", durations.count)
        member("p50", seconds: durations.percentile(50))
        member("p95", seconds: durations.percentile(95))
        member("max", seconds: durations.longest)
        endObject()
    }
}
