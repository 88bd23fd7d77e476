import TraceAnalysis
import NavigationTraces
import PageViewLifecycle
import TestSupport
import Testing

/// The contents of a timeline (TL-001).
@Suite(.watched)
struct TimelineTests {
    /// Returns a lane as text: each bar with its pieces in seconds and its ending.
    private func drawn(_ lane: Timeline.Lane) -> String {
        let bars = lane.bars.map { bar in
            let pieces = bar.pieces.map { "\($0.phase) \($0.start.seconds)-\($0.end.seconds)" }.joined(separator: " ")
            return pieces + (bar.ending == .plain ? "" : " \(bar.ending)") + (bar.count.map { " #\($0.number)" } ?? "")
        }
        return "\(lane.name): \(bars.joined(separator: ", "))"
    }

    /// Below each trace are the lanes of its scenes.
    private static let table = """
        create item page=item state=pending attached=false; 1 willAppear item; 2 didAppear item; 3 attach item; 5 ready item; 8 didDisappear item; 10 note end
            main item: announced 1-2 held 2-3 pending 3-5 counted 5-8 #1
        create a page=a state=pending; 0 didAppear a; 4 didDisappear a; create b page=b; 4 didAppear b; create view; 5 didAppear view; 10 note end
            main a: pending 0-4 uncounted
            main b: counted 4-10.5 open #1
            main view: untracked 5-10.5 open
        create a page=a; 0 didAppear a; create b page=b; 2 willAppear b; 3 willAppear b; 4 willDisappear b; 4 didDisappear b; 6 willAppear b; 7 didAppear b; 8 willAppear c; 10 note end
            main a: counted 0-10.5 open #1
            main b: announced 2-4, announced 6-7 counted 7-10.5 open #2
            main c: announced 8-10.5 open
        create a page=a scene=left; 0 didAppear a; 2 attach a scene=right; 2 didAppear a; 4 destroy a; create a page=a scene=right; 5 didAppear a; 10 note end
            left a: counted 0-2 #1
            right a: counted 2-4 #2, counted 5-10.5 open #3
        0 create a page=p; 0 didAppear a; 1 didDisappear a; 2 create b page=p; 2 didAppear b; 3 didDisappear b; 4 didAppear a; 5 create c page=p; 5 didAppear c; 5 didAppear view; 6 note end
            main p: counted 0-1 #1, counted 2-3 #2, counted 4-6.3 open #3
            main p: counted 5-6.3 open #4
            main view: untracked 5-6.3 open
        0 didAppear p; 5 create p page=p state=pending; 10 ready p; 12 didDisappear p; 12 didAppear q; 13 create q page=q; 14 didAppear r; 15 create r page=r state=pending; 16 didDisappear r; 20 note end
            main p: untracked 0-5 pending 5-10 counted 10-12 #1
            main q: untracked 12-13 counted 13-21 open #2
            main r: untracked 14-15 pending 15-16 uncounted
        0 create x page=x scene=a attached=false; 1 didAppear x; 2 attach x scene=b; 3 didDisappear x; 0 sceneBackground c; 4 create x scene=a attached=false; 5 didAppear x; 6 attach x scene=c; 7 sceneClose c
            a x: held 1-2, held 5-6
            b x: counted 2-3 #1
            c x: held 6-7 uncounted
        """

    @Test("A lane has a bar for each appearance, with a piece for each phase", arguments: examples(table))
    func lanes(trace: String, lanes: [String]) throws {
        let scenes = try Timeline(history(trace)).sessions.flatMap(\.scenes)
        #expect(scenes.flatMap { scene in scene.lanes.map { "\(scene.name) \(drawn($0))" } } == lanes)
    }

    @Test("Components of one page share a lane where they do not overlap, and the lane has the name of the page")
    func sharedLanes() throws {
        var text = ""
        for visit in 0..<15 {
            text += "\(visit) create c\(visit) page=p\(visit % 8)\n\(visit) didAppear c\(visit)\n"
            text += "\(visit + 1) didDisappear c\(visit)\n"
        }
        let visits = try #require(Timeline(history(text)).sessions.first?.scenes.first)
        #expect(visits.lanes.map(\.name) == (0..<8).map { "p\($0)" })
        #expect(visits.lanes.map(\.bars.count) == [2, 2, 2, 2, 2, 2, 2, 1])
        #expect(visits.counts.map(\.lane) == (0..<15).map { $0 % 8 })
    }

    /// Returns what the scenes of a timeline contain besides bars, each with the name of its session and of the scene.
    private func contents(_ timeline: Timeline) -> [String] {
        timeline.sessions.flatMap { session in
            session.scenes.flatMap { scene -> [String] in
                let place = [session.name, scene.name].compactMap(\.self).joined(separator: " ")
                func span(_ range: Range<Timestamp>) -> String {
                    "\(range.lowerBound.seconds)-\(range.upperBound.seconds)"
                }
                let parts: [(name: String, texts: [String])] = [
                    ("marks", scene.marks.map { "\($0.kind) \($0.time.seconds) \($0.name)" }),
                    ("backgrounds", scene.backgrounds.map(span)),
                    ("pages", scene.pages.map { "\($0.page) \(span($0.time))" }),
                    ("lanes", scene.lanes.map { ([$0.name] + $0.remarks.map(\.name)).joined(separator: " ") }),
                    ("numbers", scene.counts.map { "\($0.number) \($0.lane.map { "in lane \($0)" } ?? "alone")" }),
                ]
                return parts.filter { !$0.texts.isEmpty }
                    .map { "\(place) \($0.name): \($0.texts.joined(separator: ", "))" }
            }
        }
    }

    /// Below each trace is what its scenes contain besides bars.
    private static let contentsTable = """
        # Links, interactions, backgrounds and notes have marks, and diagnostics are in their lanes.
        create a page=a; 0 didAppear a; 1 deepLink app://x; 1.5 discardDeepLink; 2 interaction tap; 3 sceneBackground; 4 sceneForeground; 5 didAppear a; 6 didDisappear b; 10 note end
            main marks: link 1 app://x, interaction 2 tap, background 3 background, foreground 4 foreground, note 10 end
            main backgrounds: 3-4
            main pages: a 0-10.5
            main lanes: a duplicateDidAppear, b didDisappearWithoutAppear
            main numbers: 1 in lane 0
        # A scene that ends in the background gets no mark for the foreground (AP-009).
        0 create a page=a; 1 sceneBackground b; 2 sceneBackground; 4 sceneClose b; 5 sceneForeground b; 7 sessionEnd
            b marks: background 1 background
            b backgrounds: 1-4
            main marks: background 2 background
            main backgrounds: 2-7
        # A diagnostic about a new component is in its lane, in the scene of the component. One about no component is a mark of its scene.
        create a page=a scene=left; 5 didAppear a; 3 create b page=b scene=right; 4 didAppear b; 2 sceneInactive left; 10 note end
            left marks: remark 5 timeWentBack, note 10 end
            left pages: a 5-10.5
            left lanes: a
            left numbers: 1 in lane 0
            right pages: b 5-10.5
            right lanes: b timeWentBack timeWentBack
            right numbers: 2 in lane 0
        # Page views by hand have a number but no lane.
        create a page=a; 0 didAppear a; 1 record page=thanks; 2 didDisappear a; 3 didAppear a
            main pages: a 0-2, a 3-3.15
            main lanes: a
            main numbers: 1 in lane 0, 2 alone, 3 in lane 0
        # A session name that is used again is a new session.
        0 didAppear a session=anna; 1 didAppear b session=ben; 2 sessionEnd session=anna; 0 didAppear c session=anna; 3 note end session=ben
            anna main lanes: a
            ben main marks: note 3 end
            ben main lanes: b
            anna main lanes: c
        """

    @Test("Each mark, remark, page and number is in its scene and session", arguments: examples(contentsTable))
    func contents(trace: String, contents: [String]) throws {
        #expect(try self.contents(Timeline(history(trace))) == contents)
    }

    @Test("The marks of links and interactions have their explanations")
    func textsOfMarks() throws {
        let text = "create a page=a\n0 didAppear a\n1 deepLink app://x\n1.5 discardDeepLink\n2 interaction tap"
        let marks = try #require(Timeline(history(text)).sessions.first?.scenes.first).marks
        #expect(marks[0].text.hasSuffix("was opened at 1 on a/1 (PV-006), was discarded at 1.5 (PV-006)"))
        #expect(marks[1].text == "interaction tap at 2 on a/1")
    }

    @Test("Notes are marks of the first scene of their session, even before its first event")
    func notes() throws {
        let text = """
            0 note "before anything" session=anna
            1 note "of another"
            2 didAppear a scene=left session=anna
            3 didAppear b scene=right session=anna
            3 note "recorded from here on: and more" session=anna
            60 didDisappear a session=anna
            """
        let sessions = try Timeline(history(text)).sessions
        #expect(sessions.map { $0.scenes.map(\.name) } == [["left", "right"], ["main"]])
        #expect(
            sessions[0].scenes.map { $0.marks.map(\.text) } == [
                ["note at 0: before anything", "note at 3: recorded from here on: and more"], [],
            ])
        #expect(sessions[1].scenes[0].marks.map(\.text) == ["note at 1: of another"])
        #expect(Timeline(try history(text), session: "anna").sessions.map(\.name) == ["anna"])
        #expect(Timeline(try history(text), session: "nobody").sessions.isEmpty)
        let picture = svg(try history(text))
        #expect(
            picture.contains(">recorded from here on: and more</text>") && picture.contains(">note in the trace</text>")
        )
    }

    @Test("A note, and a diagnostic without a component, are in the scene with the first line")
    func marksWithoutScene() throws {
        let text = """
            0 sceneBackground left
            1 create a page=a scene=right
            1 didAppear a
            2 commit
            3 note end
            """
        let scenes = try #require(Timeline(history(text)).sessions.first?.scenes)
        #expect(scenes.map(\.name) == ["left", "right"])
        #expect(scenes.map { $0.marks.map(\.name) } == [["background", "commitWithoutBegin", "end"], []])
    }

    @Test("The axis begins at 0, or at the first event of a late trace, and an empty trace has a summary")
    func axis() throws {
        #expect(try Timeline(history("5 didAppear a\n10 note end")).start == .zero)
        let late = try Timeline(history("1000 didAppear a\n1010 note end"))
        #expect(late.start.seconds == "1000" && late.end.seconds == "1010.5" && late.duration == 10_000_000_000)
        let farthest = try Timeline(history("9223372036 didAppear a\n9223372036.854775807 note end"))
        #expect(farthest.end.nanoseconds == .max)
        #expect(try Timeline(history("")).summary == "no events")
        #expect(try Timeline(history("0 didAppear a")).length == 1_000_000_000)
    }
}
