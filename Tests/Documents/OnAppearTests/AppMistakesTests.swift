import PageViewTesting
import TestSupport
import Testing

/// The mistakes of the guide "Mistakes in apps", as code (RD-002, RD-004, DV-005, DV-008).
@Suite(.watched)
@MainActor
struct AppMistakesTests {
    /// Shows a page, sets a notifier to ready, and hides the page.
    private func visit(_ page: some AnalyticsPage, of engine: PageViewEngine, ready: PageViewNotifier) {
        let component = engine.makeHandle()
        engine.declare(page, for: component.id)
        component.report(.didAppear)
        ready.markReady()
        component.report(.didDisappear)
    }

    private final class ComputedNotifier: AnalyticsPage {
        var pageViewNotifier: PageViewNotifier { PageViewNotifier(pending: .item) }
    }

    private final class TwoNotifiers: AnalyticsPage {
        let pageViewNotifier = PageViewNotifier(pending: .item)
        let notifierOfModel = PageViewNotifier(pending: .item)
    }

    private final class NotifierOfModel: AnalyticsPage {
        let model = PageViewNotifier(pending: .item)
        var pageViewNotifier: PageViewNotifier { model }
    }

    @Test("A page with a computed notifier never becomes ready")
    func computedNotifier() throws {
        try withPageViewRecorder { recorder in
            let page = ComputedNotifier()
            visit(page, of: recorder.engine, ready: page.pageViewNotifier)
            try recorder.expectLeave("item", .neverReady)
            try recorder.expectDiagnostic(.computedNotifier)
        }
    }

    @Test("A page with two notifiers never becomes ready through the second one")
    func twoNotifiers() throws {
        try withPageViewRecorder { recorder in
            let page = TwoNotifiers()
            visit(page, of: recorder.engine, ready: page.notifierOfModel)
            try recorder.expectLeave("item", .neverReady)
        }
    }

    @Test("A computed property may return a stored notifier")
    func notifierOfModel() throws {
        try withPageViewRecorder { recorder in
            let page = NotifierOfModel()
            visit(page, of: recorder.engine, ready: page.model)
            try recorder.expect("item")
            try recorder.expectLeave("item", .counted)
        }
    }

    @Test("If each pass creates another model, the ready page is not shown and the shown page is not ready")
    func modelCreatedAgain() throws {
        try withPageViewRecorder { recorder in
            let (tree, node) = (PageTree(engine: recorder.engine), PageNode())
            let (first, second) = (NotifierOfModel(), NotifierOfModel())
            node.update(DeclaredPage(first), in: tree.environment)
            node.appear()
            node.update(DeclaredPage(second), in: tree.environment)
            first.model.markReady()
            node.disappear()
            try recorder.expectLeave("item", .neverReady)
            try recorder.expectLeave("item", .neverReady)
        }
    }

    @Test("A view without a tree emits neither a page view nor a diagnostic")
    func withoutTree() throws {
        try withPageViewRecorder { recorder in
            let node = PageNode()
            node.update(DeclaredPage("home"), in: .none)
            node.appear()
            try recorder.expectNothing()
            #expect(recorder.records.isEmpty)
        }
    }
}
