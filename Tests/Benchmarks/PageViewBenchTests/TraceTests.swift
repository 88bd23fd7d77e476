import Foundation
import NavigationTraces
import TestWatch
import Testing

@testable import PageViewBench

/// The traces that replay is measured with.
@Suite(.watched)
struct TraceTests {
    private func events(_ write: (String) -> Bool) throws -> [TraceEvent] {
        let folder = try TemporaryFolder()
        try #require(write(folder.file("trace")))
        var reader = TraceReader(notation: .jsonLines)
        reader.append(try Data(contentsOf: URL(filePath: folder.file("trace"))))
        reader.finish()
        var events: [TraceEvent] = []
        while let line = try reader.next() {
            if case .event(let event) = line { events.append(event) }
        }
        return events
    }

    @Test("A trace has the requested number of events, has page views, and is deterministic")
    func trace() throws {
        let events = try events(BenchmarkTrace(events: 2_000, sessions: 3, components: 50).write)
        #expect(events.count == 2_000)
        var replay = TraceReplay()
        var count = 0
        for event in events { count += replay.apply(event).count }
        #expect(count > 200)
        let again = try self.events(BenchmarkTrace(events: 2_000, sessions: 3, components: 50).write)
        #expect("\(again)" == "\(events)")
    }

    @Test("All sessions are open before one ends, each with one page view; without names they are one session")
    func sessions() throws {
        for isNamed in [true, false] {
            let events = try events(SessionTrace(sessions: 7, isNamed: isNamed).write)
            #expect(events.count == 28)
            #expect(Set(events.prefix(7).map(\.session)).count == (isNamed ? 7 : 1))
        }
    }
}
