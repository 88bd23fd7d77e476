import Foundation
import Testing

extension CommandTests {
    private static let shop = """
        0     create search page=search
        0.1   didAppear search
        2     didDisappear search
        2     create item page=item state=pending
        2     didAppear item
        3     didDisappear item

        """

    @Test("explain says of each appearance why it was counted or not (EX-001)")
    func explainSaysWhy() async throws {
        let run = try await Run.pageview(["explain"], input: Self.shop)
        #expect(run.status == 0)
        #expect(run.errors.isEmpty)
        #expect(
            run.text == """
                0.1  counted      search/1  search appeared at 0.1 (AP-002), was ready and was counted at once as page view 1 (RD-002), as the first of its scene (PV-003), disappeared at 2 (AP-006), after 1.9 s in front of the user (PV-007)
                2    not counted  item/1    item appeared at 2 (AP-002), disappeared at 3 (AP-006), before it was ready, so it does not count (RD-004), after 1 s in front of the user (PV-007)

                """)
    }

    @Test("explain selects by component and by session (EX-003)")
    func explainSelects() async throws {
        let one = try await Run.pageview(["explain", "--component", "item"], input: Self.shop)
        #expect(one.text.hasPrefix("2  not counted  item/1"))
        #expect(one.text.split(separator: "\n").count == 1)
        #expect(try await Run.pageview(["explain", "--component", "nobody"], input: Self.shop).text == "")
        let sessions =
            "0 create a page=a session=x\n0 didAppear a session=x\n0 create a page=a session=y\n1 didAppear a session=y\n"
        let both = try await Run.pageview(["explain"], input: sessions)
        #expect(both.text.split(separator: "\n").count == 2)
        #expect(both.text.contains("[x] a appeared") && both.text.contains("[y] a appeared"))
        let second = try await Run.pageview(["explain", "--session=y"], input: sessions)
        #expect(second.text.hasPrefix("1  counted      a/1  [y] a appeared at 1"))
        #expect(second.text.split(separator: "\n").count == 1)
    }

    @Test("explain at a moment tells what was going on, and the current page (EX-003)")
    func explainAtAMoment() async throws {
        let run = try await Run.pageview(["explain", "--at", "2.5"], input: Self.shop)
        #expect(run.text.hasPrefix("2  not counted  item/1"))
        #expect(run.text.hasSuffix("\nThe current page of main was item/1 (QU-001)\n"))
        #expect(try await Run.pageview(["explain", "--at", "0.05"], input: Self.shop).text == "")
        let wrong = try await Run.pageview(["explain", "--at", "noon"], input: Self.shop)
        #expect(wrong.status == 64)
        #expect(wrong.errors.hasPrefix("pageview: expected --at and a number of seconds, found --at noon"))
    }

    @Test("explain as JSON says the same in members (EX-004)")
    func explainAsJSON() async throws {
        let run = try await Run.pageview(
            ["explain", "--json"],
            input: Self.shop + "4 deepLink app://x source=mail\n5 didAppear search\n5 didAppear search\n")
        let objects = try run.text.split(separator: "\n").map { line in
            try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        #expect(objects.map { $0["verdict"] as? String } == ["counted", "uncounted", "link", "counted", "odd"])
        #expect(objects.map { $0["line"] as? Int } == [2, 5, 7, 8, 9])
        #expect(objects[0]["seq"] as? Int == 1)
        #expect(objects[0]["foreground"] as? Double == 1.9)
        #expect(objects[1]["outcome"] as? String == "neverReady")
        #expect(objects[1]["rules"] as? [String] == ["AP-002", "AP-006", "RD-004", "PV-007"])
        #expect(objects[2]["rodeOn"] as? String == "search/2")
        #expect(objects[3]["previous"] as? String == "search/1")
        #expect(objects[3]["deepLink"] as? String == "app://x")
        #expect(objects[4]["kind"] as? String == "duplicateDidAppear")
    }

    @Test("explain has colours where they are asked for, and says the same without (EX-004)")
    func explainInColour() async throws {
        let plain = try await Run.pageview(["explain"], input: Self.shop)
        #expect(!plain.text.contains("\u{1B}"))
        let coloured = try await Run.pageview(["explain", "--colour", "always"], input: Self.shop)
        #expect(coloured.text.contains("\u{1B}[32mcounted"))
        #expect(coloured.text.contains("\u{1B}[31mnot counted"))
        let codes = try Regex("\u{1B}\\[[0-9]+m")
        #expect(coloured.text.replacing(codes, with: "") == plain.text)
        #expect(try await Run.pageview(["explain", "--color=sometimes"], input: Self.shop).status == 64)
    }

    @Test("explain tells a malformed line with its place, and explains what came before it")
    func explainMalformed() async throws {
        let run = try await Run.pageview(
            ["explain"], input: "0 create a page=a\n0 didAppear a\n1 nonsense\n2 didDisappear a\n")
        #expect(run.status == 65)
        #expect(run.errors.contains(":3:"))
        #expect(run.text.contains("is there at the end of the trace"))
        let skipping = try await Run.pageview(
            ["explain", "--skip-invalid"], input: "0 create a page=a\n0 didAppear a\n1 nonsense\n2 didDisappear a\n")
        #expect(skipping.status == 65)
        #expect(skipping.text.contains("disappeared at 2"))
    }
}
