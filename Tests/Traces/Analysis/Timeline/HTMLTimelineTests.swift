import TraceAnalysis
import Foundation
import NavigationTraces
import PageViewAutomation
import TestSupport
import Testing

/// Timelines as HTML documents (TL-008, TL-009). `Tests/Integration/Browser` tests them in a browser.
@Suite(.watched)
struct HTMLTimelineTests {
    @Test("A document has no outside references, and its security policy forbids them")
    func documentsStandAlone() throws {
        for (name, trace) in try TestDepth.sample(10, of: journeys()) {
            let document = html(history(trace))
            #expect(document.contains("content=\"default-src 'none';"), "\(name)")
            for reference in ["<link", " src=", "@import", "<iframe", "<img", "fetch(", "XMLHttpRequest", "import("] {
                #expect(!document.contains(reference), "\(name): \(reference)")
            }
            // The only URLs refer to patterns in the document itself.
            #expect(document.components(separatedBy: "url(").dropFirst().allSatisfy { $0.hasPrefix("#pv-") }, "\(name)")
            let outside = document.components(separatedBy: "<script type=\"application/json\"").first ?? ""
            #expect(!outside.contains("http://") && !outside.contains("https://"), "\(name)")
        }
    }

    @Test("The security policy allows exactly the script of the document, by its hash")
    func scriptHash() throws {
        let document = html(try history("0 create a page=a\n0 didAppear a"))
        let scripts = document.components(separatedBy: "<script>").dropFirst().map {
            $0.components(separatedBy: "</script>")[0]
        }
        #expect(scripts.count == 1)
        #expect(document.contains("script-src \(ScriptHash.source(try #require(scripts.first)));base-uri"))
        #expect(!document.contains("script-src 'unsafe-inline'"))
        for handler in [" onload=", " onclick=", " onerror=", "javascript:"] { #expect(!document.contains(handler)) }
    }

    @Test(
        "The hash of a script is its sha256",
        arguments: [
            ("", "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="),
            ("abc", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="),
            (String(repeating: "a", count: 55), "n0OQ+NMMLdkuyfCVtl4rmumwqSWlJY4kHJ8ekQ9zQxg="),
            (String(repeating: "a", count: 56), "s1Q5pKxvCUi21vnjxq8PX1kM4g8b3nCQ73lwaG7Gc4o="),
            (String(repeating: "a", count: 64), "/+BU/nrgy23GXDr5th1SCfQ5hR20PQulmXM33xVGaOs="),
            (String(repeating: "é", count: 100), "9C7Ejh5LSH5ZDgs9TlhDfIMn76hV12lwn0lCpPc6frY="),
        ])
    func hash(script: String, expected: String) { #expect(ScriptHash.source(script) == "'sha256-\(expected)'") }

    @Test("A document contains each explanation once, and a bar refers to its explanation")
    func sentences() throws {
        let history = try history(
            """
            create item page=item state=pending
            0 deepLink app://item
            1 didAppear item
            1 didAppear item
            2 interaction tap
            3 didDisappear item
            """)
        let document = html(history)
        let entries = document.components(separatedBy: "<li id=\"i").dropFirst()
        #expect(entries.count == history.items.count && entries.count == 4)
        #expect(
            document.contains("before it was ready, so it does not count <a href=\"#RD-004\"><code>RD-004</code></a>"))
        #expect(document.contains(#"<span class="verdict uncounted">not counted</span> <b>item/1</b>"#))
        // The bar begins with the index of its appearance, which is also in the id of the explanation.
        #expect(document.contains("[1,\"item/1\",\"item\",\"item\",1,0,0,2,1000000000,3000000000]"))
        #expect(document.contains("<li id=\"i1\">"))
    }

    @Test("The data are valid JSON, and no name can close their element")
    func data() throws {
        for name in SVGTimelineTests.hostileNames {
            let document = html(history([.event(TraceEvent(.interaction(name: name, scene: nil, properties: nil)))]))
            let start = try #require(document.range(of: "id=\"data\">")?.upperBound)
            let end = try #require(document.range(of: "</script>", range: start..<document.endIndex)?.lowerBound)
            let object = try JSONSerialization.jsonObject(with: Data(document[start..<end].utf8)) as? [String: Any]
            #expect(object?["sessions"] != nil)
        }
    }

    @Test("An explanation's time has the axis's form as a title if the two differ")
    func times() throws {
        let long = html(try history("0 didAppear a\n76500.25 deepLink app://x"))
        #expect(long.contains(#" title="21:15:00.25 on the axis">76500.25 s</button>"#))
        #expect(html(try history("0 note x\n5 didAppear a")).contains(#"000">5 s</button>"#))
        let late = html(try history("1000 didAppear a\n1001.5 deepLink app://x"))
        #expect(late.contains(#" title="+1.5 s on the axis">1001.5 s</button>"#))
    }

    @Test("Each cited rule links to its title at the end of the document, which contains no other rule (TL-009)")
    func rules() throws {
        let counted = try history("0 create a page=a state=pending\n0 didAppear a\n1 didDisappear a\n1 didDisappear a")
        let document = html(counted)
        let cited = Set(explained(counted).flatMap(\.rules))
        #expect(cited == ["AP-002", "AP-005", "AP-006", "PV-007", "RD-004"])
        for rule in cited {
            #expect(document.contains("<a href=\"#\(rule)\"><code>\(rule)</code></a>"))
            #expect(document.components(separatedBy: "<li id=\"\(rule)\">").count == 2, "\(rule)")
        }
        let rules = document.components(separatedBy: "<h2>Rules</h2>")
        #expect(rules.count == 2 && rules[1].components(separatedBy: "<li ").count - 1 == cited.count)
        #expect(rules[1].contains("<li id=\"AP-002\"><code>AP-002</code> When an appearance begins</li>"))
        #expect(!html(try history("0 note x")).contains("<h2>Rules"))
    }

    @Test("Visible times are rounded to milliseconds, and tooltips have all digits (TL-003)")
    func rounding() throws {
        let document = html(try history("0.040662199 didAppear a\n1.5 didDisappear a"))
        #expect(document.contains(#" title="0.040662199 s">0.041 s</button>"#))
        #expect(document.contains(#"appeared at <span class="exact" title="0.040662199">0.041</span> <a"#))
        #expect(document.contains(#"disappeared at 1.5 <a"#))
        let later = html(try history("1000.0000004 didAppear a\n1001.5 deepLink app://x"))
        #expect(later.contains(#" title="1000.0000004 s, +0"#))
        #expect(later.contains(#"from <span class="exact" title="1000.0000004">1000</span> s"#))
        let picture = svg(try history("0.040662199 didAppear a\n1.5 didDisappear a"))
        #expect(picture.contains("appeared at 0.040662199"))
    }

    @Test("With several scenes the sentences name the scene, and put the session in brackets")
    func scenesAndSessions() throws {
        let document = html(
            try history(
                "0 create a page=a scene=one session=s\n0 didAppear a session=s\n1 deepLink app://x scene=two session=s"
            ))
        #expect(
            document.contains("<i>[s]</i> a appeared at 0 in the scene one <a href=\"#AP-002\"><code>AP-002</code></a>")
        )
        #expect(document.contains("was opened at 1 in the scene two with a/1 in the scene one as its referrer"))
    }

    @Test("A document explains only the sessions that it draws")
    func sessions() throws {
        let history = try history("0 didAppear a session=anna\n1 didAppear b session=ben")
        let bytes = HTMLTimeline.write(Timeline(history, session: "ben"), of: history)
        let document = String(decoding: bytes, as: UTF8.self)
        #expect(document.contains("<b>b/1</b>") && !document.contains("<b>a/1</b>"))
    }
}
