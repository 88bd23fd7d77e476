import Foundation
import Testing

extension CommandTests {
    /// What is told of a trace with an idle limit: the kind, the session and the number of each line.
    private func replayed(_ trace: String, idle: String) async throws -> [String] {
        let run = try await Run.pageview(["replay", "--all", "--idle", idle], input: trace)
        #expect(run.status == 0 && run.errors.isEmpty)
        return run.lines.filter { !$0.contains("currentPage") }
    }

    @Test("a session of which nothing was heard for so long ends as if that were said at the time of its last line")
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
            #"{"event":"pageLeave","t":1,"id":"home/1","page":{"name":"home"},"scene":"main","component":"home","outcome":"counted","foreground":0,"background":0,"session":"a"}"#
        let first = #"{"event":"pageView","seq":1,"t":1,"id":"home/1","page":{"name":"home"},"#
        let lines = try await replayed(trace, idle: "30")
        #expect(lines.count == 3)
        #expect(lines.first?.hasPrefix(first) == true)
        // Between the page views of the two sessions is the line at 31, by which thirty seconds have gone by.
        #expect(lines.last == leave)
        #expect(try await replayed(trace, idle: "30.001").contains(leave))
        #expect(try await !replayed(trace, idle: "39.1").contains(leave))
        // The last line of the trace begins a new session, which knows no page any more.
        #expect(try await replayed(trace, idle: "39.1").last?.contains("duplicateDidAppear") == true)
    }

    @Test("sessions that have been idle for too long end in the order in which they were last heard of")
    func orderOfIdleSessions() async throws {
        let names = ["c", "a", "", "b"]
        let begin = names.map { "create home page=home session=\"\($0)\"\ndidAppear home session=\"\($0)\"\n" }
        let trace = begin.joined() + "1 create x\ncreate home page=home session=a\n9 note y\n"
        let leaves = try await replayed(trace, idle: "8").filter { $0.contains("pageLeave") }
        #expect(leaves.map { $0.split(separator: #""session":"#).last } == ["\"c\"}", "\"\"}", "\"b\"}", "\"a\"}"])
    }

    @Test("a time that goes back ends no session, and no time is the time of the trace")
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

    @Test("an idle limit is a number of seconds above zero", arguments: ["0", "-1", "x", "", "1e400", "1 "])
    func wrongIdleLimits(limit: String) async throws {
        let run = try await Run.pageview(["replay", "--idle=\(limit)"], input: "")
        #expect(
            run.errors.hasPrefix("pageview: expected --idle and a number of seconds above 0, found --idle \(limit)\n"))
        #expect(run.status == 64)
    }
}
