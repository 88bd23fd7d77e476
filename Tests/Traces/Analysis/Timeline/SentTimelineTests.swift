import Foundation
import NavigationTraces
import PageViewAutomation
import TestSupport
import Testing

@testable import TraceAnalysis

#if canImport(FoundationXML)
import FoundationXML
#endif

/// What an app sent in a timeline (TL-011).
@Suite(.watched)
struct SentTimelineTests {
    private static let trace = """
        0  create nav
        0  didAppear nav
        1  create list#1 page=list
        1  didAppear list#1
        11 create item#1 page=item scene=second
        11 didAppear item#1
        31 didDisappear item#1
        31 create item#2 page=item scene=second
        31 didAppear item#2
        100 note end
        """

    private static func seconds(_ seconds: Double) -> Timestamp {
        Timestamp(nanoseconds: Int64(seconds * 1_000_000_000))
    }

    private static func line(
        _ name: String, _ time: Double, _ pageView: UInt64?, isRight: Bool = true
    ) -> Timeline.SentLine {
        Timeline.SentLine(
            time: seconds(time), pageView: pageView, page: name, isRight: isRight, name: name,
            text: "\(name) was sent at \(time)")
    }

    private static func timeline(
        _ lines: [Timeline.SentLine], missing: [Timeline.MissingView] = [], of trace: String = trace
    ) throws -> Timeline {
        var timeline = Timeline(try history(trace))
        timeline.add(lines, missing: missing)
        return timeline
    }

    private static func figure(_ timeline: Timeline) -> String {
        let figure = SVGTimeline.figure(timeline, name: "a & b", width: 900) { "item \($0)" }
        return String(decoding: figure.markup, as: UTF8.self)
    }

    @Test("Each line is in the scene of its page view, of the page with its name, or in the first scene")
    func scenes() throws {
        let timeline = try Self.timeline([
            Self.line("list", 1.1, 1), Self.line("elsewhere", 11.2, 2, isRight: false),
            Self.line("item", 20, nil, isRight: false),
            Self.line("nowhere", 5, nil, isRight: false), Self.line("list", 4000, 1, isRight: false),
        ])
        let scenes = try #require(timeline.sessions.first).scenes
        #expect(scenes.map(\.name) == ["main", "second"])
        #expect(scenes.map { $0.sent.map(\.name) } == [["list", "nowhere", "list"], ["elsewhere", "item"]])
        #expect(scenes[0].sent.map(\.kind) == [.sent, .wrongSent, .wrongSent])
        // A line after the trace is at the end of the axis.
        #expect(scenes[0].sent.last?.time == timeline.end)
    }

    @Test("A page view that was not sent has a dashed outline, and no other page view has one")
    func missing() throws {
        let view: Timeline.MissingView = (2, Self.seconds(11), "item was not sent")
        let other: Timeline.MissingView = (3, Self.seconds(12), "of another session")
        let timeline = try Self.timeline([Self.line("list", 1.1, 1)], missing: [view, other])
        #expect(timeline.counts.map(\.missing) == [nil, "item was not sent", nil])
        let figure = Self.figure(timeline)
        #expect(figure.components(separatedBy: #"class="missing""#).count == 2)
        #expect(figure.contains("<title>item was not sent\nitem 2</title>"))
        #expect(figure.components(separatedBy: #"class="number""#).count == 3)
    }

    @Test("Page views that are drawn as one show that some were not sent")
    func mergedNumbers() throws {
        let trace = (0..<6).map { "0.00\($0) create p\($0) page=p\n0.00\($0) didAppear p\($0)\n" }.joined()
        let view: Timeline.MissingView = (2, Self.seconds(0.001), "not sent")
        let timeline = try Self.timeline([], missing: [view], of: trace + "1 note end\n")
        let figure = SVGTimeline.figure(timeline, name: "", width: 600) { _ in "" }
        let markup = String(decoding: figure.markup, as: UTF8.self)
        #expect(markup.contains(#"class="number partlySent""#))
        #expect(figure.legend.contains { $0.contains("page views that were not all sent") })
    }

    @Test("Lines that are drawn as one have a cross if one of them is not right")
    func mergedLines() throws {
        let lines = (0..<30).map { Self.line("list", 1.1 + Double($0) / 1000, 1, isRight: $0 != 17) }
        let timeline = try Self.timeline(lines)
        let figure = Self.figure(timeline)
        #expect(figure.components(separatedBy: #"<path class="wrongSent""#).count == 2)
        #expect(!figure.contains(#"<path class="sent""#))
        #expect(figure.contains("and 20 more"))
    }

    @Test("An excerpt has what is in its time, with labels that count from 0")
    func excerpt() throws {
        let timeline = try Self.timeline([
            Self.line("list", 1.1, 1), Self.line("item", 11.2, 2), Self.line("item", 31.3, 3),
        ])
        let (excerpt, omitted) = timeline.excerpt(Self.seconds(30)...Self.seconds(32), lanes: 10)
        #expect(omitted == 0)
        #expect(excerpt.start == Self.seconds(29.5) && excerpt.end == Self.seconds(32.5))
        #expect(excerpt.counts.map(\.number) == [3])
        #expect(excerpt.sessions.flatMap(\.scenes).flatMap(\.sent).map(\.time) == [Self.seconds(31.3)])
        #expect(excerpt.bars.map(\.label) == ["nav/1", "list#1/1", "item#1/1", "item#2/1"])
        #expect(excerpt.bars.allSatisfy { $0.start >= excerpt.start && $0.end <= excerpt.end })
        // Bars that go on after the excerpt end in an arrow.
        #expect(excerpt.bars.map(\.ending) == [.open, .open, .plain, .open])
        let scale = TimeScale(excerpt, width: 700)
        let labels = TimeTicks(excerpt, scale) { 7 * $0.count }.ticks.map(\.label)
        #expect(labels.contains("30.0 s") && !labels.contains { $0.hasPrefix("+") }, "\(labels)")
        let whole = timeline.excerpt(timeline.start...timeline.end, lanes: 10).timeline
        #expect(whole.bars == timeline.bars && whole.counts == timeline.counts)
    }

    @Test("An excerpt omits lanes without a page view, and page views keep their lanes")
    func lanes() throws {
        let many = (0..<50).map { "0 create c\($0)\n0 didAppear c\($0)\n" }.joined()
        let timeline = try Self.timeline([], of: many + Self.trace)
        let (excerpt, omitted) = timeline.excerpt(timeline.start...timeline.end, lanes: 5)
        let scenes = excerpt.sessions.flatMap(\.scenes)
        #expect(scenes.map { $0.lanes.map(\.name) } == [["c0", "c1", "c2", "list"], ["item"]])
        #expect(omitted == 48)
        for scene in scenes {
            for count in scene.counts {
                let lane = try #require(count.lane)
                #expect(scene.lanes[lane].bars.contains { $0.count?.number == count.number })
            }
        }
    }

    @Test("Names of lines are text, and every figure is well formed", arguments: SVGTimelineTests.hostileNames)
    func namesAreText(name: String) throws {
        let view: Timeline.MissingView = (1, Self.seconds(1), name)
        let timeline = try Self.timeline(
            [Self.line(name, 2, nil), Self.line(name, 50, nil, isRight: false)], missing: [view])
        let figure = SVGTimeline.figure(timeline, name: name, width: 900) { _ in name }
        let parser = XMLParser(data: Data(figure.markup))
        #expect(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "")")
        #expect(!String(decoding: figure.markup, as: UTF8.self).contains("<script"))
    }

    @Test("Excerpts of random journeys have well-formed pictures")
    func randomExcerpts() throws {
        for history in randomHistories(8, events: 200) {
            let timeline = Timeline(history)
            let third = Timestamp(nanoseconds: timeline.start.nanoseconds + timeline.length / 3)
            let excerpt = timeline.excerpt(third...third, lanes: 3).timeline
            let parser = XMLParser(data: Data(SVGTimeline.figure(excerpt, name: "", width: 300) { "\($0)" }.markup))
            #expect(parser.parse())
            let numbers = timeline.counts.filter { excerpt.start <= $0.time && $0.time <= excerpt.end }.map(\.number)
            #expect(excerpt.counts.map(\.number) == numbers)
        }
    }
}
