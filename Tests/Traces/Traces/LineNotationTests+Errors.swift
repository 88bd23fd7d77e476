import NavigationTraces
import TestSupport
import Testing

extension LineNotationTests {
    static let malformed = [
        // A word after a key.
        "didAppear scene=x ¶a", "didAppear scene=x ¶\"a\"", "create page=home ¶a", "expect pageView t=1 ¶home",
        "show scene=x ¶a", "show [a] ¶b", "didAppear a scene=x ¶[1]",
        // A word or value of the wrong kind.
        "¶nonsense a", "¶didappear a", "expect ¶pageview", "expect ¶nonsense", "didAppear ¶null", "didAppear ¶{}",
        "didAppear ¶[1]", "didAppear a scene=¶null", "didAppear a session=¶{}", "create a page=¶null",
        "create a state=¶maybe", "create a attached=¶yes", "create a payload=¶x", "create a payload=¶[]",
        "create a payload=¶null", "expect pageView t=¶x", "expect pageView t=¶\"1\"", "expect pageView seq=¶one",
        "expect pageView seq=¶1.5", "expect pageView cause=¶magic", "expect pageView deepLink=¶[]",
        "expect pageLeave outcome=¶gone", "expect pageLeave foreground=¶null", "expect pageView ¶null",
        "expect pageLeave ¶null", "create a page=x context=¶null", "trace version=¶2", "trace policy=¶lenient",
        "trace policy.reveal=¶continues", "trace exhaustive=¶pageView,everything", "expect deepLink ¶null",
        "expect diagnostic ¶null", "expect interaction ¶null", "note ¶null", "trace policy.foreground=¶-1",
        "trace policy.foreground=¶\"1\"", "trace policy.reveal=¶1", "create a exclusive=¶yes", "create a level=¶1.5",
        "create a level=¶2147483648", "create a level=¶x", "deepLink x expires=¶-1", "deepLink x expires=¶soon",
        "deepLink x page=¶null", "expect pageLeave current=¶null", "interaction tap component=¶null", "show [¶null]",
        "show [a level=¶1.5]", "show [a visible=¶no]", "show [a state=¶gone]", "show [a payload=¶x]",
        "show [a parent=¶null]", "show [a page=¶{}]",
        // An extra word.
        "didAppear a ¶b", "sessionEnd ¶x", "expect nothing ¶x", "note x ¶y", "trace ¶1", "expect currentPage home ¶x",
        "sceneClose a ¶b", "begin ¶x", "show ¶a", "show [a ¶b]", "show [a ¶[1]]", "didAppear a ¶[1]",
        // A word without a space before it, with a quote or with a control character.
        "0.5¶didAppear a", "didAppear \"a\"¶b", "note a¶\"b", "note a¶\u{1}", "note a¶\u{7F}", "note \"¶\u{1}\"",
        "ready a payload={}¶x", "note \"a¶", "note \"¶\\ud800\"", "note \"\\¶x\"", "note a¶\u{0}b", "0¶1 sessionEnd",
        "1.¶ sessionEnd", "1e¶ sessionEnd", "-¶ sessionEnd",
        // An expectation or a header with a time.
        "0.5 ¶expect nothing", "0 ¶trace",
    ]

    @Test("A malformed line is an error at its column", arguments: malformed)
    func malformedLine(text: String) throws {
        let error = try markedError(text, .lines)
        #expect(error.message.hasPrefix("expected ") && error.message.contains("found "))
    }

    @Test(
        "An unused key is an error at its column",
        arguments: [
            "didAppear a ¶page=home", "didAppear a ¶sceen=x", "create a page=home ¶colour=red",
            "expect nothing ¶page=x", "expect currentPage home ¶t=1", "sessionEnd ¶scene=x", "trace ¶scene=x",
            "trace ¶policy.nothing=counts", "note x ¶text=y", "pending a ¶payload={}", "expect deepLink x ¶component=a",
            "interaction tap ¶payload={}", "record a ¶state=ready", "begin ¶scene=x", "deepLink x ¶context=shop",
            "show ¶entries=x", "show ¶page=x", "show [home ¶session=s]", "show [home ¶attached=true]",
            "show [a] ¶page=x [b]",
        ])
    func keyWithoutUseIsAnError(text: String) throws {
        #expect(try markedError(text, .lines).message.contains("expected no key but "))
    }

    @Test(
        "An error message is one short line for any input",
        arguments: [
            #"note "a\nb\u001b" c"#, #"note c "a\nb\u001b""#, #"create a state="\n\u0000""#, #"expect "\n""#,
            #"trace policy.reveal="\n""#, "note a text.LETTERS=b", "expect LETTERS", "expect xMARKS",
            #"{"event":"\n\u001b"}"#, #"{"expect":"pageView","cause":"\r"}"#, #"{"trace":1,"policy":{"reveal":"\n"}}"#,
            #"{"trace":1,"policy":{"reveal":"LETTERS"}}"#, #"{"event":"xMARKS"}"#,
        ])
    func errorsAreShortLines(shape: String) throws {
        let text = shape.replacing("LETTERS", with: String(repeating: "x", count: 5_000))
            .replacing("MARKS", with: String(repeating: "\u{301}", count: 5_000))
        let message = try #require(Reading(text, nil).errors.first).message
        #expect(message.utf8.count < 1_000)
        #expect(message.utf8.allSatisfy { $0 >= 0x20 })
    }

    @Test(
        "A missing word or value is an error at its expected column",
        arguments: [
            ("didAppear¶", "a component"), ("create¶", "a component"), ("ready¶", "a component"), ("0.5¶", "an event"),
            ("interaction¶", "interaction"), ("deepLink¶", "a url"), ("record¶", "a component or a page"),
            ("expect¶", "what to expect"), ("didAppear a scene=¶", "a value"), ("didAppear a scene=¶ x", "a value"),
            ("create a context=¶shop", "'page'"), ("show [¶]", "a component"),
            ("show [page=home¶] [b]", "found the end of the entry"), ("show [a page=¶]", "a value"),
            ("show [a context=¶shop]", "'page'"), ("show [a¶", "']'"), ("show [a page=home ¶", "']'"),
            ("show [a]¶[b]", "a space"), ("show [a page=b ¶c]", "']'"),
        ])
    func missing(text: String, what: String) throws {
        let error = try markedError(text, .lines)
        #expect(error.message.hasPrefix("expected ") && error.message.contains(what))
    }
}
