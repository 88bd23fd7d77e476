import Foundation
import TestSupport
import Testing

extension CommandTests {
    private static let visits = """
        0     create search page=search
        0     create item page=item context=shop state=pending
        0     didAppear search
        2     didDisappear search
        2     didAppear item
        3     didDisappear item
        3     didAppear search
        5     didDisappear search
        5     didAppear item
        6.5   ready item
        9     didDisappear item

        """

    @Test("Stats prints a table of pages and a table of steps (ST-001, ST-002)")
    func statsPrintsTables() async throws {
        let run = try await Run.pageview(["stats"], input: Self.visits).succeeded()
        #expect(
            run.text == """
                page         appearances  counted  by hand  left before ready  never seen  ready after: p50    p95    max  on page: p50  p95  max
                item (shop)            2        1        0         1 (50.0 %)           0             1.5 s  1.5 s  1.5 s           1 s  4 s  4 s
                search                 2        2        0          0 (0.0 %)           0               0 s    0 s    0 s           2 s  2 s  2 s

                from     to           times   share
                (first)  search           1  33.3 %
                search   item (shop)      1  33.3 %
                search   search           1  33.3 %

                """)
        let short = try await Run.pageview(["stats", "--steps", "1"], input: Self.visits)
        #expect(short.text.hasSuffix("(first)   search      1  33.3 %\n(2 more)              2  66.7 %\n"))
    }

    @Test("Stats as JSON has the same numbers (ST-002)")
    func statsAsJSON() async throws {
        let run = try await Run.pageview(["stats", "--json"], input: Self.visits)
        let object = try #require(JSONSerialization.jsonObject(with: Data(run.text.utf8)) as? [String: Any])
        #expect(object["traces"] as? Int == 1)
        let pages = try #require(object["pages"] as? [[String: Any]])
        #expect(pages.map { $0["appearances"] as? Int } == [2, 2])
        #expect(pages[0]["shareLeft"] as? Double == 0.5)
        #expect((pages[0]["timeToReady"] as? [String: Any])?["p95"] as? Double == 1.5)
        #expect((pages[0]["page"] as? [String: Any])?["context"] as? String == "shop")
        let steps = try #require(object["steps"] as? [[String: Any]])
        #expect(steps.count == 3)
        #expect(steps[0]["from"] is NSNull)
    }

    @Test("Stats counts all files and sessions together, with the same result each time (ST-003)")
    func statsOfManySessions() async throws {
        let folder = try Folder()
        let simulated = try await Run.pageview([
            "simulate", "--sessions", "50", "--events", "\(TestDepth.number(1_500, proof: 4_000))",
        ]).text
        try folder.write(simulated, to: "a.trace")
        try folder.write(Self.visits, to: "b.trace")
        let first = try await Run.pageview(["stats", "--json", folder.url.path])
        #expect(first.status == 0)
        let object = try #require(JSONSerialization.jsonObject(with: Data(first.text.utf8)) as? [String: Any])
        #expect(object["traces"] as? Int == 2)
        let pages = try #require(object["pages"] as? [[String: Any]])
        let counted = pages.reduce(0) { $0 + ($1["counted"] as? Int ?? 0) + ($1["manual"] as? Int ?? 0) }
        let replay = try await Run.pageview(["replay", folder.url.path]).text
        #expect(counted == replay.split(separator: "\n").count { $0.hasPrefix("{\"event\":\"pageView\"") })
        #expect(counted > 100)
        #expect(try await Run.pageview(["stats", "--json", folder.url.path]).text == first.text)
    }

    @Test("Stats leave out short appearances, and state their number (ST-005)")
    func shortAppearances() async throws {
        let run = try await Run.pageview(["stats", "--min", "1.5"], input: Self.visits)
        #expect(run.text.contains("\nleft out: 1 appearance that was current for less than 1.5 s\n"))
        #expect(!run.text.contains("50.0 %"))
        let json = try await Run.pageview(["stats", "--min", "1.5", "--json"], input: Self.visits)
        #expect(json.text.hasPrefix(#"{"traces":1,"sessions":1,"leftOut":1,"#))
    }

    @Test("An audit leaves out short page views, and states their number (AU-113)")
    func auditShortPageViews() async throws {
        let folder = try Folder()
        try folder.write(
            "0 create a page=a\n0 didAppear a\n0.2 didDisappear a\n0.2 create b page=b\n0.2 didAppear b\n9 didDisappear b\n",
            to: "t.trace")
        try folder.write("2026-01-01T00:00:00.2Z b\n", to: "sent.txt")
        func audit(_ options: String...) async throws -> Run {
            let fixed = ["audit", "--began-at", "2026-01-01T00:00:00Z", "--format", "lines", "t.trace", "sent.txt"]
            return try await Run.pageview(fixed + options, in: folder)
        }
        let all = try await audit("--json").text
        #expect(all.contains(#""pageViews":2,"missing":1}"#), "\(all)")
        let long = try await audit("--json", "--strict", "--min", "0.5").succeeded()
        #expect(long.text.contains(#""pageViews":1,"missing":0,"leftOut":1}"#), "\(long.text)")
        let words = try await audit("--min", "0.5").text
        #expect(words.hasSuffix("1 page view that was current for less than 0.500 s was left out.\n"), "\(words)")
        #expect(try await audit("--min", "x").status == 64)
    }

    @Test("Stats round times to milliseconds, and print all digits on request (ST-001)")
    func statsRound() async throws {
        let trace = "0 create a page=a state=pending\n0.1 didAppear a\n0.140662199 ready a\n"
        #expect(try await Run.pageview(["stats"], input: trace).text.contains(" 0.041 s"))
        #expect(try await Run.pageview(["stats", "--precise"], input: trace).text.contains(" 0.040662199 s"))
        #expect(try await Run.pageview(["stats", "--json"], input: trace).text.contains("0.040662199"))
    }
}
