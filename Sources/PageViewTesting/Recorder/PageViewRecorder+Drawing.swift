/// A test that says what it expects as a picture (rule TS-004).
extension PageViewRecorder {
    /// What was in front of the user, a lane a page and a column a change; see ``expectDrawing(_:fileID:line:)``.
    public var drawing: String { storage.withLock { $0.drawing.text } }

    /// Expects everything up to now to have looked like this, page views included.
    ///
    ///     try recorder.expectDrawing("""
    ///         home  *····*
    ///         item  ··~*··
    ///         """)
    ///
    /// `*` is a page view, `-` a page in front of the user that is counted, `~` one that is not, `·` none. A column is a
    /// change; what does not change has none.
    ///
    /// - Throws: ``PageViewTestFailure`` if it looked otherwise.
    public func expectDrawing(_ drawing: String, fileID: String = #fileID, line: Int = #line)
        throws(PageViewTestFailure)
    {
        let expected = Drawing.lanes(in: drawing)
        let (got, ledger) = storage.withLock { state in
            // The picture has them all.
            state.ledger.expected = state.ledger.pageViews.count
            return (state.drawing.named, state.ledger)
        }
        let isSame = expected.count == got.count && zip(expected, got).allSatisfy { $0 == $1 }
        guard !isSame else { return }
        let width = (expected + got).map(\.name.count).max() ?? 0
        var difference: [String] = []
        for place in 0..<max(expected.count, got.count) {
            let old = place < expected.count ? expected[place] : nil
            let new = place < got.count ? got[place] : nil
            if let old, let new, old == new {
                difference.append("    \(new.text(width))")
            } else {
                if let old { difference.append("  − \(old.text(width))") }
                if let new { difference.append("  + \(new.text(width))") }
            }
        }
        throw PageViewTestFailure(
            """
            the drawing is not as expected.

            \(difference.joined(separator: "\n"))

              If what came is right, expect it:

            \(got.map { "    \($0.text(width))" }.joined(separator: "\n"))

              * page view   - counted   ~ pending   · not in front of the user

              All page views so far:
            \(Text.list(ledger.pageViews))
            """, at: TestLocation(fileID: fileID, line: line))
    }
}
