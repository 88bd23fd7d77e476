import Foundation
@testable import PageViewTesting
import TestSupport
import Testing

/// The compatibility test for adapters passes a correct adapter, and finds and names each mistake (rule TS-009).
@Suite(.watched)
struct CheckAdapterTests {
    /// Made once for all tests that read it.
    private static let rightReport = Task { try await checkAdapter { Deck(ScreenAdapter($0)) } }

    @Test("A correct adapter passes every check")
    func right() async throws {
        let report = try await Self.rightReport.value
        #expect(report.checks.allSatisfy { $0.result == .passed }, "\(report)")
        #expect(report.skipped.isEmpty)
        #expect(
            report.description.hasSuffix("\(report.checks.count) of \(report.checks.count) checks ran, none failed."))
    }

    @Test(
        "A correct adapter that reports in an unusual way passes every check",
        arguments: TestDepth.sample(3, of: UnusualAdapter.all))
    func unusual(_ adapter: UnusualAdapter) async throws {
        let report = try await checkAdapter { adapter.make($0) }
        #expect(report.checks.allSatisfy { $0.result == .passed }, "\(report)")
    }

    @Test(
        "The checks find each mistake, and name the failing call", arguments: TestDepth.sample(4, of: FaultyAdapter.all)
    )
    func wrong(_ adapter: FaultyAdapter) async throws {
        let error = try #require(await Self.failure { Deck(adapter.make($0)) })
        let failures = error.report.failures
        for name in adapter.checks {
            #expect(failures.contains { $0.name.hasPrefix(name) }, "\(name): \(failures.map(\.name))")
        }
        let matching = failures.filter { check in
            guard case .failed(let reason) = check.result else { return false }
            return adapter.checks.contains { check.name.hasPrefix($0) }
                && reason.prefix(60).contains(adapter.failingCall) && reason.contains(adapter.cause)
        }
        #expect(!matching.isEmpty, "\(error)")
        // A failure names another engine only for this mistake, even if the adapter reports scenes to the right engine.
        let namesEngine = "\(error)".contains("declares pages to another engine")
        #expect(namesEngine == (adapter.mistake == "reports pages to a global engine"), "\(error)")
        let namesIdentity = "\(error)".contains("that another engine issued")
        #expect(namesIdentity == (adapter.mistake == "reports components of a global engine"), "\(error)")
    }

    @Test("The specification names the rule of every check, and no other")
    func specified() async throws {
        let chapter = try chapter("Testing")
        let rule = try #require(chapter.firstRange(of: "## TS-009"))
        let next = try #require(chapter.firstRange(of: "## TS-010"))
        let rows = chapter[rule.upperBound..<next.lowerBound].split(separator: "\n").filter { $0.hasPrefix("| ") }
        let specified = Set(rows.flatMap { $0.matches(of: /[A-Z]{2}-[0-9]{3}/).map { String($0.output) } })
        let rules = Set(try await Self.rightReport.value.checks.map(\.rule))
        #expect(specified == rules, "\(specified.symmetricDifference(rules))")
    }

    /// Returns the error of the compatibility test; `nil` if it passes.
    private static func failure<Adapter: AdapterUnderTest>(
        _ make: (PageViewEngine) async throws -> Adapter
    ) async -> CompatibilityFailure? {
        do throws(CompatibilityFailure) {
            _ = try await checkAdapter(make)
            return nil
        } catch {
            return error
        }
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

    @Test("The checks of a kept view name the cause of its missing page views")
    func keptView() async throws {
        let report = try await checkAdapter { Declarative($0) }
        #expect(report.checks.filter { $0.rule == "DV-008" && $0.result == .passed }.count == 2)
        // An adapter may report a new component each time it shows a page.
        #expect(report.checks.contains { $0.name.hasPrefix("a page counts at each visit") && $0.result == .passed })
        let adapter = try #require(FaultyAdapter.all.first { $0.mistake == "renames the page of a kept view" })
        let error = try #require(await Self.failure { Deck(adapter.make($0)) })
        #expect(
            "\(error)".contains(
                """
                ✗ another page in a kept view counts after the background (DV-008)
                    in `showInPlace(_:id:)`: expected a page view of details, found none.

                      The framework has kept the view, and the adapter reports one component for both pages. Report another component when
                      the page's name or its `id:` changes: `PageNode.update(_:id:in:)` does so if the adapter calls it in each pass with
                      the `id:` of the view.
                """), "\(error)")
    }

    @Test("A failure names an environment without a tree as a likely cause")
    func noTree() async throws {
        let error = try #require(
            await Self.failure { engine in
                var framework = Declarative(engine)
                framework.environment = .none
                return framework
            })
        for case .failed(let reason) in error.report.failures.map(\.result) {
            #expect(reason.contains("in an environment without a tree, `PageEnvironment.none`"), "\(reason)")
        }
    }

    @Test(
        "Failures of an adapter of another engine name it as the likely cause, and those with one reason form a group")
    func anotherEngine() async throws {
        let error = try #require(await Self.failure { _ in Deck(ScreenAdapter(PageViewEngine())) })
        for case .failed(let reason) in error.report.failures.map(\.result) {
            #expect(reason.contains("to another engine, such as a global one"), "\(reason)")
        }
        #expect(error.report.failures.count > 100)
        let reasons = "\(error)".split(separator: "\n").count { $0.contains("declares pages to another engine") }
        #expect(reasons < 15, "\(error)")
    }

    private struct Plain: PartOfDeck { let framework: Deck }

    @Test("The report counts the checks that ran, and names the methods that the others need")
    func notApplicable() async throws {
        let report = try await checkAdapter { Plain(framework: Deck(ScreenAdapter($0))) }
        #expect(report.skipped.count > report.checks.count / 2)
        let ran = report.checks.count - report.skipped.count
        let text = report.description
        #expect(text.contains("has its current page (QU-001): skipped, needs `showInSecondWindow(_:)`"))
        #expect(
            text.contains("\n\(ran) of \(report.checks.count) checks ran, none failed. To run the others, implement `"))
        let guide = "Core/PageViewAutomation/PageViewAutomation.docc/Guides/ConnectingYourFramework.md"
        let path = packageFolder.appending(path: "Sources/\(guide)")
        let figures = "with three methods, \(ran) of \(report.checks.count)."
        #expect(try String(contentsOf: path, encoding: .utf8).contains(figures), "\(figures)")
        for method in [
            "cover(with:)", "cancelHide(_:)", "cancelShow(_:)", "enterBackground()", "update()", "showInPlace(_:id:)",
            "insert(_:into:)", "prepare(_:)", "showInSecondWindow(_:)", "moveToSecondWindow(_:)", "remove(_:)",
            "showTabs(_:in:)", "showInOneTurn(_:)", "hideInOneTurn(_:)", "hideAndShowInOneTurn(_:)", "recreate()",
            "lock()", "showBeside(_:)",
        ] {
            #expect(text.split(separator: "\n").last?.contains("`\(method)` (") == true, "\(method): \(text)")
        }
    }

    @Test("A check that needs two methods names the missing one")
    func missingMethod() async throws {
        struct Covering: PartOfDeck {
            let framework: Deck
            func cover(with page: Screen) -> Bool { framework.cover(with: page) }
        }
        let covering = try await checkAdapter { Covering(framework: Deck(ScreenAdapter($0))) }
        #expect(covering.description.contains("not count again (AP-012): skipped, needs `dismiss(_:)`"))
    }

    @Test("A failure names a method that does nothing, and what to check")
    func methodWithoutEffect() async throws {
        struct Idle: PartOfDeck {
            let framework: Deck
            func cover(with page: Screen) -> Bool { framework.cover(with: page) }
            func remove(_ page: Screen) {}
        }
        let error = try #require(await Self.failure { Idle(framework: Deck(ScreenAdapter($0))) })
        #expect(
            "\(error)".contains(
                """
                    in `dismiss(_:)`: expected a page leave of filter (counted), found none.

                      The engine of the check received no report during this call. There are these likely reasons:

                      - The framework did nothing, or does it later. Check this method of your `AdapterUnderTest`.
                """), "\(error)")
    }

    @Test("The summary names cancelled transitions that no check saw a report of")
    func silentCancellation() async throws {
        struct Silent: PartOfDeck {
            let framework: Deck
            func cancelHide(_ page: Screen) -> Bool { true }
            func cancelShow(_ page: Screen) -> Bool { framework.cancelShow(page) }
        }
        let report = try await checkAdapter { Silent(framework: Deck(ScreenAdapter($0))) }
        #expect(report.description.contains("No call of `cancelHide(_:)` caused a report. If your framework calls"))
    }

    @Test("A failure names the line, the failed check and the failing call, and shows the reports as a trace")
    func description() async throws {
        let adapter = try #require(FaultyAdapter.all.first { $0.mistake.hasPrefix("reports an announced appearance") })
        let line = #line + 2
        do {
            _ = try await checkAdapter { Deck(adapter.make($0)) }
            Issue.record("expected a failed check, found none")
        } catch {
            let text = "\(error)"
            #expect(text.hasPrefix("CheckAdapterTests.swift:\(line): "))
            #expect(
                text.contains(
                    """
                    ✗ a cancelled transition back from a page with an inner page counts nothing (AP-004)
                        in `cancelHide(_:)`: expected no page view, found a page view of home.

                          The calls and reports of the first of these checks, as a trace for `pageview explain`:

                            trace title="a cancelled transition back counts nothing, above another page"
                    """), "\(text)")
            let check = error.report.failures.first {
                $0.name == "a cancelled transition back counts nothing, above another page"
            }
            let trace = try #require(check?.trace)
            #expect(trace.contains("0 note cancelHide(item)\n0 willDisappear item"), "\(trace)")
            #expect(trace.hasSuffix("0 didAppear item-1\n"), "\(trace)")
            #expect(!text.contains("✓"), "\(text)")
        }
    }

    /// A framework on the main actor with asynchronous transitions.
    @MainActor final class LaterFramework: @MainActor AdapterUnderTest {
        private let framework: Deck
        init(_ engine: PageViewEngine) { framework = Deck(ScreenAdapter(engine)) }

        func makePage(_ notifier: PageViewNotifier) -> Screen { framework.makePage(notifier) }

        @MainActor func show(_ page: Screen) async {
            await Task.yield()
            framework.show(page)
        }

        @MainActor func hide(_ page: Screen) async {
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

/// A framework with three methods of a deck.
private protocol PartOfDeck: AdapterUnderTest<Screen> { var framework: Deck { get } }

extension PartOfDeck {
    func makePage(_ notifier: PageViewNotifier) -> Screen { framework.makePage(notifier) }
    func show(_ page: Screen) { framework.show(page) }
    func hide(_ page: Screen) { framework.hide(page) }
}
