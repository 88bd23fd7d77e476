import PageViewTesting
import TestSupport
import Testing

/// TinyUI with its short adapter passes the compatibility test (TS-009, DV-001).
@Suite(.watched)
struct AdapterTests {
    /// A stack of pages, of which the last one is visible. Hidden pages exist until they are removed.
    final class TinyUI: AdapterUnderTest {
        final class Page {
            let notifier: PageViewNotifier
            /// The pages inside it.
            var content: [Page] = []
            /// The page below it on a stack inside their container.
            var below: Page?
            init(_ notifier: PageViewNotifier) { self.notifier = notifier }

            var view: AnyView {
                AnyView(
                    VStack {
                        Text("page")
                        ForEach(content, id: { AnyHashable(ObjectIdentifier($0)) }) { $0.view }
                    }
                    .analyticsPage(notifier))
            }
        }

        private let engine: PageViewEngine
        private let order: CallbackOrder
        private var pages: [Page] = []
        private var stack: [Page] = []
        private var sheet: Page?
        private var isLocked = false
        private var second: Window?
        /// The pages in the second window, the last one in front.
        private var secondPages: [Page] = []
        /// A page that a kept view shows.
        private var inPlace: (state: PageState, id: String?)?
        private lazy var window = Window(engine, order: order) { [unowned self] in
            content.sheet(sheet) { Text("sheet").analyticsPage($0.notifier) }
        }

        private var content: AnyView {
            if let inPlace { return AnyView(Text("page").analyticsPage(inPlace.state, id: inPlace.id)) }
            return AnyView(
                TabView(id(of: stack.last), tabs: pages.map { id(of: $0) }) { [unowned self] id in
                    pages.first { self.id(of: $0) == id }?.view ?? AnyView(Text("nothing"))
                })
        }

        private func id(of page: Page?) -> AnyHashable { AnyHashable(page.map { ObjectIdentifier($0) }) }

        init(_ engine: PageViewEngine, _ order: CallbackOrder) {
            self.engine = engine
            self.order = order
        }

        func makePage(_ notifier: PageViewNotifier) -> Page { Page(notifier) }

        func show(_ page: Page) { _ = showInOneTurn([page]) }

        func hide(_ page: Page) { _ = hideInOneTurn([page]) }

        func showInOneTurn(_ shown: [Page]) -> Bool {
            pages += shown.filter { page in !pages.contains { $0 === page } }
            stack += shown
            window.update()
            return true
        }

        func hideInOneTurn(_ hidden: [Page]) -> Bool {
            stack.removeAll { page in hidden.contains { $0 === page } }
            window.update()
            return true
        }

        func remove(_ page: Page) {
            pages.removeAll { $0 === page }
            hide(page)
        }

        func cancelHide(_ page: Page) -> Bool {
            window.pages.update {
                stack.removeLast()
                window.update()
                stack.append(page)
                window.update()
            }
            return true
        }

        func cancelShow(_ page: Page) -> Bool {
            window.pages.update {
                show(page)
                remove(page)
            }
            return true
        }

        func enterBackground() -> Bool {
            window.pages.report(.background)
            return true
        }

        func enterForeground() { if !isLocked { window.pages.report(.foreground) } }

        func cover(with page: Page) -> Bool {
            sheet = page
            window.update()
            return true
        }

        func dismiss(_ page: Page) {
            if sheet == nil { return remove(page) }
            sheet = nil
            window.update()
        }

        /// A cancelled drag changes no state.
        func cancelDismiss(_ page: Page) -> Bool { update() }

        func update() -> Bool {
            window.update()
            second?.update()
            return true
        }

        func showInSecondWindow(_ page: Page) -> Bool {
            secondPages = [page]
            second = Window(engine, scene: engine.makeScene()) { [unowned self] in
                TabView(id(of: secondPages.last), tabs: secondPages.map { id(of: $0) }) { [unowned self] id in
                    secondPages.first { self.id(of: $0) == id }?.view ?? AnyView(Text("nothing"))
                }
            }
            return true
        }

        func closeSecondWindow() -> Bool {
            second?.close()
            return true
        }

        func moveToSecondWindow(_ page: Page) -> Bool {
            remove(page)
            return showInSecondWindow(page)
        }

        func insert(_ page: Page, into container: Page) -> Bool {
            container.content.append(page)
            window.update()
            return true
        }

        func showInPlace(_ page: PageContext, id: String?) -> Bool {
            showInPlace(.ready(PageViewEvent(pageContext: page)), id: id)
        }

        func showInPlace(_ state: PageState, id: String?) -> Bool {
            inPlace = (state, id)
            window.update()
            return true
        }

        func coverFully(with page: Page) -> Bool {
            show(page)
            return true
        }

        func replace(_ page: Page, with other: Page) -> Bool {
            pages.removeAll { $0 === page }
            stack.removeAll { $0 === page }
            show(other)
            return true
        }

        func replaceBelowSheet(_ page: Page, with other: Page) -> Bool { replace(page, with: other) }

        func pushInSecondWindow(_ page: Page) -> Bool {
            secondPages.append(page)
            second?.update()
            return true
        }

        func select(_ page: Page, in container: Page) -> Bool {
            container.content = [page]
            window.update()
            return true
        }

        func showTabs(_ tabs: [Page], in container: Page) -> Bool {
            container.content = [tabs[0]]
            return showInOneTurn([container])
        }

        func push(_ page: Page, in container: Page) -> Bool {
            page.below = container.content.last
            return select(page, in: container)
        }

        func pop(_ page: Page, in container: Page) -> Bool { select(page.below ?? page, in: container) }

        func select(_ page: Page, showing other: Page, in container: Page) -> Bool {
            other.below = page
            return select(other, in: container)
        }

        /// A turn is one pass, in which nothing changes.
        func hideAndShowInOneTurn(_ page: Page) -> Bool { update() }

        func lock() -> Bool {
            isLocked = true
            return enterBackground()
        }

        func unlock() {
            isLocked = false
            enterForeground()
        }

        /// Adds a tab that is never selected.
        func prepare(_ page: Page) -> Bool {
            pages.append(page)
            window.update()
            return true
        }
    }

    @Test("TinyUI passes the adapter check under several callback orders")
    func right() async throws {
        let orders: [CallbackOrder] = [
            [.repeatsAppear, .comesAndGoes], .disappearsFirst, .innermostFirst, CallbackOrder(),
        ]
        for order in TestDepth.sample(2, of: orders) {
            let report = try await checkAdapter { TinyUI($0, order) }
            #expect(report.failures.isEmpty, "\(report)")
            let missing = Set(report.skippedChecks.compactMap(\.missing))
            #expect(missing == ["recreate()", "showBeside(_:)"])
        }
    }

    @Test("The adapter check fails for a framework that repeats callbacks and marks no passes")
    func wrong() async {
        do {
            _ = try await checkAdapter { TinyUI($0, [.comesAndGoes, .withoutPasses]) }
            Issue.record("expected a failed check, found none")
        } catch {
            #expect(error.report.failures.count > 2)
        }
    }
}
