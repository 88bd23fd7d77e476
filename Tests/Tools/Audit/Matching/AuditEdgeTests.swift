import TestSupport
import Testing

@testable import PageViewAudit

/// Cases at the limits of the rules, with the outcomes that the text of the rules requires.
@Suite(.watched)
struct AuditEdgeTests {
    /// A page that is counted at 0 and stays, and one that is counted at 100 and ends at 110.
    private static let stay = """
        0   create a#1 page=a
        0   didAppear a#1
        100 create b#1 page=b
        100 didAppear b#1
        110 didDisappear b#1

        """

    private func outcomes(
        _ trace: String, _ sent: [Sent], beganAt: Int64? = 0, sharesClock: Bool = true, map: String = ""
    ) throws -> [String] {
        var audit = AuditCase(trace, sent, beganAt: beganAt, sharesClock: sharesClock)
        audit.map = try NameMap(Array(map.utf8))
        let result = try audit.audit()
        result.checkConservation()
        return result.lineOutcomes + result.missing
    }

    // MARK: The alignment (AU-203)

    @Test(
        "The tolerance and the minute include their ends",
        arguments: [
            (-1.0, "right"), (-1.000_000_001, "outOfPlace/unexplained"), (1, "right"),
            (1.000_000_001, "tooLate/unexplained"), (60, "tooLate/unexplained"),
            (60.000_000_001, "outOfPlace/unexplained"),
        ])
    func ends(_ delay: Double, _ expected: String) throws {
        let others = expected.hasPrefix("outOfPlace") ? ["1 missing/unexplained"] : []
        #expect(try outcomes(Self.stay, [Sent("a", delay), Sent("b", 100)]) == [expected, "right"] + others)
    }

    @Test("Of two lines equally far from its count, a page view is matched with the earlier one")
    func sameDistance() throws {
        #expect(
            try outcomes(Self.stay, [Sent("b", 100.5), Sent("b", 99.5), Sent("a", 0)])
                == ["repeated/unexplained", "right", "right"])
        #expect(
            try outcomes(Self.stay, [Sent("y", 100.5), Sent("x", 99.5), Sent("a", 0)])
                == ["outOfPlace/unexplained", "wrongName/unmappedName", "right"])
    }

    @Test("Of two page views counted equally far from a line, the line is matched with the first one")
    func sameDistanceOfViews() throws {
        let trace = """
            0 create a#1 page=a
            0 didAppear a#1
            1 didDisappear a#1
            1 create a#2 page=a
            1 didAppear a#2
            """
        #expect(try outcomes(trace, [Sent("a", 0.5)]) == ["right", "2 missing/sharedName"])
    }

    @Test("A late line with the right name costs less than a line with a wrong name")
    func lateOrWrong() throws {
        #expect(
            try outcomes(Self.stay, [Sent("x", 0), Sent("a", 40), Sent("b", 100)])
                == ["outOfPlace/unexplained", "tooLate/unexplained", "right"])
    }

    @Test("A right line and an unmatched one cost less than an early line and a late one")
    func rightOrEarly() throws {
        let trace = """
            0  create a#1 page=a state=pending
            0  didAppear a#1
            10 ready a#1
            20 didDisappear a#1
            20 create a#2 page=a
            20 didAppear a#2
            """
        // An early and a late line cost 4. Two right lines and one without a match cost 3.
        #expect(
            try outcomes(trace, [Sent("a", 1), Sent("a", 10), Sent("a", 20)])
                == ["repeated/unexplained", "right", "right"])
        #expect(try outcomes(trace, [Sent("a", 1), Sent("a", 25)]) == ["tooEarly/notReady", "tooLate/unexplained"])
    }

    // MARK: Clocks (AU-204)

    @Test("A single line determines no offset if the calendar time of the trace is known", arguments: [0.7, 1])
    func singleLine(_ delay: Double) throws {
        let audit = try AuditCase(Self.stay, [Sent("a", delay)]).audit()
        #expect(audit.clockOffsets == [])
        #expect(audit.entry(ofLine: 0).delay == Int64(delay * 1_000_000_000))
        // Two lines determine an offset.
        let two = try AuditCase(Self.stay, [Sent("a", 0.7), Sent("b", 100.7)]).audit()
        #expect(two.clockOffsets == [AuditClock(session: nil, offset: 700_000_000, matches: 2)])
    }

    @Test(
        "An offset of half a second counts, and a smaller one does not",
        arguments: [(0.5, 1), (0.499, 0), (-0.5, 1)])
    func halfSecond(_ offset: Double, _ count: Int) throws {
        let trace = Self.stay + "200 create c#1 page=c\n200 didAppear c#1\n"
        let sent = [Sent("a", offset), Sent("b", 100 + offset), Sent("c", 200 + offset)]
        #expect(try AuditCase(trace, sent).audit().clockOffsets.count == count)
    }

    @Test("The offset of an even number of matches is the mean of the two middle delays")
    func evenMedian() throws {
        let trace = Self.stay + "200 create c#1 page=c\n200 didAppear c#1\n300 create d#1 page=d\n300 didAppear d#1\n"
        let sent = [Sent("a", 50), Sent("b", 150.1), Sent("c", 250.3), Sent("d", 350.9)]
        let audit = try AuditCase(trace, sent).audit()
        #expect(audit.clockOffsets == [AuditClock(session: nil, offset: 50_200_000_000, matches: 4)])
        #expect(audit.entry(ofLine: 3).delay == 700_000_000)
    }

    @Test("The offset is the median of the right lines, even if more are right at another one", arguments: [0, nil])
    func medianOfRightLines(_ beganAt: Int64?) throws {
        let names = ["a", "b", "c", "d", "e"]
        let trace = names.enumerated().map { number, name in
            "\(number * 100) create \(name)#1 page=\(name)\n\(number * 100) didAppear \(name)#1\n"
        }
        // At the offset 0, all five lines are right, and the median is -0.6 s.
        let sent = names.enumerated().map { Sent($1, Double($0) * 100 + ($1 == "e" ? 1 : -0.6)) }
        let audit = try AuditCase(trace.joined(), sent, beganAt: beganAt).audit()
        #expect(audit.clockOffsets == [AuditClock(session: nil, offset: -600_000_000, matches: 4)])
        #expect(audit.lineOutcomes == ["right", "right", "right", "right", "tooLate/unexplained"])
        #expect(audit.entry(ofLine: 4).delay == 1_600_000_000)
    }

    @Test("Only right lines are matches: a session with two of them and a late line has the offset of the file")
    func lateLinesAreNoMatches() throws {
        func visit(_ session: String, _ names: [String]) -> String {
            names.enumerated().map { index, name in
                """
                \(index * 100) create \(name)#1 page=\(name) session=\(session)
                \(index * 100) didAppear \(name)#1 session=\(session)

                """
            }.joined()
        }
        let trace = visit("s", ["a", "b", "c", "d"]) + visit("t", ["e", "f", "g"])
        var sent = ["a", "b", "c", "d"].enumerated().map { Sent($1, Double($0) * 100 + 50, session: "s") }
        sent += [Sent("e", 50.4, session: "t"), Sent("f", 150.4, session: "t"), Sent("g", 280, session: "t")]
        let audit = try AuditCase(trace, sent).audit()
        #expect(audit.lineOutcomes.suffix(3) == ["right", "right", "tooLate/unexplained"])
        #expect(audit.clockOffsets.map(\.offset) == [50_000_000_000, 50_000_000_000])
        #expect(audit.clockOffsets.map(\.matches) == [4, 2])
    }

    @Test("With an estimated clock, a page counts as in front from 0.1 s before its appearance")
    func precision() throws {
        let trace =
            Self.stay + """
                200 create c#1 page=c
                200 didAppear c#1
                300 create d#1 page=d state=pending
                300 didAppear d#1
                310 didDisappear d#1
                """
        for (time, expected) in [(299.9, "tooEarly/leftBeforeReady"), (299.89, "outOfPlace/unexplained")] {
            let sent = [Sent("a", 0), Sent("b", 100), Sent("c", 200), Sent("d", time)]
            #expect(try outcomes(trace, sent, beganAt: nil, sharesClock: false).last == expected)
            #expect(try outcomes(trace, sent, sharesClock: false).last == "outOfPlace/unexplained")
        }
    }

    // MARK: Outcomes (AU-205)

    @Test("A page is in front at the end of its appearance, and left after it")
    func endOfAppearance() throws {
        let sent = [Sent("a", 0), Sent("b", 100), Sent("b", 110), Sent("b", 110.001)]
        #expect(
            try outcomes(Self.stay, sent) == ["right", "right", "repeated/unexplained", "outOfPlace/pageLeft"])
    }

    @Test("A scene is in the background or the foreground from the time of the report")
    func endOfForeground() throws {
        let trace = Self.stay + "120 sceneBackground\n130 sceneForeground\n"
        let sent = [Sent("a", 0), Sent("b", 100), Sent("a", 119.999), Sent("a", 120), Sent("a", 130)]
        #expect(
            try outcomes(trace, sent) == [
                "right", "right", "repeated/reveal", "outOfPlace/background", "repeated/foreground",
            ])
    }

    @Test("Of two pages in front with one name, a line repeats the one that appeared last")
    func twoInFront() throws {
        let trace = """
            0 create a#1 page=a
            0 didAppear a#1
            5 create a#2 page=a scene=second
            5 didAppear a#2
            """
        let audit = try AuditCase(trace, [Sent("a", 0), Sent("a", 5), Sent("a", 20)], sharesClock: true).audit()
        #expect(audit.lineOutcomes == ["right", "right", "repeated/unexplained"])
        #expect(audit.entry(ofLine: 2).of == 2)
    }

    @Test("A retry repeats the first line with its event id, even in another session")
    func retries() throws {
        let trace = "0 create a#1 page=a session=s\n0 didAppear a#1 session=s\n0 create b#1 page=b session=t\n"
        let sent = [
            Sent("a", 0, session: "s", id: "1"), Sent("a", 9, session: "s", id: "1"),
            Sent("x", 9, session: "t", id: "1"),
        ]
        let audit = try AuditCase(trace, sent, sharesClock: true).audit()
        #expect(audit.lineOutcomes == ["right", "repeated/retry", "repeated/retry"])
        #expect(audit.json[2].contains(#""session":"t","outcome":"repeated","name":"x","page":"a","t":9,"of":1"#))
    }

    // MARK: Causes (AU-206, AU-207)

    @Test("An event before a late line explains no repetition of it, and one after the line does")
    func causesAfterLateLines() throws {
        let events = "3 didAppear a#1\n"
        let sent = [Sent("a", 5), Sent("a", 6.5), Sent("b", 100)]
        #expect(
            try outcomes(Self.stay.replacing("100 create", with: "3 didAppear a#1\n100 create"), sent)
                == ["tooLate/unexplained", "repeated/unexplained", "right"])
        #expect(
            try outcomes(Self.stay.replacing("100 create", with: "6 didAppear a#1\n100 create"), sent)
                == ["tooLate/unexplained", "repeated/duplicateCallback", "right"])
        // A second call at once, before the app has sent the first one.
        #expect(
            try outcomes(
                "0 create a#1 page=a\n0 didAppear a#1\n0 didAppear a#1\n" + events, [Sent("a", 0.02), Sent("a", 0.03)])
                == ["right", "repeated/duplicateCallback"])
    }

    @Test("A return to the foreground at the count explains no repetition, and a later return does")
    func foregroundOfTheCount() throws {
        let trace = "0 sceneBackground\n0 create a#1 page=a\n0 didAppear a#1\n10 sceneForeground\n"
        let sent = [Sent("a", 10.02), Sent("a", 15)]
        #expect(try outcomes(trace, sent) == ["right", "repeated/unexplained"])
        #expect(try outcomes(trace, [Sent("a", 10), Sent("a", 15)]) == ["right", "repeated/unexplained"])
        #expect(try outcomes(trace, [Sent("a", 9.75), Sent("a", 15)]) == ["right", "repeated/foreground"])
        #expect(
            try outcomes(trace + "12 sceneBackground\n14 sceneForeground\n", sent) == ["right", "repeated/foreground"])
    }

    @Test("Of causes at one time, the first one of the table holds")
    func equalCauses() throws {
        let trace = """
            0 create a#1 page=a
            0 didAppear a#1
            3 create b#1 page=b
            3 didAppear b#1
            8 didDisappear b#1
            8 didAppear a#1
            """
        let sent = [Sent("a", 0), Sent("b", 3), Sent("a", 8.1)]
        #expect(try outcomes(trace, sent) == ["right", "right", "repeated/reveal"])
        let answered = trace.replacing("8 didDisappear", with: "7 willDisappear a#1\n8 didDisappear")
        #expect(try outcomes(answered, sent) == ["right", "right", "repeated/cancelledTransition"])
    }

    @Test("An event that is more than the tolerance after the line explains nothing")
    func causesLongAfterTheLine() throws {
        let trace = "0 create a#1 page=a\n0 didAppear a#1\n20 didAppear a#1\n"
        for (time, cause) in [(19.0, "duplicateCallback"), (18.999, "unexplained")] {
            #expect(try outcomes(trace, [Sent("a", 0), Sent("a", time)]) == ["right", "repeated/\(cause)"])
        }
    }

    @Test(
        "The name of the page's own component explains nothing, and a page name precedes a component name")
    func namesOfComponents() throws {
        let trace = """
            0 create HomeView#1 page=home
            0 didAppear HomeView#1
            5 create settings#1
            90 create account#1 page=settings
            90 didAppear account#1
            """
        #expect(
            try outcomes(trace, [Sent("home", 0), Sent("HomeView", 9), Sent("settings", 90.1)])
                == ["right", "outOfPlace/unexplained", "right"])
    }

    @Test("A container with a page of its own is a container of the page in front")
    func containerWithPage() throws {
        let trace = """
            0 create tabs#1 page=shop
            0 create a#1 page=a parent=tabs#1
            0 didAppear a#1
            """
        #expect(try outcomes(trace, [Sent("a", 0), Sent("tabs", 9)]) == ["right", "outOfPlace/container"])
        // Within the tolerance of a page view without a line, no page has the name.
        #expect(try outcomes(trace, [Sent("tabs", 0.1)]) == ["wrongName/unmappedName"])
    }

    @Test("A component's name ends at its first #, but page names and session keys can contain #")
    func numberSigns() throws {
        let trace = """
            0 create "tab#bar#1" session="s#1"
            0 create a#1 page="a#7" parent="tab#bar#1" session="s#1"
            0 didAppear a#1 session="s#1"
            """
        let sent = [
            Sent("a#7", 0, session: "s#1"), Sent("tab", 9, session: "s#1"), Sent("tab#bar", 9, session: "s#1"),
            Sent("a", 9, session: "s#1"), Sent("a#7", 0, session: "s"),
        ]
        #expect(
            try outcomes(trace, sent) == [
                "right", "outOfPlace/container", "outOfPlace/unexplained", "outOfPlace/unexplained",
                "outOfPlace/unknownSession",
            ])
        #expect(try outcomes(trace, [Sent("Item#7", 0)], map: "Item#* = a#7 # a comment\n") == ["right"])
    }

    @Test("The audit compares names by canonical equivalence, and session keys by their bytes")
    func equivalence() throws {
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        let trace = """
            0 create \(composed)#1 session=\(composed)
            0 create a#1 page=a parent=\(composed)#1 session=\(composed)
            0 didAppear a#1 session=\(composed)
            """
        let sent = [
            Sent("x", 0, session: composed), Sent(decomposed, 9, session: composed), Sent("a", 0, session: decomposed),
        ]
        #expect(
            try outcomes(trace, sent, map: "x = a\n") == [
                "right", "outOfPlace/container", "outOfPlace/unknownSession",
            ])
        #expect(try outcomes(trace, [Sent(decomposed, 0)], map: "\(composed) = a\n") == ["right"])
    }

    @Test("A session with only other events has sent no page view")
    func onlyOtherEvents() throws {
        var log = SentLog()
        log.addFile("sent.json")
        log.append(ExportEvent(line: 1), session: "s")
        log.finish()
        let trace = "0 create a#1 page=a session=s\n0 didAppear a#1 session=s\n"
        let audit = Audit(seen: try AuditCase(trace, []).seen, log: log)
        #expect(audit.missing == ["1 missing/nothingSent"])
    }

    @Test("The appearance before needs no page view; a held one or one of another scene does not count")
    func appearanceBefore() throws {
        let left = """
            0 create a#1 page=a state=pending
            0 didAppear a#1
            2 didDisappear a#1
            2 create a#2 page=a
            2 didAppear a#2
            50 create x#1 page=x
            50 didAppear x#1
            """
        #expect(try outcomes(left, [Sent("x", 50)]) == ["right", "1 missing/sharedName"])
        let elsewhere = """
            0 create b#1 page=b
            0 didAppear b#1
            1 create a#1 page=a scene=second
            1 didAppear a#1
            3 create a#2 page=a attached=false
            3 didAppear a#2
            4 didDisappear a#2
            5 create a#3 page=a
            5 didAppear a#3
            """
        #expect(try outcomes(elsewhere, [Sent("b", 0), Sent("a", 1)]) == ["right", "right", "3 missing/unexplained"])
    }

    @Test("A page view in another window explains a missing one within the tolerance, including its end")
    func otherWindow() throws {
        for (time, cause) in [(1.0, "secondWindow"), (1.001, "unexplained")] {
            let trace = """
                0 create a#1 page=a
                0 didAppear a#1
                \(time) create b#1 page=b scene=second
                \(time) didAppear b#1
                """
            #expect(try outcomes(trace, [Sent("a", 0)]) == ["right", "2 missing/\(cause)"])
        }
    }

    @Test("With an estimated clock, a line just before the first page of the only window is not in a second window")
    func secondWindowBeforeItsPage() throws {
        let trace =
            "0 create d#1 page=d state=pending\n0 didAppear d#1\n"
            + ["a", "b", "c"].enumerated().map { number, name in
                "\(number * 100 + 100) create \(name)#1 page=\(name)\n\(number * 100 + 100) didAppear \(name)#1\n"
            }.joined()
        let sent = [Sent("d", -0.05), Sent("a", 100), Sent("b", 200), Sent("c", 300)]
        #expect(try outcomes(trace, sent, beganAt: nil, sharesClock: false).first == "outOfPlace/unexplained")
    }

    @Test("Of the causes of a line out of place, the first one of the table holds")
    func precedence() throws {
        // The name of a page in front in the second window, of one in the background, and of one that has been left.
        let trace = """
            0   create a#1 page=a
            0   didAppear a#1
            1   didDisappear a#1
            2   create a#2 page=a scene=second
            2   didAppear a#2
            3   create a#3 page=a scene=third
            3   didAppear a#3
            4   sceneBackground third
            5   create b#1 page=b
            5   didAppear b#1
            90  sceneBackground second
            95  sceneForeground third
            96  didDisappear a#3
            97  sceneForeground second
            98  didDisappear a#2
            """
        let sent = [Sent("b", 5), Sent("a", 80), Sent("a", 93), Sent("a", 99)]
        #expect(
            try outcomes(trace, sent).prefix(4) == [
                "right", "outOfPlace/secondWindow", "outOfPlace/background", "outOfPlace/pageLeft",
            ])
    }

    @Test("A line without a key belongs to the session without a name, if the trace has several")
    func linesWithoutKey() throws {
        let trace = """
            0 create a#1 page=a
            0 didAppear a#1
            0 create b#1 page=b session=t
            0 didAppear b#1 session=t
            """
        #expect(
            try outcomes(trace, [Sent("a", 0), Sent("b", 0, session: "t"), Sent("a", 0, session: "u")])
                == ["right", "right", "outOfPlace/unknownSession"])
    }

    @Test("The audit finds versions across files, and each line states its file")
    func files() throws {
        var log = SentLog()
        log.addFile("1.json")
        log.append(time: 0, line: 4, name: "a", session: nil, identity: EventIdentity(high: 1, low: 1), version: 1)
        log.addFile("2.json")
        log.append(time: 0, line: 2, name: "a", session: nil, identity: EventIdentity(high: 1, low: 1), version: 2)
        log.finish()
        let audit = Audit(seen: try AuditCase("0 create a#1 page=a\n0 didAppear a#1\n", []).seen, log: log)
        #expect(audit.json[0] == #"{"file":"1.json","line":4,"outcome":"folded","into":2}"#)
        #expect(audit.json[1].hasPrefix(#"{"file":"2.json","line":2,"outcome":"right""#))
    }
}
