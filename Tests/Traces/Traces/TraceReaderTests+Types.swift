import NavigationTraces
import TestSupport
import Testing

/// A line with a value of the wrong type at `¶`, and the key and the value that the message must contain.
struct WrongType: Sendable {
    let text: String
    let key: String
    let found: String

    init(_ text: String, _ key: String, _ found: String) {
        self.text = text
        self.key = key
        self.found = found
    }
}

extension TraceReaderTests {
    static let wrongTypesInEvents: [WrongType] = [
        WrongType(#"{"event":¶5}"#, "event", "5"),
        WrongType(#"{"event":¶null}"#, "event", "null"),
        WrongType(#"{"t":¶"1","event":"sessionEnd"}"#, "t", #""1""#),
        WrongType(#"{"t":¶true,"event":"sessionEnd"}"#, "t", "true"),
        WrongType(#"{"event":"sessionEnd","t":¶null}"#, "t", "null"),
        WrongType(#"{"event":"sessionEnd","t":  ¶[0]}"#, "t", "an array"),
        WrongType(#"{"event":"sessionEnd","session":¶1}"#, "session", "1"),
        WrongType(#"{"event":"sessionEnd","session":¶null}"#, "session", "null"),
        WrongType(#"{"event":"sceneClose","scene":¶["main"]}"#, "scene", "an array"),
        WrongType(#"{"event":"didAppear","component":"a","scene":¶null}"#, "scene", "null"),
        WrongType(#"{"event":"didAppear","component":¶{}}"#, "component", "an object"),
        WrongType(#"{"event":"didAppear","component":¶-7.5e1}"#, "component", "-7.5e1"),
        WrongType(#"{"é":"é","event":"record","component":¶false}"#, "component", "false"),
        WrongType(#"{"event":"create","component":"a","page":¶12}"#, "page", "12"),
        WrongType(#"{"event":"ready","component":"a","page":¶null}"#, "page", "null"),
        WrongType(#"{"event":"pending","component":"a","page":¶["home"]}"#, "page", "an array"),
        WrongType(#"{"event":"create","component":"a","payload":¶[]}"#, "payload", "an array"),
        WrongType(#"{"event":"ready","component":"a","payload":¶"x"}"#, "payload", #""x""#),
        WrongType(#"{"event":"record","component":"a","payload":¶null}"#, "payload", "null"),
        WrongType(#"{"event":"create","component":"a","state":¶true}"#, "state", "true"),
        WrongType(#"{"event":"create","component":"a","parent":¶1}"#, "parent", "1"),
        WrongType(#"{"event":"create","component":"a","attached":¶"true"}"#, "attached", #""true""#),
        WrongType(#"{"event":"create","component":"a","attached":¶1}"#, "attached", "1"),
        WrongType(#"{"event":"create","component":"a","exclusive":¶1}"#, "exclusive", "1"),
        WrongType(#"{"event":"create","component":"a","level":¶"1"}"#, "level", #""1""#),
        WrongType(#"{"event":"create","component":"a","level":¶1.5}"#, "level", "1.5"),
        WrongType(#"{"event":"create","component":"a","level":¶2147483648}"#, "level", "2147483648"),
        WrongType(#"{"event":"create","component":"a","level":¶-2147483649}"#, "level", "-2147483649"),
        WrongType(#"{"event":"show","entries":¶{}}"#, "entries", "an object"),
        WrongType(#"{"event":"note","entries":¶null}"#, "entries", "null"),
        WrongType(#"{"event":"interaction","name":"tap","component":¶null}"#, "component", "null"),
        WrongType(#"{"event":"deepLink","url":"x","page":¶{"name":"home"}}"#, "page", "an object"),
        WrongType(#"{"event":"deepLink","url":"x","expires":¶"1"}"#, "expires", #""1""#),
        WrongType(#"{"event":"deepLink","url":"x","expires":¶-0.5}"#, "expires", "-0.5"),
        WrongType(#"{"event":"interaction","name":¶1}"#, "name", "1"),
        WrongType(#"{"event":"interaction","name":"tap","properties":¶"x"}"#, "properties", #""x""#),
        WrongType(#"{"event":"deepLink","url":¶null}"#, "url", "null"),
        WrongType(#"{"event":"deepLink","url":"x","source":¶5}"#, "source", "5"),
        WrongType(#"{"event":"discardDeepLink","scene":¶1}"#, "scene", "1"),
        WrongType(#"{"event":"discardDeepLink","url":¶1}"#, "url", "1"),
        WrongType(#"{"event":"note","text":¶{}}"#, "text", "an object"),
        WrongType(#"{"trace":¶"1"}"#, "trace", #""1""#),
        WrongType(#"{"trace":1,"title":¶1}"#, "title", "1"),
        WrongType(#"{"trace":1,"policy":¶1}"#, "policy", "1"),
        WrongType(#"{"trace":1,"exhaustive":¶"pageView"}"#, "exhaustive", #""pageView""#),
    ]

    static let wrongTypesInExpectations: [WrongType] = [
        WrongType(#"{"expect":¶1}"#, "expect", "1"),
        WrongType(#"{"expect":"nothing","session":¶1}"#, "session", "1"),
        WrongType(#"{"expect":"pageView","page":¶null}"#, "page", "null"),
        WrongType(#"{"expect":"pageView","component":¶null}"#, "component", "null"),
        WrongType(#"{"expect":"pageView","scene":¶1}"#, "scene", "1"),
        WrongType(#"{"expect":"pageView","payload":¶[1]}"#, "payload", "an array"),
        WrongType(#"{"expect":"pageView","previous":¶1}"#, "previous", "1"),
        WrongType(#"{"expect":"pageView","cause":¶1}"#, "cause", "1"),
        WrongType(#"{"expect":"pageView","t":¶"0"}"#, "t", #""0""#),
        WrongType(#"{"expect":"pageView","appearedAt":¶"0"}"#, "appearedAt", #""0""#),
        WrongType(#"{"expect":"pageView","appearance":¶"1"}"#, "appearance", #""1""#),
        WrongType(#"{"expect":"pageView","appearance":¶1.5}"#, "appearance", "1.5"),
        WrongType(#"{"expect":"pageView","seq":¶[]}"#, "seq", "an array"),
        WrongType(#"{"expect":"pageView","seq":¶1e300}"#, "seq", "1e300"),
        WrongType(#"{"expect":"pageView","deepLink":¶1}"#, "deepLink", "1"),
        WrongType(#"{"expect":"pageView","deepLink":{"url":¶1}}"#, "url", "1"),
        WrongType(#"{"expect":"pageView","deepLink":{"referrer":¶1}}"#, "referrer", "1"),
        WrongType(#"{"expect":"currentPage","page":¶1}"#, "page", "1"),
        WrongType(#"{"expect":"lastPage","component":¶1}"#, "component", "1"),
        WrongType(#"{"expect":"lastCountedPage","scene":¶null}"#, "scene", "null"),
        WrongType(#"{"expect":"currentPage","page":{"name":¶1}}"#, "name", "1"),
        WrongType(#"{"expect":"currentPage","page":{"context":¶[]}}"#, "context", "an array"),
        WrongType(#"{"expect":"pageLeave","outcome":¶1}"#, "outcome", "1"),
        WrongType(#"{"expect":"pageLeave","foreground":¶"1"}"#, "foreground", #""1""#),
        WrongType(#"{"expect":"pageLeave","background":¶null}"#, "background", "null"),
        WrongType(#"{"expect":"pageLeave","current":¶"1"}"#, "current", #""1""#),
        WrongType(#"{"expect":"interaction","name":¶null}"#, "name", "null"),
        WrongType(#"{"expect":"deepLink","url":¶null}"#, "url", "null"),
        WrongType(#"{"expect":"deepLink","referrer":¶1}"#, "referrer", "1"),
        WrongType(#"{"expect":"diagnostic","kind":¶1}"#, "kind", "1"),
        WrongType(#"{"expect":"diagnostic","component":¶1}"#, "component", "1"),
    ]

    static let wrongTypesInMembers: [WrongType] = [
        WrongType(#"{"event":"show","entries":[{"component":¶5}]}"#, "component", "5"),
        WrongType(#"{"event":"show","entries":[{"component":"a","page":{"name":¶5}}]}"#, "name", "5"),
        WrongType(#"{"event":"show","entries":[{"component":"a","payload":¶[]}]}"#, "payload", "an array"),
        WrongType(#"{"event":"show","entries":[{"component":"a","state":¶"gone"}]}"#, "state", "gone"),
        WrongType(#"{"event":"show","entries":[{"component":"a","parent":¶null}]}"#, "parent", "null"),
        WrongType(#"{"event":"show","entries":[{"component":"a","visible":¶1}]}"#, "visible", "1"),
        WrongType(
            #"{"event":"show","entries":[{"component":"a"},{"component":"b","level":¶1.5}]}"#, "level", "1.5"),
        WrongType(#"{"trace":1,"policy":{"foreground":¶-1}}"#, "foreground", "-1"),
        WrongType(#"{"event":"create","component":"a","page":{"name":¶5}}"#, "name", "5"),
        WrongType(#"{"event":"create","component":"a","page":{"name":¶null}}"#, "name", "null"),
        WrongType(#"{"event":"create","component":"a","page":{"name":"x","context":¶true}}"#, "context", "t"),
        WrongType(#"{"event":"create","component":"a","page":{"name":"x","context":¶null}}"#, "context", "null"),
        WrongType(#"{"trace":1,"policy":{"reveal":¶7}}"#, "reveal", "7"),
        WrongType(#"{"expect":"currentPage","page":{"name":¶null}}"#, "name", "null"),
    ]

    @Test(
        "A value of the wrong type is an error with its place, its key and the value found",
        arguments: wrongTypesInEvents + wrongTypesInExpectations + wrongTypesInMembers)
    func wrongTypesAreErrors(wrong: WrongType) throws {
        let marked = Marked(wrong.text)
        // The line is the second, to test its number. Only an empty line may precede a header.
        let isHeader = wrong.text.hasPrefix(#"{"trace""#)
        let before: [UInt8] = isHeader ? Array("\n".utf8) : Array("{\"event\":\"sessionEnd\"}\r\n".utf8)
        let reading = Reading(before + marked.bytes)
        #expect(reading.lines.count == (isHeader ? 0 : 1))
        let error = try #require(reading.errors.first)
        #expect(reading.errors.count == 1)
        #expect((error.line, error.column) == (2, marked.column))
        #expect(error.message.hasPrefix("expected "))
        #expect(error.message.contains("'\(wrong.key)'"))
        let found = try #require(error.message.components(separatedByText: ", found ").last)
        #expect(found.contains(wrong.found))
    }

    @Test(
        "A key of the wrong type is an error even if the event does not use it",
        arguments: [
            "t", "session", "scene", "component", "page", "payload", "state", "parent", "attached", "exclusive",
            "level",
        ],
        ["note", "sessionEnd", "sceneActive", "interaction", "deepLink"])
    func typesOfUnusedKeys(key: String, event: String) throws {
        for value in ["null", "[]"] {
            let error = try markedError(#"{"event":"\#(event)","name":"x","url":"x","\#(key)":¶\#(value)}"#)
            #expect(error.message.contains("'\(key)'"))
        }
    }

    @Test(
        "The error of a missing key names the key",
        arguments: [
            (#"{}"#, "'event'"), (#"{"t":1}"#, "'event'"), (#"{"event":"create"}"#, "'component'"),
            (#"{"event":"destroy"}"#, "'component'"), (#"{"event":"ready"}"#, "'component'"),
            (#"{"event":"pending","page":"home"}"#, "'component'"), (#"{"event":"interaction"}"#, "'name'"),
            (#"{"event":"deepLink","source":"x"}"#, "'url'"), (#"{"event":"record"}"#, "'component'"),
            (#"{"event":"create","component":"a","page":{}}"#, "'name'"),
            (#"{"event":"create","component":"a","page":{"context":"shop"}}"#, "'name'"),
            (#"{"event":"note","expect":"nothing"}"#, "'event'"), (#"{"event":"show"}"#, "'entries'"),
            (#"{"event":"show","entries":[{"page":"home"}]}"#, "'component'"),
        ])
    func requiredKeys(text: String, key: String) throws {
        let reading = Reading(text)
        #expect(reading.lines.isEmpty)
        let error = try #require(reading.errors.first)
        #expect(error.message.contains(key))
    }
}

extension String {
    /// Returns the parts between the occurrences of a text.
    func components(separatedByText text: String) -> [String] {
        split(separator: text, omittingEmptySubsequences: false).map(String.init)
    }
}
