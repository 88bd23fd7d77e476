import NavigationSimulator
@testable import PageViewTesting
import TestSupport
import Testing

/// Failures that a test reports at the line of the expectation (rule TS-003).
@Suite(.watched)
struct ReportedFailureTests {
    private static let marked = Locked<[SourceLocation]>([])

    /// Records the location of a reported failure and suppresses the issue. Issues of failed `#expect` calls pass unchanged.
    private static func keep(_ issue: Issue) -> Issue? {
        guard case .unconditional = issue.kind, let location = issue.sourceLocation else { return issue }
        marked.withLock { $0.append(location) }
        return nil
    }

    @Test(
        "Each failure marks the line and the column of its expectation, and the test continues",
        .compactMapIssues(Self.keep))
    func lines() throws {
        let first = #line + 3
        try withPageViewRecorder(reportFailure: record) { recorder in
            var app = recorder.launch(.uiKit, showing: .stack(["home"]), pages: ["cart": ItemScreen()])
            try recorder.expect("cart")
            try recorder.expectNothing()
            try recorder.expectLeave("cart")
            try recorder.expectInteraction("tap", on: nil)
            try recorder.expectCurrentPage("cart")
            try recorder.expectDrawing("cart  *")
            try app.goBack()
            try app.push(ItemScreen())
            try app.perform(.load("item", nil))
            try recorder.replay(bytes: [0x21])
            try app.perform(.selectTab("order"))
            try app.push("cart")
        }
        let marked = Self.marked.withLock { $0 }
        #expect(marked.map { $0.line - first } == [0, 2, 3, 4, 5, 6, 8, 9, 10])
        #expect(Set(marked.map(\.fileID)) == [#fileID])
        #expect(marked.first?.column == 32)
    }

    @Test("A remaining page view marks the line of the recorder, and an unused page the line of the launch")
    func end() throws {
        let failures = Locked<[PageViewTestFailure]>([])
        let line = #line + 1
        try withPageViewRecorder(reportFailure: { failure in failures.withLock { $0.append(failure) } }) { recorder in
            _ = recorder.launch(.uiKit, showing: "home", pages: ["item": ItemScreen()])
        }
        let found = failures.withLock { $0 }
        #expect(found.map(\.line) == [line + 1, line])
        #expect(found.map { $0.filePath.description } == [#filePath, #filePath])
        #expect(found.map(\.fileID) == [#fileID, #fileID])
        #expect(found.last?.message.hasPrefix("expected no further page view, found 1.") ?? false)
    }

    @Test("An error of the test itself is thrown once, without a report", arguments: [true, false])
    func ownError(hasReport: Bool) {
        struct Own: Error {}
        let report: @Sendable (PageViewTestFailure) -> Void = { failure in Issue.record("\(failure)") }
        #expect(throws: Own.self) {
            try withPageViewRecorder(reportFailure: hasReport ? report : nil) { recorder in
                _ = recorder.launch(.uiKit, showing: "home")
                throw Own()
            }
        }
    }
}

/// Records a failure at the line of its expectation.
private func record(_ failure: PageViewTestFailure) {
    let location = SourceLocation(
        fileID: failure.fileID, filePath: failure.filePath.description, line: failure.line, column: failure.column)
    Issue.record("\(failure.message)", sourceLocation: location)
}
