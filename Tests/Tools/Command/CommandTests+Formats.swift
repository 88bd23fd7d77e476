import Foundation
import TestSupport
import Testing

@testable import PageViewCommand

extension CommandTests {
    static let formats = FormatName.allCases.map(\.rawValue)

    /// Returns all string values of this key in the output of a run.
    private static func texts(_ key: String, in run: Run) -> [String] {
        run.text.components(separatedBy: "\"\(key)\":\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
    }

    @Test("Replay into a format writes one batch a line, with the same bytes in each run", arguments: formats)
    func formatsAreReproducible(format: String) async throws {
        let folder = try Folder()
        let trace = try await Run.pageview([
            "simulate", "--events", "\(TestDepth.number(400, proof: 3_000))", "--sessions", "40",
        ])
        try folder.write(trace.output, to: "many.trace")
        try folder.write(Traces.twoPages, to: "two.jsonl")
        let arguments = ["replay", "--format", format, "many.trace", "two.jsonl", "two.jsonl"]
        // A long trace has payloads, which Snowplow omits with a message.
        let run = try await Run.pageview(arguments, in: folder)
        #expect(run.status == 0 && run.hasExited && run.lines.count >= 3)
        for line in run.lines { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }
        #expect(run.output == (try await Run.pageview(arguments, in: folder).output))
        #expect(run.text.contains("1970-01-01T00:00:0") || format == "snowplow")
        #expect(run.text.contains("pageview"))
    }

    @Test("Replay into Segment writes the events, times and page ids of a trace")
    func segmentReplay() async throws {
        let run = try await Run.pageview(
            ["replay", "--format", "segment", "--began-at", "2026-03-01T10:00:00Z", "--key", "K"],
            input: Traces.twoPages
        ).succeeded()
        #expect(run.lines.count == 1)
        #expect(run.text.hasPrefix(#"{"writeKey":"K","sentAt":"2026-03-01T10:00:02.000Z","batch":[{"type":"screen","#))
        #expect(Self.texts("event", in: run) == ["tap", "Page Left"])
        #expect(
            Self.texts("timestamp", in: run)
                == ["00.500", "01.000", "02.000", "02.000"].map { "2026-03-01T10:00:\($0)Z" })
        let pages = Self.texts("page_id", in: run)
        #expect(pages.count == 4 && pages[0] == pages[1] && pages[0] == pages[2] && pages[0] != pages[3])
        #expect(Self.texts("previous_page_id", in: run) == [pages[0]])
        #expect(run.text.contains(#""foreground_seconds":1.5,"background_seconds":0,"scene":"main"}"#))
    }

    @Test("A session name is one user in all traces, and each event has its own id")
    func sessionsInFormats() async throws {
        func session(_ name: String) -> String {
            #"{"event":"create","component":"a","page":"a","session":"\#(name)"}"# + "\n"
                + #"{"event":"didAppear","component":"a","session":"\#(name)"}"# + "\n"
        }
        let folder = try Folder()
        let end = #"{"event":"sessionEnd","session":"x"}"# + "\n"
        try folder.write(session("x") + session("y") + end + session("x"), to: "1.jsonl")
        let unnamed = Traces.twoPages.split(separator: "\n").dropFirst().joined(separator: "\n")
        try folder.write(session("x") + unnamed, to: "2.jsonl")
        let run = try await Run.pageview(["replay", "--format", "segment", "1.jsonl", "2.jsonl"], in: folder)
            .succeeded()
        #expect(run.lines.count == 2)
        let (events, users) = (Self.texts("messageId", in: run), Self.texts("anonymousId", in: run))
        #expect(events.count == 9 && Set(events).count == 9)
        // First file: page views of x and y, the leave of x, the page view of the second x.
        // Second file: the page view of x, and four events without a session name.
        #expect(users[0] == users[2] && users[0] == users[3] && users[0] == users[4] && Set(users).count == 3)
        #expect(users[1] != users[0] && Set(users[5...]).count == 1)
        // The appearances of x, y, x and x, and two without a session name.
        #expect(Set(Self.texts("page_id", in: run)).count == 6)
    }

    @Test("A format has one event for each page view, leave, link and interaction of the replay")
    func formatsHaveWhatReplayHas() async throws {
        let traces = packageFolder.appending(path: "Specs/Traces").path
        let all = try await Run.pageview(["replay", "--all", traces])
        let events = Self.texts("eventName", in: try await Run.pageview(["replay", "--format", "otlp", traces]))
        func count(_ kind: String) -> Int { all.lines.filter { $0.hasPrefix(#"{"event":"\#(kind)","#) }.count }
        let counts = ["viewed", "left", "deep_link_opened"].map { name in
            events.filter { $0 == "pageview.\(name)" }.count
        }
        #expect(counts == ["pageView", "pageLeave", "deepLink"].map(count) && !counts.contains(0))
        #expect(events.count - counts.reduce(0, +) == count("interaction"))
    }

    @Test("The time of a batch is that of its latest event in any session")
    func latestEvent() async throws {
        let input = """
            {"t":5,"event":"interaction","name":"late","session":"x"}
            {"t":1,"event":"interaction","name":"early","session":"y"}
            """
        let run = try await Run.pageview(["replay", "--format", "segment"], input: input)
        #expect(Self.texts("event", in: run) == ["late", "early"])
        #expect(Self.texts("sentAt", in: run) == ["1970-01-01T00:00:05.000Z"])
    }

    @Test("A long trace is written in batches without losing events")
    func longTraceInFormat() async throws {
        let trace = String(repeating: "interaction tap\n", count: 10_600)
        let run = try await Run.pageview(["replay", "--format", "otlp"], input: trace).succeeded()
        let counts = run.lines.map { $0.components(separatedBy: "\"eventName\":\"tap\"").count - 1 }
        #expect(counts == Array(repeating: 512, count: 19) + [272, 512, 88])
    }

    @Test("Replay reports an event that a format rejects, and writes the rest")
    func refusedByFormat() async throws {
        let long =
            #"{"event":"interaction","name":"long","properties":{"x":"\#(String(repeating: "x", count: 40_000))"}}"#
        let input = Traces.twoPages + long + "\n" + #"{"event":"interaction","name":"last"}"# + "\n"
        let run = try await Run.pageview(["replay", "--format", "segment"], input: input).failed(65)
        #expect(run.errorLines.count == 1)
        #expect(
            run.errors.hasPrefix("<stdin>: event 00000000-07d0-7")
                && run.errors.contains("expected at most 32768 bytes, found"))
        #expect(Self.texts("event", in: run) == ["tap", "Page Left", "last"])
    }

    @Test("Replay reports the values that a format omits")
    func leftOutByFormat() async throws {
        let input = "create a page=a\nready a payload={\"x\":1}\ndidAppear a\n"
        let run = try await Run.pageview(["replay", "--format", "snowplow"], input: input)
        #expect(run.status == 0 && run.lines.count == 1)
        #expect(
            run.errors == "<stdin>: omitted payloads (1); the first: "
                + "expected a schema in SnowplowSchemas.pagePayload, found none; register one\n")
    }

    @Test(
        "The option --began-at accepts only times with a zone from 1970 on",
        arguments: [
            ("1970-01-01T00:00:00Z", "1970-01-01T00:00:00.000Z"),
            ("2024-02-29T01:00:00.5+01:00", "2024-02-29T00:00:00.500Z"),
            ("2026-02-29T00:00:00Z", nil), ("1969-12-31T23:59:59Z", nil), ("2263-01-01T00:00:00Z", nil),
            ("2026-01-01T00:00:00", nil), ("2026-01-01", nil), ("", nil),
        ])
    func beginning(text: String, time: String?) async throws {
        let run = try await Run.pageview(
            ["replay", "--format", "segment", "--began-at=\(text)"], input: "interaction tap\n")
        #expect(Self.texts("timestamp", in: run) == (time.map { [$0] } ?? []) && run.status == (time == nil ? 64 : 0))
        let message = "pageview: expected --began-at and a time such as 2026-01-01T00:00:00Z, "
        #expect(time != nil || run.errors.hasPrefix(message))
    }
}
