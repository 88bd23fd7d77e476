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

    private static func objects(_ run: Run) throws -> [[String: Any]] {
        try run.lines.map { try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]) }
    }

    @Test("Explain states why each appearance counted or not (EX-001)")
    func explainSaysWhy() async throws {
        let run = try await Run.pageview(["explain"], input: Self.shop).succeeded()
        #expect(
            run.text == """
                0.1  counted      search/1  search appeared at 0.1 (AP-002), was ready and was counted at once as page view 1 (RD-002), as the first of its scene (PV-003), disappeared at 2 (AP-006), after 1.9 s in front of the user (PV-007)
                2    not counted  item/1    item appeared at 2 (AP-002), disappeared at 3 (AP-006), before it was ready, so it does not count (RD-004), after 1 s in front of the user (PV-007)

                """)
    }

    @Test("Explain selects by component, appearance and session (EX-003)")
    func explainSelects() async throws {
        let one = try await Run.pageview(["explain", "--component", "item"], input: Self.shop)
        #expect(one.text.hasPrefix("2  not counted  item/1"))
        #expect(one.text.split(separator: "\n").count == 1)
        let appearance = try await Run.pageview(["explain", "--component", "item/1"], input: Self.shop)
        #expect(appearance.text == one.text)
        let sessions =
            "0 create a page=a session=x\n0 didAppear a session=x\n0 create a page=a session=y\n1 didAppear a session=y\n"
        let both = try await Run.pageview(["explain"], input: sessions)
        #expect(both.text.split(separator: "\n").count == 2)
        #expect(both.text.contains("[x] a appeared") && both.text.contains("[y] a appeared"))
        let second = try await Run.pageview(["explain", "--session=y"], input: sessions)
        #expect(second.text.hasPrefix("1  counted      a/1  [y] a appeared at 1"))
        #expect(second.text.split(separator: "\n").count == 1)
    }

    @Test("Explain fails with a message if nothing has the requested name (EX-003)")
    func explainFindsNothing() async throws {
        for (option, message) in [
            ("--component", "a component or appearance"), ("--session", "a session of the trace"),
        ] {
            let run = try await Run.pageview(["explain", option, "missing"], input: Self.shop).failed(1)
            #expect(run.text == "")
            #expect(
                run.errors
                    == "<stdin>: expected \(option) and \(message), found none named missing; omit the option to list all names\n"
            )
        }
        // A component that was created but never shown has the name.
        try await Run.pageview(["explain", "--component", "a"], input: "0 create a page=a\n").succeeded()
        let folder = try Folder(["a.trace": Self.shop, "b.trace": "0 didAppear bar\n"])
        #expect(try await Run.pageview(["explain", "--component", "bar", folder.url.path]).status == 0)
    }

    @Test("Explain suggests the nearest names, or the appearances of a page with the name (EX-003)")
    func explainSuggestsNames() async throws {
        let folder = try Folder()
        let trace =
            "0 create item-1 page=item session=anna\n0 didAppear item-1 session=anna\n0 create item-2 session=anna\n"
        try folder.write(trace, to: "a.trace")
        func message(_ arguments: String...) async throws -> String? {
            let run = try await Run.pageview(["explain"] + arguments, in: folder)
            #expect(run.status == 1 && run.lines.allSatisfy { $0.hasPrefix("== ") }, "\(arguments)")
            return run.errorLines.last
        }
        let component = "expected --component and a component or appearance, found none named"
        #expect(
            try await message("--component", "itm-1", "a.trace")
                == "a.trace: \(component) itm-1; did you mean item-1?")
        #expect(
            try await message("--component", "item", "a.trace")
                == "a.trace: \(component) item; the page of this name was shown as item-1/1")
        #expect(
            try await message("--session", "ana", "a.trace")
                == "a.trace: expected --session and a session of the trace, found none named ana; did you mean anna?")
        try folder.write(trace, to: "b.trace")
        #expect(
            try await message("--component", "x", "a.trace", "b.trace")?.hasPrefix("pageview: \(component) x; ") == true
        )
    }

    @Test("A recording does not hide the current page of a later session with the same name (EX-003)")
    func explainAfterARecording() async throws {
        let trace = """
            100 create home page=home session=s
            100 didAppear home session=s
            110 note "recorded from here on: the events above restore the earlier state" session=s
            120 sessionEnd session=s
            0   create item page=item session=s
            1   didAppear item session=s

            """
        let run = try await Run.pageview(["explain", "--at", "5"], input: trace)
        #expect(run.text.contains("[s] The current page of main was item/1 (QU-001)\n"))
        #expect(!run.text.contains("was home/1"))
    }

    @Test("Explain rounds times to milliseconds, keeps the order of lines, and prints all digits on request (EX-004)")
    func explainRounds() async throws {
        let trace =
            "0 create b page=b\n0.0401 didAppear b\n0.0402 didDisappear b\n0.0403 sceneActive\n0.0403 create a page=a\n0.0404 didAppear a\n"
        let rounded = try await Run.pageview(["explain"], input: trace)
        #expect(
            rounded.text
                == """
                0.04  counted  b/1  b appeared at 0.04 (AP-002), was ready and was counted at once as page view 1 (RD-002), as the first of its scene (PV-003), disappeared at 0.04 (AP-006), after 0 s in front of the user (PV-007)
                0.04  counted  a/1  a appeared at 0.04 (AP-002), was ready and was counted at once as page view 2 (RD-002), after b/1 (PV-003), is live at the end of the trace

                """.replacing("  counted  ", with: "  counted      "))
        let precise = try await Run.pageview(["explain", "--precise"], input: trace)
        #expect(precise.text.hasPrefix("0.0401  counted      b/1  b appeared at 0.0401 (AP-002)"))
        #expect(precise.text.contains("after 0.0001 s in front of the user"))
        let json = try await Run.pageview(["explain", "--json"], input: trace)
        #expect(json.text.contains(#""appearedAt":0.0401"#) && json.text.contains("appeared at 0.0401 (AP-002)"))
    }

    @Test("Explain at a moment omits ends at that time and includes beginnings (EX-003, EX-004)")
    func explainAtAnEnd() async throws {
        let run = try await Run.pageview(["explain", "--at", "2"], input: Self.shop)
        #expect(run.text.hasPrefix("2  not counted  item/1"))
        #expect(run.text.hasSuffix("\nThe current page of main was item/1 (QU-001)\n"))
        #expect(run.text.split(separator: "\n").count == 2)
        for options in [["3"], ["0.05"], ["2", "--component", "search"]] {
            let nothing = try await Run.pageview(["explain", "--at"] + options, input: Self.shop).succeeded()
            #expect(nothing.text == "")
        }
        let json = try await Run.pageview(["explain", "--at", "2", "--json"], input: Self.shop)
        let objects = try Self.objects(json)
        #expect(objects.map { $0["verdict"] as? String } == ["uncounted", "current"])
        #expect(objects[1]["subject"] as? String == "item/1")
        #expect(objects[1]["scene"] as? String == "main")
        #expect(objects[1]["component"] as? String == "item")
        #expect(objects[1]["t"] as? Double == 2)
        #expect(objects[1]["since"] as? Double == 2)
        #expect((objects[1]["page"] as? [String: Any])?["name"] as? String == "item")
    }

    @Test("Explain at a moment finds instants at their own time, and links while they are open (EX-003)")
    func explainAtItsOwnTime() async throws {
        let text =
            "0 create a page=a\n0 didAppear a\n0 didDisappear a\n1 deepLink app://x\n3 deepLink app://y\n4 record page=b\n"
        func subjects(_ moment: String) async throws -> [String] {
            try await Run.pageview(["explain", "--at", moment], input: text).text.split(separator: "\n")
                .map { String($0.split(separator: " ", omittingEmptySubsequences: true)[2]) }
        }
        for (moment, expected) in [
            ("0", ["a/1"]), ("0.5", []), ("1", ["app://x"]), ("2", ["app://x"]), ("3", ["app://y"]),
            ("4", ["manual/2"]),
            ("5", []),
        ] { #expect(try await subjects(moment) == expected, "\(moment)") }
    }

    @Test("Explain and timeline accept names as they are printed (EX-003)")
    func explainFindsPrintedNames() async throws {
        let control = #"{"t":0,"event":"didAppear","component":"a\u0007b","session":"x\u001b"}"# + "\n"
        for arguments in [["--component", #"a\u{7}b"#], ["--component", #"a\u{7}b/1"#], ["--session", #"x\u{1B}"#]] {
            let run = try await Run.pageview(["explain"] + arguments, input: control)
            #expect(run.status == 0 && run.text.split(separator: "\n").count == 1, "\(arguments)")
        }
        let picture = try await Run.pageview(
            ["timeline", "--format", "svg", "--session", #"x\u{1B}"#, "-o", "-"], input: control
        ).succeeded()
        #expect(picture.text.contains(#"session x\u{1B}"#))
        let again = "0 create c\n1 destroy c\n2 create c\n3 didDisappear c\n4 record page=p\n"
        for (name, start) in [("c~2", "3  diagnostic"), ("manual/1", "4  counted")] {
            let run = try await Run.pageview(["explain", "--component", name], input: again)
            #expect(run.status == 0 && run.text.hasPrefix(start), "\(name)")
        }
    }

    @Test("Explain distinguishes the state before a recording (EX-005)")
    func explainOfARecording() async throws {
        let recording = """
            1.2   create home-0 page=home
            1.2   didAppear home-0
            4     note "recorded from here on: the events above restore the earlier state"
            4     note "it flickered"
            5     didDisappear home-0

            """
        let run = try await Run.pageview(["explain"], input: recording)
        #expect(
            run.text == """
                1.2  before       home-0/1   home was live when the recording began at 4, since 1.2 (RC-004), had been counted by then (RC-004), disappeared at 5 (AP-006), after at most 3.8 s in front of the user (RC-004)
                4    note         recording  recorded from here on: the events above restore the earlier state (RC-004)
                4    note         line 4     it flickered

                """)
        let object = try #require(try Self.objects(await Run.pageview(["explain", "--json"], input: recording)).first)
        #expect(object["verdict"] as? String == "before" && object["recordedFrom"] as? Double == 4)
        for key in ["seq", "countedAt", "cause", "previous", "foreground"] { #expect(object[key] == nil, "\(key)") }
        let early = try await Run.pageview(["explain", "--at", "2"], input: recording)
        #expect(early.text.hasSuffix("\nThe recording began only at 4 (RC-004)\n"))
        #expect(!early.text.contains("The current page"))
        let late = try await Run.pageview(["explain", "--at", "4"], input: recording)
        #expect(late.text.hasSuffix("\nThe current page of main was home-0/1 (QU-001)\n"))
        #expect(try await Run.pageview(["stats"], input: recording).text.split(separator: "\n").count == 1)
    }

    @Test("Explain as JSON has members for verdicts, times, rules and links (EX-004)")
    func explainAsJSON() async throws {
        let run = try await Run.pageview(
            ["explain", "--json"],
            input: Self.shop + "4 deepLink app://x source=mail\n5 didAppear search\n5 didAppear search\n")
        let objects = try Self.objects(run)
        #expect(objects.map { $0["verdict"] as? String } == ["counted", "uncounted", "link", "counted", "diagnostic"])
        #expect(objects.map { $0["line"] as? Int } == [2, 5, 7, 8, 9])
        #expect(objects[0]["seq"] as? Int == 1)
        #expect(objects[0]["foreground"] as? Double == 1.9)
        #expect(objects[1]["outcome"] as? String == "neverReady")
        #expect(objects[1]["rules"] as? [String] == ["AP-002", "AP-006", "RD-004", "PV-007"])
        #expect(objects[2]["carriedBy"] as? String == "search/2")
        #expect(objects[3]["previous"] as? String == "search/1")
        #expect(objects[3]["deepLink"] as? String == "app://x")
        #expect(objects[4]["kind"] as? String == "duplicateDidAppear")
    }

    @Test("Explain uses colours only on request, and prints the same text without them (EX-004)")
    func explainInColour() async throws {
        let plain = try await Run.pageview(["explain"], input: Self.shop)
        #expect(!plain.text.contains("\u{1B}"))
        let coloured = try await Run.pageview(["explain", "--colour", "always"], input: Self.shop)
        #expect(coloured.text.contains("\u{1B}[32mcounted"))
        #expect(coloured.text.contains("\u{1B}[31mnot counted"))
        let codes = try Regex("\u{1B}\\[[0-9]+m")
        #expect(coloured.text.replacing(codes, with: "") == plain.text)
    }
}
