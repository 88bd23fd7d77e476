import NavigationTraces
import TestSupport
import Testing

/// The rules and examples of a chapter in Markdown, with their lines.
@Suite(.watched)
struct SpecificationDocumentTests {
    static let chapter = """
        # A chapter

        ## AP-004 The same appearance continues

        A rule, with `code` in it.

        ```trace AP-004
        # A remark
        0 create a page=a
        1 didAppear a
        expect pageView a
        ```

        ```trace AP-004 other-side

        0 create a page=a state=pending
        1 didAppear a
        expect nothing
        ```

        ```swift
        ## XX-001 This is code, no rule
        ```

        ### POL-010 Another rule

        ## Not a rule
        ## AP-04 Too few digits
        ## ap-004 Small letters
        ## APPS-004 Too many letters
        ## AP-0004 Too many digits
        ##
        """

    @Test("Rules are the headings that begin with an id")
    func rules() {
        let rules = SpecificationDocument(Self.chapter).rules
        #expect(rules.map(\.id) == ["AP-004", "POL-010"])
        #expect(rules.map(\.title) == ["The same appearance continues", "Another rule"])
        #expect(rules.map(\.line) == [3, 25])
    }

    @Test("Examples are the blocks marked as traces, with rule, side and the numbers of their lines")
    func examples() throws {
        let examples = SpecificationDocument(Self.chapter).examples
        #expect(examples.map(\.rule) == ["AP-004", "AP-004"])
        #expect(examples.map(\.isOtherSide) == [false, true])
        #expect(examples.map(\.line) == [8, 15])
        #expect(examples.first?.text == "# A remark\n0 create a page=a\n1 didAppear a\nexpect pageView a\n")
        #expect(try examples.map { try $0.lines().map(\.number) } == [[9, 10, 11], [16, 17, 18]])
    }

    @Test("An example runs, and a failure has its line in the document")
    func running() throws {
        for example in SpecificationDocument(Self.chapter).examples {
            var verifier = TraceVerifier()
            #expect(try example.run(&verifier) == [])
            #expect((verifier.passed, verifier.failed) == (1, 0))
        }
        let wrong = SpecificationDocument(Self.chapter.replacing("expect nothing", with: "expect pageView a"))
        var verifier = TraceVerifier()
        let failures = try wrong.examples[1].run(&verifier)
        #expect(failures.map(\.line) == [18])
        #expect(failures.map(\.message) == ["expected pageView a, got none"])
        // An unclaimed page view is a failure at the line that emitted it.
        let unclaimed = SpecificationDocument(
            Self.chapter.replacing("expect pageView a\n", with: "expect lastPage a\n"))
        verifier = TraceVerifier()
        #expect(try unclaimed.examples[0].run(&verifier).map(\.line) == [10])
    }

    @Test("The error of a malformed line in an example has its line in the document")
    func errors() throws {
        let document = SpecificationDocument(
            Self.chapter.replacing("1 didAppear a\nexpect nothing", with: "1 didAppear a colour=red\nexpect nothing"))
        let error = #expect(throws: TraceError.self) { try document.examples[1].lines() }
        let message = "expected no key but session, scene, found 'colour'"
        #expect(error == TraceError(line: 17, column: 15, message: message))
        var verifier = TraceVerifier()
        let same = #expect(throws: TraceError.self) { try document.examples[1].run(&verifier) }
        #expect(same == error)
    }

    @Test(
        "Blocks of other kinds are not examples",
        arguments: [
            "", "```\n0 create a\n```", "```text\n0 create a\n```",
            "    ```trace AP-001\n    x\n    ```", "```tracer AP-001\nx\n```",
        ])
    func blocksOfOtherKinds(markdown: String) {
        #expect(SpecificationDocument(markdown).examples.isEmpty)
    }

    @Test("A longer fence may contain a shorter one")
    func longerFence() {
        let document = SpecificationDocument("````trace AP-001\nnote x\n```\n## AP-002 inside\n````\n## AP-003 outside")
        #expect(document.examples.map(\.text) == ["note x\n```\n## AP-002 inside\n"])
        #expect(document.rules.map(\.id) == ["AP-003"])
    }

    @Test("A block may be indented, fenced with tildes, and without a rule")
    func indentedBlocks() throws {
        let document = SpecificationDocument(
            """
            - a list

              ~~~trace
              create a page=a
              expect nothing
              ~~~ not the end
              ~~~

            ```trace XX-001
            ```
            ```traces
            ```
            """)
        #expect(document.examples.map(\.rule) == ["", "XX-001"])
        let example = try #require(document.examples.first)
        #expect(example.line == 4)
        let error = #expect(throws: TraceError.self) { try example.lines() }
        #expect(error?.line == 6 && error?.column == 3)
    }

    @Test("A document with carriage returns has the same rules and examples")
    func carriageReturns() {
        let plain = SpecificationDocument(Self.chapter)
        let returns = SpecificationDocument(Self.chapter.replacing("\n", with: "\r\n"))
        #expect(returns.rules == plain.rules)
        #expect(returns.examples.map(\.line) == plain.examples.map(\.line))
        #expect(returns.examples.map(\.rule) == plain.examples.map(\.rule))
        #expect((try? returns.examples.map { try $0.lines().map(\.number) }) == [[9, 10, 11], [16, 17, 18]])
    }

    @Test("Only one carriage return belongs to the end of a line, in a document as in a trace")
    func manyCarriageReturns() {
        let example = SpecificationDocument("```trace AP-001\r\nnote a\r\r\nnote b\r\n```\r\n").examples.first
        let inTrace = Reading("note a\r\r\nnote b\r\n", .lines).errors.first
        let error = #expect(throws: TraceError.self) { try example?.lines() }
        #expect(error == inTrace.map { TraceError(line: 2, column: $0.column, message: $0.message) })
    }

    @Test("The reader skips one byte-order mark at the start, as in a trace")
    func byteOrderMark() {
        #expect(SpecificationDocument("\u{FEFF}## AP-001 x").rules.map(\.line) == [1])
        #expect(SpecificationDocument("\u{FEFF}\u{FEFF}## AP-001 x").rules.isEmpty)
    }

    @Test("Only backticks form a fence, without equivalent characters or combining marks")
    func equivalentCharacters() {
        #expect(SpecificationDocument("\u{1FEF}``trace AP-001\nnote a\n```").examples.isEmpty)
        let accents = SpecificationDocument(
            "```trace AP-001\n\u{1FEF}``\n```\u{301}\n```\n## AP-002 x\n```\u{301}\n## AP-003 x")
        #expect(accents.examples.map(\.text) == ["\u{1FEF}``\n```\u{301}\n"])
        #expect(accents.rules.map(\.id) == ["AP-002"])
    }
}
