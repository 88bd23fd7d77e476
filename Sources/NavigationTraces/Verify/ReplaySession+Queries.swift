import PageViewAutomation

extension ReplaySession {
    /// The answer to a query, of a scene or of the engine as a whole.
    func answer(
        to query: TraceExpectation.Query, scene name: String?
    ) -> (page: PageContext, component: String?)? {
        switch query {
        case .currentPage:
            named(name.map { engine.currentPage(in: scene(named: $0)) } ?? engine.currentPage)
        case .lastPage:
            named(name.map { engine.lastPage(in: scene(named: $0)) } ?? engine.lastPage)
        case .lastCountedPage:
            named(name.map { engine.lastCountedPage(in: scene(named: $0)) } ?? engine.lastCountedPage)
        }
    }

    private func named(_ page: PageAppearance?) -> (page: PageContext, component: String?)? {
        page.map { ($0.page, self.name(of: $0.component)) }
    }

    private func named(_ page: PageReference?) -> (page: PageContext, component: String?)? {
        page.map { ($0.page, $0.id.component.map(self.name(of:))) }
    }
}
