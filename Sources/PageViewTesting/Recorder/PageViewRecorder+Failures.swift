import PageViewAutomation

/// What a failure says: what happened, the difference, and how to mend it (rule TS-003).
extension PageViewRecorder {
    func mismatch(
        _ place: Int, _ expected: ExpectedPageView, _ differences: [String], _ ledger: Ledger, _ location: TestLocation
    ) -> PageViewTestFailure {
        PageViewTestFailure(
            """
            page view \(place + 1) is not as expected.

            \(differences.map { "  \($0)" }.joined(separator: "\n"))

              All page views so far:
            \(Text.list(ledger.pageViews, marking: place))
            """,
            advice: """

                  If what came is right, expect it:
                      try recorder.expect(\(Text.expectation(ledger.pageViews[place], like: expected)))
                """, at: location)
    }

    func missing(
        _ expected: ExpectedPageView, _ ledger: Ledger, _ location: TestLocation
    ) -> PageViewTestFailure {
        let near = ledger.unexpected.first { $0.page.name == expected.page }
        if let near {
            // Others may be passed over, but this one is what was meant.
            return PageViewTestFailure(
                """
                expected a page view of \(expected.page), those that have come are not as expected.

                \(expected.differences(from: near).map { "  \($0)" }.joined(separator: "\n"))

                  All page views so far:
                \(Text.list(ledger.pageViews))
                """, at: location)
        }
        let before =
            ledger.pageViews.isEmpty
            ? "  There was no page view at all." : "  All page views so far:\n\(Text.list(ledger.pageViews))"
        return PageViewTestFailure(
            """
            expected a page view of \(expected.page), none has come.

            \(before)

              \(explanation(of: expected.page, ledger))
            """, at: location)
    }

    /// Why there is no page view of a page.
    private func explanation(of page: PageName, _ ledger: Ledger) -> String {
        let live = engine.livePages.last { $0.page.name == page }
        if let live, live.isCounted {
            return "\(page) is in front of the user and was counted: an appearance is counted once (RD-002)."
        }
        if live != nil {
            return "\(page) is in front of the user, but pending: set its notifier to ready (RD-002)."
        }
        switch ledger.leaves.last(where: { $0.page.name == page })?.outcome {
        case .neverReady: return "\(page) was left before it was ready, so it is never counted (RD-004)."
        case .neverVisible: return "\(page) appeared, but never had a window in a visible scene (AP-002)."
        case .counted: return "\(page) was left; each of its appearances was counted."
        case nil:
            return """
                \(page) has not been in front of the user as a page: its component has to be declared, reported by `didAppear`, \
                and in a window of a scene in the foreground (AP-002).
                """
        }
    }

    /// Why a page view came.
    static func reason(for pageView: PageView?) -> String {
        guard let pageView else { return "" }
        let page = pageView.page.name
        let reason =
            switch pageView.cause {
            case .appeared: "\(page) appeared and was ready."
            case .ready: "\(page) was in front of the user when it became ready."
            case .attached: "\(page) had appeared and got its window."
            case .foregrounded: "\(page) had appeared and its scene came to the foreground."
            case .revealed: "What lay above \(page) went away, which the policy counts."
            case .manual: "\(page) was recorded by hand."
            }
        return "  It was counted because: \(reason)"
    }
}
