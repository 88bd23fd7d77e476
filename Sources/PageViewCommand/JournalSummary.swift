import PageViewDelivery
import AnalyticsJSON
import PageViewTracking

/// What `pageview journal stat` says: a line a fact, or one object of JSON (rule JR-013).
struct JournalSummary {
    /// Writes the summary of a folder, if there is one.
    static func write(of folder: String?, asJSON: Bool) {
        guard let folder else { return }
        do throws(JournalError) {
            let statistics = try JournalStatistics(directory: folder)
            if asJSON {
                Terminal.write(json(statistics))
            } else {
                for line in lines(statistics) { Terminal.writeLine(line) }
            }
        } catch {
            Terminal.complain(.unreadableInput, "\(error)")
        }
    }

    private static func numbers(_ statistics: JournalStatistics) -> [(name: String, value: Int)] {
        [
            ("segments", statistics.segments), ("in use", statistics.segmentsInUse), ("records", statistics.records),
            ("acknowledged", statistics.acknowledged), ("bytes", statistics.bytes), ("problems", statistics.problems),
            ("quarantined", statistics.quarantined),
        ]
    }

    private static func times(_ statistics: JournalStatistics) -> [(name: String, value: WallTime?)] {
        [("oldest", statistics.oldest), ("newest", statistics.newest)]
    }

    private static func lines(_ statistics: JournalStatistics) -> [String] {
        let numbers = numbers(statistics).map { ($0.name, String($0.value)) }
        let times = times(statistics).map { ($0.name, $0.value?.description ?? "none") }
        return (numbers + times).map { name, value in
            name + String(repeating: " ", count: 14 - name.utf8.count) + value
        }
    }

    private static func json(_ statistics: JournalStatistics) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        for (name, value) in numbers(statistics) {
            writer.key(name == "in use" ? "segmentsInUse" : name)
            writer.int(Int64(value))
        }
        for (name, value) in times(statistics) {
            writer.key(name)
            if let value { writer.string(value.description) } else { writer.null() }
        }
        writer.endObject()
        writer.newline()
        return writer.takeBytes()
    }
}
