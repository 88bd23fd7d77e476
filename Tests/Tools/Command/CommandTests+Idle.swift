import Foundation
import Testing

extension CommandTests {
    /// Replays a trace with an idle limit. Returns the printed lines without current pages.
    private func replayed(_ trace: String, idle: String) async throws -> [String] {
        let run = try await Run.pageview(["replay", "--all", "--idle", idle], input: trace)
        #expect(run.status == 0 && run.errors.isEmpty)
        return run.lines.filter { !$0.contains("currentPage") }
    }

    @Test("A session without lines for the idle limit ends at the time of its last line")
    func idleSessionsEnd() async throws {
        let trace = """
            0 create home page=home session=a
            1 didAppear home session=a
            20 create home page=home session=b
            30.5 didAppear home session=b
            31 note x session=b
            40 didAppear home session=a
            """
        let leave =
            #"{"event":"pageLeave","t":1,"id":"home/1","page":{"name":"home"},"scene":"main","component":"home","outcome":"counted","foreground":0,"background":0,"current":0,"session":"a"}"#
        let first = #"{"event":"pageView","seq":1,"t":1,"id":"home/1","page":{"name":"home"},"#
        let lines = try await replayed(trace, idle: "30")
        #expect(lines.count == 3)
        #expect(lines.first?.hasPrefix(first) == true)
        // The line at 31 of the other session is the first that is thirty seconds later.
        #expect(lines.last == leave)
        #expect(try await replayed(trace, idle: "30.001").contains(leave))
        #expect(try await !replayed(trace, idle: "39.1").contains(leave))
        // With this limit the session continues, so its last line repeats the `didAppear`.
        #expect(try await replayed(trace, idle: "39.1").last?.contains("duplicateDidAppear") == true)
    }

    @Test("Idle sessions end in the order of their last lines")
    func orderOfIdleSessions() async throws {
        let names = ["c", "a", "", "b"]
        let begin = names.map { "create home page=home session=\"\($0)\"\ndidAppear home session=\"\($0)\"\n" }
        let trace = begin.joined() + "1 create x\ncreate home page=home session=a\n9 note y\n"
        let leaves = try await replayed(trace, idle: "8").filter { $0.contains("pageLeave") }
        #expect(leaves.map { $0.split(separator: #""session":"#).last } == ["\"c\"}", "\"\"}", "\"b\"}", "\"a\"}"])
    }

    @Test("A time that goes back ends no session, and a line without a time has the time of the trace")
    func timeOfTheTrace() async throws {
        let trace = """
            5 create home page=home session=a
            didAppear home session=a
            50 create home page=home session=b
            1 didAppear home session=b
            1 note x session=b
            sceneActive session=b
            """
        #expect(try await replayed(trace, idle: "45").contains { $0.contains("pageLeave") })
        #expect(try await !replayed(trace, idle: "46").contains { $0.contains("pageLeave") })
    }
}
