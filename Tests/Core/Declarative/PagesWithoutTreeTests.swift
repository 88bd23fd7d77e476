import PageViewAutomation
import TestSupport
import Testing

/// Pages in an environment without a tree (rule DV-005).
@Suite(.watched)
struct PagesWithoutTreeTests {
    @Test("The list of a task contains each page that is updated without a tree, and no other page")
    func observed() {
        let names: [PageName] = ["one", "two", "three", "four"]
        let engine = PageViewEngine()
        let (pages, others) = (PagesWithoutTree(), PagesWithoutTree())
        PagesWithoutTree.$current.withValue(pages) {
            PageNode().update(DeclaredPage(PageContext(name: names[0])), in: .none)
            PageNode().update(DeclaredPage(PageViewNotifier(pending: PageContext(name: names[1]))), in: .none)
            PageNode().update(DeclaredPage(PageContext(name: names[2])), in: PageTree(engine: engine).environment)
            PagesWithoutTree.$current.withValue(others) {
                PageNode().update(DeclaredPage(PageContext(name: names[3])), in: .none)
            }
        }
        // Outside a test, no list exists.
        PageNode().update(DeclaredPage(PageContext(name: names[2])), in: .none)
        #expect(names.map(pages.contains) == [true, true, false, false])
        #expect(names.map(others.contains) == [false, false, false, true])
    }
}
