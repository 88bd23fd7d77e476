import PageViewAutomation
import TestWatch
import Testing

/// Pages in an environment without a tree (rule DV-005).
@Suite(.watched)
struct PagesWithoutTreeTests {
    @Test("The list contains exactly the pages that are updated without a tree while an observer exists")
    func observed() {
        let names: [PageName] = ["PagesWithoutTree one", "PagesWithoutTree two", "PagesWithoutTree three"]
        let engine = PageViewEngine()
        PagesWithoutTree.beginObserving()
        PagesWithoutTree.beginObserving()
        PageNode().update(DeclaredPage(PageContext(name: names[0])), in: .none)
        PageNode().update(DeclaredPage(PageViewNotifier(pending: PageContext(name: names[1]))), in: .none)
        PageNode().update(DeclaredPage(PageContext(name: names[2])), in: PageTree(engine: engine).environment)
        PagesWithoutTree.endObserving()
        #expect(names.map { PagesWithoutTree.contains($0) } == [true, true, false])
        PagesWithoutTree.endObserving()
    }
}
