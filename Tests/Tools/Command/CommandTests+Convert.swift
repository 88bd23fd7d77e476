import Foundation
import Testing

extension CommandTests {
    static let inWords = """
        trace title="Two pages"
        0 create a page=a
        0.5 didAppear a
        1 interaction tap
        2 didDisappear a
        2 didAppear a

        """

    @Test("Convert writes the other notation, and detects the notation from the name or from the text")
    func convertBothWays() async throws {
        let folder = try Folder()
        try folder.write(Traces.twoPages, to: "two.jsonl")
        try folder.write(Self.inWords, to: "two.trace")
        let words = try await Run.pageview(["convert", "two.jsonl"], in: folder)
        #expect(words.text == Self.inWords)
        #expect(words.status == 0)
        let json = try await Run.pageview(["convert", "two.trace"], in: folder)
        #expect(json.text == Traces.twoPages)
        #expect(try await Run.pageview(["convert"], input: Traces.twoPages).text == Self.inWords)
        #expect(try await Run.pageview(["convert", "-"], input: Self.inWords).text == Traces.twoPages)
    }

    @Test(
        "The option --to sets the notation of the output, which may be that of the input",
        arguments: [["--to", "jsonl"], ["--to=jsonl"]])
    func convertToJSON(options: [String]) async throws {
        for input in [Traces.twoPages, Self.inWords, "  " + Traces.twoPages.replacing("\n", with: "\r\n\r\n")] {
            let run = try await Run.pageview(["convert"] + options, input: input)
            #expect(run.text == Traces.twoPages)
            #expect(run.status == 0)
        }
        for input in [Traces.twoPages, "# remark\n\n" + Self.inWords] {
            #expect(try await Run.pageview(["convert", "-", "--to", "trace"], input: input).text == Self.inWords)
        }
    }

    /// Lines with all kinds of members in unusual forms.
    static let untidy = """
        {"trace":1,"policy":{"reveal":"counts","foreground":"silent"},"exhaustive":["pageView","pageLeave"],"title":"\\u00e9 \\"x\\""}
        {"t":1.50,"component":"a b","event":"create","page":{"context":"c","name":"null"},"payload":{"b":1e2,"a":[1.0,-0.0,"\\u0001"]},"extra":1}

        {"event":"note","text":"a = # b"}
        {"event":"ready","component":"#x","payload":{},"session":""}
        {"expect":"pageView","deepLink":{"url":"x","referrer":null},"previous":null,"page":{"context":null},"t":0.10}
        {"expect":"currentPage","page":null}
        {"expect":"interaction","name":"","page":null,"component":null}
        """

    @Test("Repeated conversions return to the same bytes in both notations")
    func convertRoundTrips() async throws {
        func convert(_ input: Data) async throws -> Data {
            let run = try await Run.pageview(["convert"], input: input)
            #expect(run.status == 0)
            #expect(run.errors.isEmpty)
            return run.output
        }
        for start in [Self.untidy, Traces.twoPages, Self.inWords] {
            let first = try await convert(Data(start.utf8))
            let second = try await convert(first)
            let third = try await convert(second)
            let fourth = try await convert(third)
            #expect(!first.isEmpty && !second.isEmpty)
            #expect(third == first)
            #expect(fourth == second)
        }
    }

    @Test("Convert writes the lines before a malformed line, and with --skip-invalid those after it")
    func convertMalformed() async throws {
        let input = "sessionEnd\noops\n1 sessionEnd\n"
        let run = try await Run.pageview(["convert"], input: input)
        #expect(run.text == "{\"event\":\"sessionEnd\"}\n")
        #expect(run.errors.hasPrefix("<stdin>:2:1: expected "))
        #expect(run.status == 65)
        let skipping = try await Run.pageview(["convert", "--skip-invalid"], input: input)
        #expect(skipping.text == "{\"event\":\"sessionEnd\"}\n{\"t\":1,\"event\":\"sessionEnd\"}\n")
        #expect(skipping.errors == run.errors)
        #expect(skipping.status == 65)
    }
}
