import PageViewTesting
import Testing

/// The compatibility test for adapters passes a right one, and says what is wrong with each kind of wrong one (rule TS-009).
struct CheckAdapterTests {
    /// A small framework of stacked screens, with an adapter that can make the mistakes that adapters make.
    final class Framework: AdapterUnderTest {
        final class Page {
            let notifier: PageViewNotifier
            var component: ComponentHandle?
            init(_ notifier: PageViewNotifier) { self.notifier = notifier }
        }

        enum Mistake: CaseIterable {
            case firstTimeOnly, neverDisappears, appearsOnHide, newComponentEachTime, neverDestroyed, nameOfTheOneBefore
            case cancelledIsLeft, backgroundIsLeft, alwaysInForeground, sheetHidesWhatIsBelow, oneScene, everythingTwice
            case notifierAskedOnce, cancelledAppears, returnIsNotTold, onePerName, goneBelowIsNotTold,
                hiddenInBackground

            /// The checks that notice it, by what they begin with.
            var noticedBy: Set<String> {
                switch self {
                case .firstTimeOnly: ["a page that is shown again"]
                case .neverDisappears: ["a page that is shown again", "a page that is left"]
                case .appearsOnHide: ["a page that is shown is counted once"]
                case .newComponentEachTime: ["a page that is shown again"]
                case .neverDestroyed:
                    ["a page that is gone leaves", "a page that is gone is destroyed", "a hundred pages"]
                case .nameOfTheOneBefore: ["a page goes by its own name"]
                case .cancelledIsLeft: ["a way back"]
                case .backgroundIsLeft: ["the background and back"]
                case .alwaysInForeground: ["what is shown in the background"]
                case .sheetHidesWhatIsBelow: ["what is below a sheet"]
                case .oneScene: ["two windows"]
                case .everythingTwice: ["what the framework says"]
                case .notifierAskedOnce: ["a pending page"]
                case .cancelledAppears: ["a way forth"]
                case .returnIsNotTold: ["a page that is come back to"]
                case .onePerName: ["two pages of one name"]
                case .goneBelowIsNotTold: ["a page that is gone from below"]
                case .hiddenInBackground: ["what is left in the background"]
                }
            }
        }

        private let engine: PageViewEngine
        private let mistake: Mistake?
        private var stack: [Page] = []
        private var lastNotifier: PageViewNotifier?
        private var byName: [PageName: ComponentHandle] = [:]
        private var isInBackground = false

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
            case .nameOfTheOneBefore: engine.declare(lastNotifier ?? page.notifier, for: component.id)
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
            if let below = stack.last, mistake != .returnIsNotTold { report(.didAppear, below) }
        }

        func remove(_ page: Page) {
            guard mistake != .neverDestroyed else { return }
            if mistake == .goneBelowIsNotTold, let last = stack.last, last !== page { return report(.didAppear, page) }
            stack.removeAll { $0 === page }
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
            let component = component(of: page, in: mistake == .oneScene ? nil : engine.makeScene())
            component.report(.didAppear)
            return true
        }
    }

    @Test("A right adapter passes every check")
    func right() async throws {
        let report = try await checkAdapter { Framework($0) }
        #expect(report.checks.allSatisfy { $0.result == .passed })
        #expect(report.checks.count == 20)
    }

    @Test("What a framework cannot do is passed over")
    func notApplicable() async throws {
        struct Plain: AdapterUnderTest {
            let framework: Framework
            func makePage(_ notifier: PageViewNotifier) -> Framework.Page { framework.makePage(notifier) }
            func show(_ page: Framework.Page) { framework.show(page) }
            func hide(_ page: Framework.Page) { framework.hide(page) }
        }
        let report = try await checkAdapter { Plain(framework: Framework($0)) }
        #expect(report.checks.filter { $0.result == .notApplicable }.count == 7)
        #expect(report.description.contains("– two windows have a current page each (QU-001): cannot be done"))
    }

    @Test("Each mistake is noticed", arguments: Framework.Mistake.allCases)
    func wrong(_ mistake: Framework.Mistake) async {
        do {
            try await checkAdapter { Framework($0, mistake) }
            Issue.record("nothing was noticed of \(mistake)")
        } catch {
            let failed = error.report.failures.map(\.name)
            for name in mistake.noticedBy { #expect(failed.contains { $0.hasPrefix(name) }, "\(failed)") }
        }
    }

    @Test("The report says what is wrong")
    func description() async {
        let line = #line + 2
        do {
            try await checkAdapter { Framework($0, .firstTimeOnly) }
        } catch {
            #expect("\(error)".hasPrefix("CheckAdapterTests.swift:\(line): "))
            #expect(
                "\(error)".contains(
                    """
                    ✗ a page that is shown again is counted again (AP-003)
                        expected a page view of home, none has come.

                          All page views so far:
                            1  home  appeared at 0 s
                    """))
        }
    }

    /// A framework of the main actor whose transitions end later.
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

    @Test("A framework of the main actor whose transitions end later")
    @MainActor func later() async throws {
        let report = try await checkAdapter { LaterFramework($0) }
        #expect(report.failures.isEmpty)
    }
}
