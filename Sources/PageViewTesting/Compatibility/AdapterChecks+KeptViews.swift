import PageViewAutomation

/// One page after another in a view that the framework keeps (rules TS-009, DV-008).
extension AdapterChecks {
    /// Results, details and back; item 1 and item 2.
    static var keptViews: [Check] {
        [
            Check(
                name: "another page in a view that is kept is another page view, and so is the way back", rule: "DV-008"
            ) {
                adapter, recorder in
                let user = KeptView(adapter: adapter, recorder: recorder)
                try await user.go(to: "results")
                try await user.go(to: "details", from: "results")
                try await user.go(to: "results", from: "details")
            },
            Check(
                name: "another item in a view that is kept is another page view, and the same item is not",
                rule: "DV-008"
            ) {
                adapter, recorder in
                let user = KeptView(adapter: adapter, recorder: recorder)
                try await user.go(to: "item", id: "1")
                try await user.go(to: "item", id: "2", from: "item")
                try await need("showInPlace(_:id:)", adapter.showInPlace("item", id: "2"))
                try recorder.expectNothing()
                try live(["item"], recorder)
            },
        ]
    }

    /// A user who goes from one page to the next in the same view.
    private struct KeptView {
        let adapter: Adapter
        let recorder: PageViewRecorder

        nonisolated(nonsending) func go(
            to page: PageName, id: String? = nil, from previous: PageName? = nil
        ) async throws {
            let (before, component) = (recorder.pageViews.count, recorder.pageViews.last?.component)
            try await need("showInPlace(_:id:)", adapter.showInPlace(PageContext(name: page), id: id))
            let isKept = recorder.engine.livePages.contains { $0.component == component }
            if let previous, recorder.pageViews.count == before, isKept {
                throw Contradiction(
                    description: """
                        expected a page view of \(page)\(id.map { " with the id \($0)" } ?? ""), found none: the component of \
                        \(previous) is still in front of the user.

                          The framework has kept the view, and the adapter reports one component for both pages. Report another
                          component when the page's name or its `id:` changes: `PageNode.update(_:id:in:)` does so if it is called
                          in each pass, with the `id:` that the view gives.
                        """)
            }
            try recorder.expect(
                ExpectedPageView(page, previous: previous.map { .value($0.rawValue) } ?? .nothing))
            if let previous { try recorder.expectLeave(previous, .counted) }
            try recorder.expectCurrentPage(page)
            try live([page.rawValue], recorder)
        }
    }
}
