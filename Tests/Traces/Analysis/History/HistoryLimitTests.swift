import TraceAnalysis
import NavigationTraces
import PageViewAutomation
import TestSupport
import Testing

/// The limits of histories and statistics (EX-006, ST-003).
@Suite(.watched)
struct HistoryLimitTests {
    private func limits(entries: Int = 3, sessions: Int = 2, nameBytes: Int = .max) -> HistoryWriter.Limits {
        var limits = HistoryWriter.Limits()
        (limits.entries, limits.sessions, limits.nameBytes) = (entries, sessions, nameBytes)
        return limits
    }

    /// Returns the number of the first line that exceeds a limit, and the history up to that line.
    private func read(_ text: String, _ limits: HistoryWriter.Limits) -> (line: Int?, TraceHistory) {
        var writer = HistoryWriter(limits: limits)
        for (number, line) in zip(1..., Reading(text, .lines).lines) {
            writer.take(line, number: number)
            if writer.excess != nil { return (number, writer.finish()) }
        }
        return (nil, writer.finish())
    }

    @Test("A history reports the first line that exceeds the limit of entries, and keeps the entries")
    func entriesAreLimited() {
        let (line, kept) = read("0 note a\n0 note b\n1 didAppear c\n2 note d\n3 note e\n", limits())
        #expect(line == 4 && kept.items.count == 4)
        #expect(read("0 note a\n0 note b\n0 note c\n", limits()).line == nil)
        #expect(read(String(repeating: "0 sceneBackground\n0 sceneForeground\n", count: 9), limits()).line == 7)
        #expect(read(String(repeating: "0 record page=a\n", count: 9), limits()).line == 4)
    }

    @Test("A history reports more open sessions than the limit, and does not count ended ones")
    func sessionsAreLimited() {
        func open(_ name: String) -> String { "0 create a session=\(name)\n" }
        #expect(read(open("a") + open("b") + open("c"), limits()).line == 3)
        #expect(read(open("a") + open("b") + "0 sessionEnd session=a\n" + open("c"), limits()).line == nil)
    }

    @Test("A history reports short lines that repeat a long name too often")
    func namesAreLimited() {
        let name = String(repeating: "x", count: 1_000)
        let text = "0 create \(name) page=a\n0 didAppear \(name)\n" + String(repeating: "1 interaction tap\n", count: 9)
        // The name is kept in the label of the current page and in the page of each of three interactions.
        #expect(read(text, limits(entries: .max, nameBytes: 4_000)).line == 5)
        #expect(read(text, limits(entries: .max)).line == nil)
    }

    @Test("The message states the limit and the remedy")
    func messages() {
        var writer = HistoryWriter(limits: limits(entries: 0))
        writer.take(.event(TraceEvent(time: .zero, .note("a"))), number: 1)
        #expect(
            writer.excess
                == "expected at most 0 appearances, current pages and others, found more; select a session, or cut the trace by sessions (SC-002)"
        )
    }

    @Test("Statistics report more open sessions than the limit")
    func statisticsAreLimited() {
        var statistics = TraceStatistics(mostSessions: 1)
        let lines = Reading("0 create a session=a\n0 sessionEnd session=a\n0 create a session=b\n", .lines).lines
        for line in lines { statistics.take(line) }
        #expect(statistics.excess == nil)
        statistics.take(.event(TraceEvent(time: .zero, session: "c", .note("x"))))
        #expect(
            statistics.excess
                == "expected at most 1 sessions open at a time, found more; end sessions with sessionEnd, or cut the trace by sessions (SC-002)"
        )
    }

    @Test("An item of a history is a reference, and an appearance takes at most 600 bytes")
    func sizes() {
        #expect(MemoryLayout<TraceHistory.Item>.size == MemoryLayout<Int>.size)
        #expect(MemoryLayout<AppearanceStory>.size <= 600, "\(MemoryLayout<AppearanceStory>.size)")
    }
}
