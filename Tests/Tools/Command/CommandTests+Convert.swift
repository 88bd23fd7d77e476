import Foundation
import Testing

extension CommandTests {
    private static let inWords = """
        trace title="Two pages"
        0 create a page=a
        0.5 didAppear a
        1 interaction tap
        2 didDisappear a
        2 didAppear a

        """

    @Test("Convert writes the other notation, and detects the notation from the name or from the text")
    func convertBothWays() async throws {
        let folder = try Folder(["two.jsonl": Traces.twoPages, "two.trace": Self.inWords])
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
}
