import NavigationTraces
import AnalyticsJSON
import PageViewAutomation

/// A writer of a timeline as JSON, for the script of the HTML document (TL-009). Times are nanoseconds from the beginning of
/// the axis.
struct TimelineData {
    private let timeline: Timeline
    private var writer = JSONWriter()
    private var lanes = 0
    /// The tooltips of announcements. A key is the number of the lane and the index of the bar in this lane.
    private var announcements: [(key: String, text: String)] = []

    static func write(_ timeline: Timeline, gaps: [Range<Timestamp>], isFolded: Bool) -> [UInt8] {
        var data = TimelineData(timeline)
        data.write(gaps, isFolded)
        // A browser ends the script element at the first closing tag, even inside a string.
        let parts = data.writer.takeBytes().split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
        return Array(parts.joined(separator: "\\u003c".utf8))
    }

    private init(_ timeline: Timeline) {
        self.timeline = timeline
    }

    private mutating func write(_ gaps: [Range<Timestamp>], _ isFolded: Bool) {
        let labels = TimeLabels(timeline)
        writer.beginObject()
        writer.member("length", timeline.length)
        writer.member("start", timeline.start.nanoseconds)
        for (key, value) in [
            ("hasHours", labels.hasHours), ("isClock", labels.isClock), ("isRelative", labels.isRelative),
            ("isFolded", isFolded),
        ] {
            writer.key(key)
            writer.bool(value)
        }
        list("gaps", gaps) { $0.write($1) }
        text("cross", SVGShapes.cross)
        text("arrow", SVGShapes.arrow)
        text("several", SVGShapes.mark(nil))
        list("shapes", Timeline.Mark.Kind.allCases) { $0.text(SVGShapes.mark($1)) }
        list("sessions", timeline.sessions) { $0.write($1) }
        writer.key("announcements")
        writer.beginObject()
        for (key, text) in announcements {
            writer.key(key)
            writer.string(text)
        }
        writer.endObject()
        writer.endObject()
    }

    private mutating func write(_ session: Timeline.Session) {
        writer.separate()
        writer.beginObject()
        writer.key("name")
        if let name = session.name { writer.string(name.drawable) } else { writer.null() }
        if let time = session.recordedFrom {
            writer.member("recordedFrom", time.nanoseconds(since: timeline.start))
            text("recording", session.recording ?? "")
        }
        list("scenes", session.scenes) { $0.write($1) }
        writer.endObject()
    }

    private mutating func write(_ scene: Timeline.Scene) {
        writer.separate()
        writer.beginObject()
        text("name", scene.name)
        list("pages", scene.pages) { data, page in
            data.list {
                $0.time(page.time.lowerBound)
                $0.time(page.time.upperBound)
                $0.text(page.page.name.rawValue)
                $0.text("\(page.page)")
                $0.text(page.text)
            }
        }
        list("backgrounds", scene.backgrounds) { $0.write($1) }
        list("marks", scene.marks) { $0.write($1) }
        list("counts", scene.counts) { data, count in
            data.list {
                $0.time(count.time)
                $0.number(count.number)
                $0.number(count.item)
                $0.number(count.lane ?? -1)
            }
        }
        list("lanes", scene.lanes) { $0.write($1) }
        writer.endObject()
    }

    private mutating func write(_ lane: Timeline.Lane) {
        writer.separate()
        writer.beginObject()
        text("name", lane.name)
        let number = lanes
        lanes += 1
        for (index, bar) in lane.bars.enumerated() where bar.item == nil {
            announcements.append(("\(number) \(index)", bar.announcement.drawable))
        }
        list("bars", lane.bars) { $0.write($1) }
        list("remarks", lane.remarks) { $0.write($1) }
        writer.endObject()
    }

    private mutating func write(_ bar: Timeline.Bar) {
        let start = timeline.start
        list {
            $0.number(bar.item ?? -1)
            $0.text(bar.label)
            $0.text(bar.page?.name.rawValue ?? "")
            $0.text(bar.page.map { "\($0)" } ?? "")
            $0.number(bar.ending.rawValue)
            $0.number(bar.count?.number ?? 0)
            $0.time(bar.count?.time ?? start)
            for piece in bar.pieces {
                $0.number(piece.phase.rawValue)
                $0.time(piece.start)
            }
            $0.time(bar.end)
        }
    }

    private mutating func write(_ mark: Timeline.Mark) {
        list {
            $0.number(mark.kind.rawValue)
            $0.time(mark.time)
            $0.text(mark.name)
            $0.text(mark.text)
            $0.number(mark.item ?? -1)
        }
    }

    private mutating func write(_ range: Range<Timestamp>) {
        list {
            $0.time(range.lowerBound)
            $0.time(range.upperBound)
        }
    }

    // MARK: Elements

    private mutating func list(_ body: (inout TimelineData) -> Void) {
        writer.separate()
        writer.beginArray()
        body(&self)
        writer.endArray()
    }

    private mutating func list<Element>(
        _ key: StaticString, _ elements: [Element], _ body: (inout TimelineData, Element) -> Void
    ) {
        writer.key(key)
        writer.beginArray()
        for element in elements { body(&self, element) }
        writer.endArray()
    }

    private mutating func number(_ number: some BinaryInteger) {
        writer.separate()
        writer.int(Int64(clamping: number))
    }

    private mutating func time(_ time: Timestamp) { number(time.nanoseconds(since: timeline.start)) }

    private mutating func text(_ text: String) {
        writer.separate()
        writer.string(text.drawable)
    }

    private mutating func text(_ key: StaticString, _ text: String) { writer.member(key, text.drawable) }
}

extension Range<Timestamp> {
    var text: String {
        let length = Timestamp.seconds(of: upperBound.nanoseconds(since: lowerBound))
        return "no events for \(length) s, from \(lowerBound.seconds) to \(upperBound.seconds)"
    }
}
