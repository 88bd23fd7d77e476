import NavigationTraces
import PageViewAutomation
import TestSupport
import Testing

/// The words and keys of the line notation (TR-001).
@Suite(.watched)
struct LineNotationTests {
    /// Lines of each kind, with all keys and with few, as the printer writes them.
    static let everyKind: [String] = [
        "trace",
        #"trace title="Home waits" policy.reveal=counts policy.foreground=counts exhaustive=pageView,pageLeave"#,
        "trace policy.cancelledDisappearance=counts exhaustive=,",
        #"0.25 create home#1 scene=left page=home context=shop state=pending payload={"items":12} parent=root attached=false session=s"#,
        "trace policy.foreground=1800.5", "create list exclusive=true level=-3", "select a scene=s", "deselect a",
        "2 focus a", "begin", "commit session=s", "show", "show scene=main [home] [x]",
        "show [\"a]b\" page=\"]\"] session=s",
        #"3 show scene=s [dialog page=d context=c state=pending payload={"a":[1]} parent=tabs visible=false level=1]"#,
        "interaction tap component=row", "deepLink x page=offer expires=30.5", "create home#1",
        "0 create a state=ready attached=true", "-1.5 willAppear a", "didAppear a scene=s", "willDisappear a",
        "didDisappear a", "attach a scene=other", "detach a", "destroy a", "pending a scene=s page=home context=shop",
        "pending a", #"ready a scene=s page=home context=shop payload={"a":[1,2.5,null,true,"x"],"b":{}}"#,
        "ready a payload={}", "sceneForeground main", "sceneBackground", "sceneActive left", "sceneInactive left",
        "sceneClose left session=s", #"interaction tap scene=s properties={"on":"row"}"#, "interaction tap",
        "deepLink app://item/42?x=1#top scene=s source=mail", "deepLink app://x", "discardDeepLink left",
        "2 discardDeepLink", #"record a scene=s page=home context=shop payload={"x":1}"#, "record page=home",
        "record a", "sessionEnd", "3 sessionEnd session=s", #"note "a remark = this # one""#, #"note """#,
        "expect pageView",
        #"expect pageView home context=shop component=a scene=s payload={"x":1} previous=start cause=ready t=0.5 appearedAt=0.3 appearance=2 seq=3 deepLink=app://x session=s"#,
        "expect pageView context=null previous=null deepLink=null",
        #"expect pageView deepLink={"url":"x","referrer":null}"#, #"expect pageView deepLink={"referrer":"home"}"#,
        "expect pageView deepLink={}", "expect nothing", "expect nothing session=s", "expect currentPage null",
        "expect currentPage home context=shop scene=s component=a", "expect lastPage component=null",
        "expect lastCountedPage home", "expect lastCountedPage",
        "expect pageLeave home context=shop component=a outcome=neverReady foreground=1.5 background=0 current=1",
        "expect pageLeave", "expect interaction tap page=home context=shop component=a",
        "expect interaction page=null component=null", "expect interaction", "expect interaction context=shop",
        "expect deepLink app://x referrer=home", "expect deepLink referrer=null", "expect deepLink",
        "expect diagnostic duplicateDidAppear component=a", "expect diagnostic",
    ]

    @Test("Every kind of line survives reading and printing in both notations", arguments: everyKind)
    func everyKindOfLineRoundTrips(text: String) throws {
        let line = try line(text, .lines)
        #expect(TestSupport.text(line, .lines) == text)
        #expect(try TestSupport.line(TestSupport.text(line, .jsonLines)) == line)
    }

    @Test("The reader ignores space at the ends of a line and between words")
    func spaceAtTheEndsDoesNotMatter() throws {
        let plain = try line(#"0.5 create home#1 page=home payload={"a":1}"#, .lines)
        #expect(try line("  \t0.5\t  create \t home#1   page=home\tpayload={\"a\":1} \t ", .lines) == plain)
        #expect(try line("0.5 create home#1 page=home payload={ \"a\" : 1 }\r\n", .lines) == plain)
    }

    @Test("The reader skips empty lines and remarks, and counts them")
    func remarks() {
        let reading = Reading("# a trace\n\n   # more\n\t\n#\nsessionEnd\n#{\nsessionEnd # no remark", .lines)
        #expect(reading.numbers == [6])
        #expect(reading.errors.map(\.line) == [8])
    }

    @Test(
        "The printer quotes only ambiguous words",
        arguments: [
            ("", #""""#), ("my page", #""my page""#), ("null", #""null""#), ("a\"b", #""a\"b""#), ("{x", #""{x""#),
            ("[", #""[""#), ("#1", ##""#1""##), ("page=x", #""page=x""#), ("a.b=", #""a.b=""#), ("t=1", #""t=1""#),
            ("tab\there", #""tab\there""#),
            ("\u{7F}", "\"\u{7F}\""), ("\u{0}", #""\u0000""#), ("line\nbreak", #""line\nbreak""#),
            ("\u{1F}", #""\u001f""#),
            ("home#1", "home#1"), ("1=x", "1=x"), ("a_b=x", "a_b=x"), ("=x", "=x"), ("a{b}", "a{b}"), ("x]", "x]"),
            ("Null", "Null"), ("nullx", "nullx"),
            ("é=x", "é=x"), ("😀", "😀"), ("\\", "\\"), ("a\\u0041", "a\\u0041"), ("true", "true"), ("0.5", "0.5"),
            ("-", "-"), ("\u{A0}", "\u{A0}"), ("app://x?a=b&c=d#e", "app://x?a=b&c=d#e"), ("'x'", "'x'"),
        ])
    func wordsThatNeedQuotesAreQuoted(name: String, word: String) throws {
        let asWord = TraceLine.event(TraceEvent(.component(name, .didAppear, scene: nil)))
        #expect(text(asWord, .lines) == "didAppear \(word)")
        #expect(try line("didAppear \(word)", .lines) == asWord)
        // The value of a key is quoted in the same way.
        let asValue = TraceLine.event(TraceEvent(session: name, .stop))
        #expect(text(asValue, .lines) == "sessionEnd session=\(word)")
        #expect(try line("sessionEnd session=\(word)", .lines) == asValue)
    }

    @Test("Any word may be quoted, with the escapes of JSON")
    func quotesAreFree() throws {
        #expect(try event(#""didAppear" "home#1" scene="s""#, .lines) == event("didAppear home#1 scene=s", .lines))
        #expect(try event(#"note "\u00e9\ud83d\ude00\n\/""#, .lines).action == .note("é😀\n/"))
    }

    @Test("Keys may have any order, and the last of a repeated key applies")
    func keys() throws {
        #expect(
            try event("create a context=shop state=ready page=home", .lines)
                == event("create a page=home context=shop state=ready", .lines))
        #expect(
            try event("didAppear a scene=x session=s scene=y", .lines) == event("didAppear a scene=y session=s", .lines)
        )
        #expect(try event("ready a payload=5 payload={}", .lines) == event("ready a payload={}", .lines))
        // A scene may be a word or a key.
        #expect(try event("sceneClose scene=left", .lines) == event("sceneClose left", .lines))
    }
}
