import PageViewTesting
import TestWatch
import Testing

/// The compatibility test for adapters: a correct adapter passes, and each kind of mistake is reported (rule TS-009).
@Suite(.watched)
struct CheckAdapterTests {
    /// A small framework of stacked screens, with an adapter that can make the mistakes that adapters make.
    final class Framework: AdapterUnderTest {
        final class Page {
            let notifier: PageViewNotifier
            var component: ComponentHandle?
            var content: [Page] = []
            init(_ notifier: PageViewNotifier) { self.notifier = notifier }
        }

        enum Mistake: CaseIterable {
            case firstTimeOnly, neverDisappears, appearsOnHide, newComponentEachTime, neverDestroyed, previousPagesName
            case cancelledIsLeft, backgroundIsLeft, alwaysInForeground, sheetHidesWhatIsBelow, oneScene, everythingTwice
            case notifierAskedOnce, cancelledAppears, returnNotReported, onePerName, removalBelowNotReported,
                hiddenInBackground
            case containerNotReported, destroysAnother, preparedIsShown, closedWindowNotReported, movedStaysInItsScene
            case keptViewIsRenamed, idIsIgnored, replacedOnEachUpdate

            /// The prefixes of the names of the checks that fail.
            var noticedBy: Set<String> {
                switch self {
                case .firstTimeOnly: ["a page that is shown again"]
                case .neverDisappears: ["a page that is shown again", "a page left before"]
                case .appearsOnHide: ["a shown page counts once"]
                case .newComponentEachTime: ["the reports cause", "a cancelled disappearance"]
                case .neverDestroyed:
                    ["a removed page ends", "a removed page is destroyed", "a hundred pages"]
                case .previousPagesName: ["a page view has its page's name"]
                case .cancelledIsLeft: ["a cancelled disappearance"]
                case .backgroundIsLeft: ["a return from the background"]
                case .alwaysInForeground: ["a page shown in the background"]
                case .sheetHidesWhatIsBelow: ["a page below a sheet"]
                case .oneScene: ["each of two windows"]
                case .everythingTwice: ["the reports cause"]
                case .notifierAskedOnce: ["a pending page"]
                case .cancelledAppears: ["a cancelled appearance"]
                case .returnNotReported: ["a page counts again"]
                case .onePerName: ["two pages with the same name"]
                case .removalBelowNotReported: ["a page removed below"]
                case .hiddenInBackground: ["a page hidden in the background"]
                case .containerNotReported: ["a page inserted into", "a page shown together"]
                case .destroysAnother: ["a removed page is destroyed"]
                case .preparedIsShown: ["a prepared page"]
                case .closedWindowNotReported: ["the pages of a closed window"]
                case .movedStaysInItsScene: ["a page moved to another window"]
                case .keptViewIsRenamed: ["another page in a kept view", "another item in a kept view"]
                case .idIsIgnored: ["another item in a kept view"]
                case .replacedOnEachUpdate: ["another item in a kept view"]
                }
            }
        }

        private let engine: PageViewEngine
        private let mistake: Mistake?
        private var stack: [Page] = []
        private var lastNotifier: PageViewNotifier?
        private var byName: [PageName: ComponentHandle] = [:]
        private var isInBackground = false
        private var second: (page: Page, scene: SceneID)?
        private var kept: [Page] = []
        private var inPlace: (page: Page, name: PageContext, id: String?)?

        init(_ engine: PageViewEngine, _ mistake: Mistake? = nil) {
            self.engine = engine
            self.mistake = mistake
        }

        func makePage(_ notifier: PageViewNotifier) -> Page { Page(notifier) }

        private func component(of page: Page, in scene: SceneID? = nil) -> ComponentHandle {
            if let known = page.component, mistake != .newComponentEachTime { return known }
            let name = page.notifier.state.pageContext.name
            if mistake == .onePerName, let known = byName[name] { return known }
            let component = engine.makeHandle(in: scene)
            if mistake == .onePerName { byName[name] = component }
            switch mistake {
            case .previousPagesName: engine.declare(lastNotifier ?? page.notifier, for: component.id)
            case .notifierAskedOnce:
                engine.declare(PageViewNotifier(page.notifier.state), for: component.id)
            default: engine.declare(page.notifier, for: component.id)
            }
            lastNotifier = page.notifier
            page.component = component
            return component
        }

        private func report(_ event: ComponentEvent, _ page: Page) {
            let isFirst = page.component == nil
            let component = component(of: page)
            if mistake == .firstTimeOnly, event == .didAppear, !isFirst { return }
            if mistake == .neverDisappears, event == .didDisappear { return }
            // Contained pages report first, as in a view hierarchy that is built from the inside.
            for inner in page.content { report(event, inner) }
            component.report(event)
            if mistake == .everythingTwice { component.report(event) }
        }

        func show(_ page: Page) {
            if let below = stack.last, below !== page { report(.willDisappear, below) }
            if mistake != .appearsOnHide { report(.didAppear, page) }
            if let below = stack.last, below !== page { report(.didDisappear, below) }
            stack.append(page)
        }

        func hide(_ page: Page) {
            stack.removeAll { $0 === page }
            if mistake == .hiddenInBackground, isInBackground { return }
            report(.willDisappear, page)
            if mistake == .appearsOnHide { report(.didAppear, page) }
            report(.didDisappear, page)
            if let below = stack.last, mistake != .returnNotReported { report(.didAppear, below) }
        }

        func remove(_ page: Page) {
            guard mistake != .neverDestroyed else { return }
            if mistake == .removalBelowNotReported, let last = stack.last, last !== page {
                return report(.didAppear, page)
            }
            stack.removeAll { $0 === page }
            if mistake == .destroysAnother {
                report(.didDisappear, page)
                kept.append(page)
                _ = engine.makeHandle()
                return
            }
            page.component = nil
        }

        func cancelHide(_ page: Page) -> Bool {
            report(.willDisappear, page)
            if mistake == .cancelledIsLeft { report(.didDisappear, page) }
            report(.willAppear, page)
            report(.didAppear, page)
            return true
        }

        func cancelShow(_ page: Page) -> Bool {
            report(.willAppear, page)
            if mistake == .cancelledAppears { report(.didAppear, page) }
            report(.willDisappear, page)
            report(.didDisappear, page)
            return true
        }

        func enterBackground() -> Bool {
            isInBackground = true
            if mistake == .backgroundIsLeft { for page in stack { report(.didDisappear, page) } }
            if mistake != .alwaysInForeground { engine.report(.background, of: engine.mainScene) }
            return true
        }

        func enterForeground() {
            isInBackground = false
            engine.report(.foreground, of: engine.mainScene)
            if mistake == .backgroundIsLeft { for page in stack { report(.didAppear, page) } }
        }

        func cover(with page: Page) -> Bool {
            if mistake == .sheetHidesWhatIsBelow, let below = stack.last {
                report(.didDisappear, below)
                report(.didAppear, page)
                page.component = nil
                report(.didAppear, below)
                return true
            }
            report(.didAppear, page)
            return true
        }

        func showInSecondWindow(_ page: Page) -> Bool {
            let scene = mistake == .oneScene ? engine.mainScene : engine.makeScene()
            component(of: page, in: scene).report(.didAppear)
            second = (page, scene)
            return true
        }

        func closeSecondWindow() -> Bool {
            if let second, mistake != .closedWindowNotReported { engine.report(.close, of: second.scene) }
            return true
        }

        func moveToSecondWindow(_ page: Page) -> Bool {
            report(.didDisappear, page)
            if mistake != .movedStaysInItsScene { component(of: page).attach(to: engine.makeScene()) }
            report(.didAppear, page)
            return true
        }

        func insert(_ page: Page, into container: Page) -> Bool {
            let outer = component(of: container)
            container.content.append(page)
            if mistake != .containerNotReported { component(of: page).move(into: outer.id) }
            if stack.contains(where: { $0 === container }) { report(.didAppear, page) }
            return true
        }

        func showInPlace(_ page: PageContext, id: String?) -> Bool {
            if let shown = inPlace {
                let isSame = shown.name == page && (shown.id == id || mistake == .idIsIgnored)
                if isSame, mistake != .replacedOnEachUpdate { return true }
                if mistake == .keptViewIsRenamed {
                    shown.page.notifier.state = .ready(PageViewEvent(pageContext: page))
                    return true
                }
            }
            let new = Page(PageViewNotifier(PageViewEvent(pageContext: page)))
            report(.didAppear, new)
            if let shown = inPlace { report(.didDisappear, shown.page) }
            inPlace = (new, page, id)
            return true
        }

        func prepare(_ page: Page) -> Bool {
            let component = component(of: page)
            component.report(.willAppear)
            if mistake == .preparedIsShown { component.report(.didAppear) }
            return true
        }
    }

    @Test("A correct adapter passes every check")
    func right() async throws {
        let report = try await checkAdapter { Framework($0) }
        #expect(report.checks.allSatisfy { $0.result == .passed }, "\(report)")
        #expect(report.checks.count == 27)
    }

    /// A declarative framework. A page gets a new component each time it is shown.
    struct Declarative: AdapterUnderTest {
        final class Page {
            let notifier: PageViewNotifier
            init(_ notifier: PageViewNotifier) { self.notifier = notifier }
        }

        final class Stack {
            var pages: [Page] = []
            var front: (page: Page, node: PageNode)?
            let kept = PageNode()
        }

        let pages: PageTree
        let stack = Stack()
        var environment: PageEnvironment

        init(_ engine: PageViewEngine) {
            pages = PageTree(engine: engine)
            environment = pages.environment
        }

        private func render() {
            pages.update {
                guard stack.front?.page !== stack.pages.last else { return }
                stack.front = stack.pages.last.map { ($0, PageNode()) }
                guard let front = stack.front else { return }
                front.node.update(DeclaredPage(front.page.notifier), in: environment)
                front.node.appear()
            }
        }

        func makePage(_ notifier: PageViewNotifier) -> Page { Page(notifier) }

        func show(_ page: Page) {
            stack.pages.append(page)
            render()
        }

        func hide(_ page: Page) {
            stack.pages.removeLast()
            render()
        }

        func showInPlace(_ page: PageContext, id: String?) -> Bool {
            pages.update {
                stack.kept.update(DeclaredPage(page), id: id, in: environment)
                stack.kept.appear()
            }
            return true
        }
    }

    @Test(
        "The checks of a kept view pass a correct adapter, and name the cause in a wrong one"
    )
    func keptView() async throws {
        let report = try await checkAdapter { Declarative($0) }
        #expect(report.checks.filter { $0.rule == "DV-008" }.map(\.result) == [.passed, .passed])
        do {
            try await checkAdapter { Framework($0, .keptViewIsRenamed) }
            Issue.record("expected a failed check, found none")
        } catch {
            #expect(error.report.failures.map(\.rule) == ["DV-008", "DV-008"])
            #expect(
                "\(error)".contains(
                    """
                        expected a page view of details, found none: the component of results is still in front of the user.

                          The framework has kept the view, and the adapter reports one component for both pages. Report another
                          component when the page's name or its `id:` changes: `PageNode.update(_:id:in:)` does so if the adapter
                          calls it in each pass with the `id:` of the view.
                    """))
            #expect("\(error)".contains("expected a page view of item with the id 2, found none"))
        }
    }

    @Test("A failure names an environment without a tree as its likely cause")
    func noTree() async {
        do {
            try await checkAdapter { engine in
                var framework = Declarative(engine)
                framework.environment = .none
                return framework
            }
            Issue.record("expected a failed check, found none")
        } catch {
            for case .failed(let reason) in error.report.failures.map(\.result) {
                #expect(reason.contains("in an environment without a tree, `PageEnvironment.none`"), "\(reason)")
            }
        }
    }

    @Test("An adapter may report a new component each time it shows a page")
    func anotherComponent() async throws {
        let report = try await checkAdapter { Declarative($0) }
        #expect(report.checks.contains { $0.name.hasPrefix("a page that is shown again") && $0.result == .passed })
    }

    @Test("Only an adapter with another engine is advised to report to the engine of the check")
    func anotherEngine() async {
        do {
            try await checkAdapter { _ in Framework(PageViewEngine()) }
            Issue.record("expected a failed check, found none")
        } catch {
            #expect(error.report.failures.count > 15)
            for case .failed(let reason) in error.report.failures.map(\.result) {
                #expect(reason.contains("Report to the engine that the check passes"), "\(reason)")
            }
        }
        // `appearsOnHide` is excluded because it reports nothing when a page is shown.
        for mistake in Framework.Mistake.allCases where mistake != .appearsOnHide {
            do { try await checkAdapter { Framework($0, mistake) } } catch {
                #expect(!"\(error)".contains("recorder"), "\(error)")
                #expect(!"\(error)".contains("that it is made with"))
            }
        }
    }

    @Test("The report marks the checks that a framework cannot run, and names the missing method")
    func notApplicable() async throws {
        struct Plain: AdapterUnderTest {
            let framework: Framework
            func makePage(_ notifier: PageViewNotifier) -> Framework.Page { framework.makePage(notifier) }
            func show(_ page: Framework.Page) { framework.show(page) }
            func hide(_ page: Framework.Page) { framework.hide(page) }
        }
        let report = try await checkAdapter { Plain(framework: Framework($0)) }
        #expect(report.checks.filter { $0.result == .notApplicable }.count == 17)
        let text = report.description
        #expect(text.contains("has its current page (QU-001): skipped, needs `showInSecondWindow(_:)`"))
        // The report names the missing method, which need not be the method that the check is about.
        struct Covering: AdapterUnderTest {
            let framework: Framework
            func makePage(_ notifier: PageViewNotifier) -> Framework.Page { framework.makePage(notifier) }
            func show(_ page: Framework.Page) { framework.show(page) }
            func hide(_ page: Framework.Page) { framework.hide(page) }
            func cover(with page: Framework.Page) -> Bool { framework.cover(with: page) }
        }
        let covering = try await checkAdapter { Covering(framework: Framework($0)) }
        #expect(covering.description.contains("not count again (AP-012): skipped, needs `remove(_:)`"))
    }

    @Test("The checks notice each mistake", arguments: Framework.Mistake.allCases)
    func wrong(_ mistake: Framework.Mistake) async {
        do {
            try await checkAdapter { Framework($0, mistake) }
            Issue.record("expected a failed check for \(mistake), found none")
        } catch {
            let failed = error.report.failures.map(\.name)
            for name in mistake.noticedBy { #expect(failed.contains { $0.hasPrefix(name) }, "\(failed)") }
        }
    }

    @Test("The report names the line of the test, the failed check, and the page views so far")
    func description() async {
        let line = #line + 2
        do {
            try await checkAdapter { Framework($0, .firstTimeOnly) }
        } catch {
            #expect("\(error)".hasPrefix("CheckAdapterTests.swift:\(line): "))
            #expect(
                "\(error)".contains(
                    """
                    ✗ a page that is shown again counts again (AP-003)
                        expected a page view of home, found none.

                          All page views so far:
                            1  home  appeared at 0 s
                    """))
        }
    }

    /// A framework on the main actor with asynchronous transitions.
    @MainActor final class LaterFramework: @MainActor AdapterUnderTest {
        private let framework: Framework
        init(_ engine: PageViewEngine) { framework = Framework(engine) }

        func makePage(_ notifier: PageViewNotifier) -> Framework.Page { framework.makePage(notifier) }

        @MainActor func show(_ page: Framework.Page) async {
            await Task.yield()
            framework.show(page)
        }

        @MainActor func hide(_ page: Framework.Page) async {
            await Task.yield()
            framework.hide(page)
        }
    }

    @Test("A framework on the main actor with asynchronous transitions passes")
    @MainActor func later() async throws {
        let report = try await checkAdapter { LaterFramework($0) }
        #expect(report.failures.isEmpty)
    }
}
