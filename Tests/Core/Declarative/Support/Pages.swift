import PageViewTesting

extension PageNode {
    /// Updates the node of a view that is shown.
    func show(_ page: DeclaredPage, id: PageID? = nil, in environment: PageEnvironment) {
        update(page, id: id, in: environment)
        appear()
    }
}

/// Runs a test with a recorded engine and a tree of pages.
func withPageTree(
    policy: EnginePolicy = .standard, line: Int = #line, filePath: StaticString = #filePath,
    _ body: (PageViewRecorder, PageTree) throws -> Void
) throws {
    try withPageViewRecorder(policy: policy, filePath: filePath, line: line) { recorder in
        try body(recorder, PageTree(engine: recorder.engine))
    }
}
