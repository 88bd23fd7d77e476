import TraceAnalysis
import Foundation
import NavigationTraces
import PageViewAutomation
import TestSupport
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Timelines as SVG (TL-002, TL-008).
@Suite(.watched)
struct SVGTimelineTests {
    /// A parsed picture: the number of elements of each kind, and the texts.
    private final class Reading: NSObject, XMLParserDelegate {
        var elements: [String: Int] = [:]
        var numbers: [String] = []
        var texts: [String] = []
        private var text = ""

        init(_ svg: String) throws {
            super.init()
            let parser = XMLParser(data: Data(svg.utf8))
            parser.delegate = self
            guard parser.parse() else { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
        }

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            elements[name, default: 0] += 1
            numbers += attributes["data-numbers"]?.split(separator: " ").map(String.init) ?? []
            text = ""
        }

        func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

        func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
            if name == "text" || name == "title" { texts.append(text) }
        }
    }

    @Test("The picture of the item page equals the timeline of its trace")
    func pictureOfTheItemPage() throws {
        let trace = try String(
            contentsOf: packageFolder.appending(path: "Specs/Traces/item-page-waits.trace"), encoding: .utf8)
        let picture = try String(
            contentsOf: packageFolder.appending(path: "Specs/Pictures/item-page.svg"), encoding: .utf8)
        #expect(svg(try history(trace)) == picture)
    }

    @Test("Every journey's picture is well formed, and contains each page view's number once")
    func journeysAreWellFormed() throws {
        let foldings = [Timeline.Folding.never, .automatic, .longer(than: 1_000_000_000)]
        for (index, (name, trace)) in try TestDepth.sample(12, of: journeys()).enumerated() {
            let history = history(trace)
            let reading = try Reading(svg(history, folding: foldings[index % foldings.count]))
            let numbers = Timeline(history).counts.map { "\($0.number)" }
            #expect(reading.numbers == numbers, "\(name)")
            #expect(reading.elements["svg"] == 1)
        }
        for history in randomHistories(TestDepth.number(3, proof: 6), events: 150) { _ = try Reading(svg(history)) }
    }

    @Test("A history always gives the same bytes")
    func picturesAreReproducible() throws {
        for history in randomHistories(TestDepth.number(3, proof: 6), events: 300) {
            #expect(svg(history) == svg(history))
            #expect(html(history) == html(history))
        }
    }

    /// Names with markup, ends of scripts, bidirectional controls, or characters that XML forbids.
    static let hostileNames = [
        "<b>&amp;\"'</title>", "</script><script>alert(1)</script>", "]]>", "\u{202E}drawkcab", "\u{0}\u{1}\u{7F}",
        "עגלה", "سلة التسوق", "商店", "👩‍👩‍👧", "\u{FFFE}\u{FFFF}", "a\nb", String(repeating: "long", count: 5000), "<!--",
        "${x}`",
    ]

    @Test(
        "A picture with a hostile name is well formed and shows the name as text",
        arguments: TestDepth.sample(5, of: hostileNames))
    func namesAreText(name: String) throws {
        var lines: [TraceLine] = [.header(TraceHeader(title: name))]
        func add(_ time: Int64, _ action: TraceEvent.Action) {
            lines.append(.event(TraceEvent(time: Timestamp(nanoseconds: time), session: name, action)))
        }
        let page = PageContext(name: PageName(rawValue: name), context: ContextName(rawValue: name))
        add(0, .create(component: name, scene: name, TraceEvent.Declaration(page: page)))
        add(1, .component(name, .didAppear, scene: nil))
        add(2, .component(name, .didAppear, scene: nil))
        add(3, .interaction(name: name, scene: name, properties: nil))
        add(4, .deepLink(url: name, scene: name, source: name))
        let history = history(lines)
        let reading = try Reading(svg(history))
        let drawn = name.unicodeScalars.map { $0.value & 0xFFFE == 0xFFFE ? "?" : $0 }
        let shown = String(String.UnicodeScalarView(drawn)).printable
        #expect(reading.texts.contains(shown))
        #expect(!svg(history).contains("alert(1)</script>") && !html(history).contains("<script>alert"))
    }

    @Test("Bands lie behind shapes, and only hatching is translucent")
    func nothingLiesOverShapes() throws {
        var bands = 0
        for (name, trace) in try TestDepth.sample(16, of: journeys()) {
            let history = history(trace)
            let picture = svg(history)
            let style = picture.components(separatedBy: "</style>").first ?? ""
            #expect(style.components(separatedBy: "opacity").count == 2 && style.contains("opacity:.55"))
            #expect(!picture.dropFirst(style.count).contains("opacity"))
            for scene in picture.components(separatedBy: #"<g class="scene">"#).dropFirst() {
                let parts = scene.components(separatedBy: #"<g class="legend">"#)[0].components(
                    separatedBy: #"class="band""#)
                bands += parts.count - 1
                for part in parts.dropLast() {
                    #expect(!part.contains(#"class="bar""#) && !part.contains(#"class="mark""#), "\(name)")
                }
            }
            let document = html(history)
            #expect(!document.contains(".band{opacity") && !document.contains("layers.shapes + layers.bands"))
        }
        #expect(bands > 0)
    }

    @Test("Hatching marks the time before a recording, behind the bars (RC-004)")
    func playedStretch() throws {
        let text = """
            0 create a page=a session=s
            0 didAppear a session=s
            6 note "\(RecordingStart.words)" session=s
            6 create b page=b scene=two session=s
            7 didAppear b session=s
            9 didAppear c session=other
            12 note end session=s
            """
        let history = try history(text)
        #expect(Timeline(history).sessions.map { $0.recordedFrom?.seconds } == ["6", nil])
        let picture = svg(history)
        let scenes = picture.components(separatedBy: #"<g class="scene">"#).dropFirst()
        let counts = scenes.map {
            $0.components(separatedBy: #"<g class="legend">"#)[0].components(separatedBy: #"class="played""#).count - 1
        }
        #expect(counts == [1, 1, 0])
        for scene in scenes.prefix(2) {
            #expect(!scene.components(separatedBy: #"class="played""#)[0].contains(#"class="bar""#))
        }
        #expect(picture.contains("<title>recorded from 6 on: earlier events restore the state before (RC-004)</title>"))
        #expect(picture.contains(">before the recording: no history</text>"))
        #expect(html(history).contains(#""recordedFrom":6000000000"#))
        #expect(html(history).components(separatedBy: "\"recordedFrom\":").count == 2)
        #expect(!svg(try TestSupport.history("0 didAppear a")).contains(#"class="played""#))
    }

    @Test("The legend omits shapes that were merged, and shows the shapes they merged into")
    func legendOfWhatIsDrawn() throws {
        let text = """
            0 interaction a
            0 deepLink app://x
            0 create a page=a state=pending
            0 didAppear a
            0.0001 didDisappear a
            0.0001 didAppear a
            0.0002 didDisappear a
            100 note end
            """
        let picture = svg(try history(text))
        #expect(picture.contains(">several at once</text>") && picture.contains(">several, too close together</text>"))
        for word in ["interaction", "deep link", "in front, not ready", "left without a page view"] {
            #expect(!picture.contains(">\(word)</text>"), "\(word)")
        }
        #expect(!svg(try history("0 interaction a\n100 interaction b")).contains(">several"))
        // The document shows a hidden entry when it draws the shape.
        #expect(html(try history(text)).contains(#"<li data-look="several" hidden>"#))
    }

    @Test("The legend contains only the shapes of the picture")
    func legend() throws {
        let plain = svg(try history("create a page=a\n0 didAppear a\n1 didDisappear a"))
        #expect(plain.contains(">in front, counted</text>"))
        for text in [
            "in front, not ready", "held", "diagnostic", "deep link", "goes on", "announced", "too close",
            "no events",
        ] {
            #expect(!plain.contains(">\(text)"), "\(text)")
        }
        let pending = svg(try history("create a page=a state=pending\n0 willAppear a\n1 didAppear a\n1 didAppear a"))
        for text in ["in front, not ready", "diagnostic", "goes on", "announced"] {
            #expect(pending.contains(">\(text)"), "\(text)")
        }
    }
}
