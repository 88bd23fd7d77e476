import Testing

extension CommandTests {
    static let chapter = """
        # A chapter

        ## AP-001 A rule

        ```trace AP-001
        0 create a page=a
        1 didAppear a
        expect pageView a
        ```

        ```trace AP-001 other-side
        0 create a page=a state=pending
        1 didAppear a
        expect nothing
        ```

        ```text
        oops
        ```

        """

    @Test("Verify prints each failed expectation with its file and line")
    func verifyFails() async throws {
        let folder = try Folder([
            "a.trace": Traces.page("a") + "expect pageView b\nexpect currentPage a\n",
            "dir/c.trace": Traces.page("c") + "\n# remark\nexpect lastPage c\n",
        ])
        let run = try await Run.pageview(["verify", "a.trace", "dir"], in: folder).failed(1)
        #expect(
            run.lines == [
                "a.trace:3: expected pageView b, got pageView a component=a t=0",
                "dir/c.trace:2: expected no unclaimed pageView, got pageView c component=c t=0",
                "2 passed, 2 failed",
            ])
        #expect(run.errors == "Run 'pageview explain a.trace' for the reason of each page view.\n")
    }

    @Test("Verify runs the examples of documents, and finds documents in folders")
    func verifyRunsTheExamplesOfDocuments() async throws {
        let folder = try Folder([
            "Specs/Chapter.md": Self.chapter, "Specs/Traces/a.trace": Traces.page("a") + "expect pageView\n",
        ])
        for (name, passed) in [("Specs/Chapter.md", 2), ("Specs", 3)] {
            let run = try await Run.pageview(["verify", name], in: folder).succeeded()
            #expect(run.text == "\(passed) passed, 0 failed\n")
        }
        try folder.write(
            Self.chapter.replacing("expect nothing", with: "expect pageView a cause=appeared"), to: "wrong.md")
        let wrong = try await Run.pageview(["verify", "wrong.md"], in: folder).failed(1)
        #expect(wrong.text == "wrong.md:14: expected pageView a cause=appeared, got none\n1 passed, 1 failed\n")
    }

    @Test("A malformed line of a document ends only its example")
    func malformedDocument() async throws {
        let folder = try Folder()
        let text = Self.chapter.replacing(
            "1 didAppear a\nexpect pageView a", with: "expect currentPage a\n1 didAppear a colour=red\nexpect nothing")
        try folder.write(text, to: "bad.md")
        let run = try await Run.pageview(["verify", "bad.md"], in: folder).failed(65)
        #expect(run.errors == "bad.md:8:15: expected no key but session, scene, found 'colour'\n")
        #expect(run.lines == ["bad.md:7: expected currentPage a, got none", "1 passed, 1 failed"])
        let skipping = try await Run.pageview(["verify", "--skip-invalid", "bad.md"], in: folder).failed(65)
        #expect(skipping.errors == run.errors)
        #expect(skipping.lines == ["bad.md:7: expected currentPage a, got none", "2 passed, 1 failed"])
    }

    @Test("Verify prints no summary if an error left nothing to check (TR-005)")
    func nothingVerified() async throws {
        let malformed = try await Run.pageview(["verify", "-"], input: "oops\nexpect nothing\n").failed(65)
        #expect(malformed.text == "" && malformed.errorLines.count == 1)
        let missing = try await Run.pageview(["verify", "missing.trace"]).failed(66)
        #expect(missing.text == "" && missing.errorLines.count == 1)
    }
}
