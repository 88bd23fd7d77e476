import NavigationTraces
import PageViewAutomation
import PageViewLifecycle

/// A driver of one adapter. It compares the engine with the expected windows after each call (TS-009). A check is a list of
/// calls. The *failing call* is the one before the first difference.
final class AdapterDriver<Adapter: AdapterUnderTest> {
    typealias Checked = ExpectedPage<Adapter.Page>
    typealias Windows = ExpectedWindows<Adapter.Page>

    let adapter: Adapter
    private let recorder: PageViewRecorder
    private let log: ReportLog
    private let trace: TraceRecorder
    private(set) var windows = Windows()
    var pages: [Checked] = []
    private var owners: [ComponentID: Checked] = [:]
    /// The deep link that the next page view must carry; `nil` for none.
    private var link: String?
    /// The number of records that earlier calls have caused.
    private var comparedRecords = 0
    /// The changes that the framework has not yet made, because it waits for the foreground, with the pages of their calls.
    private var deferredChanges: [(pages: [Checked], make: (inout Windows, [Checked]) -> Void)] = []
    /// The methods that were called, and whether any of their calls caused a report.
    private(set) var hasReportedIn: [String: Bool] = [:]

    init(
        _ recorder: PageViewRecorder, title: String, _ make: (PageViewEngine) async throws -> Adapter
    ) async throws {
        self.recorder = recorder
        log = ReportLog()
        recorder.engine.core.add(InputQueue(reports: { [log] in log.add($0) }))
        trace = TraceRecorder(of: recorder.engine, last: 60, options: RecordingOptions(title: title))
        adapter = try await make(recorder.engine)
    }

    /// Whether a page is in front in the first window. Before that, an adapter may not know the window.
    var hasShownPage: Bool { !windows.first.visible.isEmpty }

    /// Hands a deep link to the engine, as the app does. The next page view must carry it.
    func open(_ link: String) {
        recorder.engine.handle(DeepLink(url: link))
        self.link = link
    }

    // MARK: Comparing

    /// Calls a method, changes the expected windows in the same way, and compares the engine with them.
    /// With `mustReport`, a call without a report fails. With `releases`, the driver then releases the framework's page. The answer
    /// `false` of `body` means that the call is impossible.
    func call<Answer>(
        _ method: String, _ pages: [Checked] = [], arguments: String? = nil, mustReport: Bool = false,
        releases: Bool = false, _ body: ([Adapter.Page]) async throws -> Answer,
        change: @escaping (inout Windows, [Checked]) -> Void = { _, _ in }
    ) async throws {
        trace.note("\(method.prefix { $0 != "(" })(\(arguments ?? Self.text(pages, in: method)))")
        let reportsBefore = log.count
        do {
            if try await body(pages.compactMap(\.page)) as? Bool == false { throw CannotBeDone() }
        } catch let error as CannotBeDone {
            throw CannotBeDone(error.method ?? method)
        } catch {
            throw failure(method, Difference("expected no error, found \(error)"))
        }
        if releases { pages[0].page = nil }
        let hasReported = log.count > reportsBefore
        if mustReport, !hasReported {
            throw failure(
                method, Difference("expected a report about the scene, found no report"), hasReported: false)
        }
        hasReportedIn[method, default: false] = hasReportedIn[method] == true || hasReported
        deferredChanges.append((pages, change))
        // A framework may render in the foreground only. In the background, it then changes nothing and reports nothing.
        if !windows.first.isSeen, !hasReported {
            let counted = recorder.records.dropFirst(comparedRecords).compactMap { record -> String? in
                if case .pageView(let pageView) = record { pageView.page.name.rawValue } else { nil }
            }
            if !counted.isEmpty { throw failure(method, Difference(expected: [], found: counted, "page view")) }
            return
        }
        let visibleBefore = windows.all.map { $0.visible }
        let keptBefore = windows.first.stack.last.map { $0.page == nil && $0.appearance != .none } ?? false
        for change in deferredChanges { change.make(&windows, change.pages) }
        deferredChanges = []
        let outcome = windows.updateAppearances(after: visibleBefore)
        do throws(Difference) { try compare(outcome, isReadyCall: method.hasPrefix("markReady")) } catch {
            throw failure(method, error, hasReported: hasReported, isAfterKeptPage: keptBefore)
        }
    }

    /// Returns the arguments of a call as text, with the labels after the first one: `feed, shop, in: tabs`.
    private static func text(_ pages: [Checked], in method: String) -> String {
        let labels = method.split(separator: ":").dropFirst().dropLast().map { "\($0): " }
        let all = Array(repeating: "", count: max(0, pages.count - labels.count)) + labels
        return zip(all, pages).map { $0 + $1.name }.joined(separator: ", ")
    }

    /// Compares the records since the last call, and the live pages, with the expected ones.
    private func compare(_ outcome: Windows.Outcome, isReadyCall: Bool) throws(Difference) {
        let records = recorder.records.dropFirst(comparedRecords)
        comparedRecords += records.count
        var pageViews: [PageView] = []
        var leaves: [String] = []
        for record in records {
            switch record {
            case .pageView(let pageView): pageViews.append(pageView)
            // An appearance that never became visible adds no page view, so an adapter may cause it.
            case .pageLeave(let leave) where leave.outcome != .neverVisible:
                leaves.append("\(leave.page.name) (\(leave.outcome.rawValue))")
            case .pageLeave, .interaction, .diagnostic, .deepLink, .currentPage: break
            }
        }
        let (names, found) = (outcome.counted.map(\.page.name), pageViews.map(\.page.name.rawValue))
        if names.sorted() != found.sorted() { throw Difference(expected: names, found: found, "page view") }
        for pageView in pageViews { try compare(pageView, outcome, isReadyCall) }
        let expected = outcome.leaves.map { "\($0.page.name) (\($0.outcome.rawValue))" }.sorted()
        if leaves.sorted() != expected {
            throw Difference(expected: expected, found: leaves, "page leave")
        }
        try compareLivePages()
    }

    private func compare(
        _ pageView: PageView, _ outcome: Windows.Outcome, _ isReadyCall: Bool
    ) throws(Difference) {
        let name = pageView.page.name.rawValue
        guard let (page, window) = outcome.counted.first(where: { $0.page.name == name }) else { return }
        let (previous, found) = (windows.all[window].lastCounted, pageView.previous?.page.name.rawValue)
        if previous != found {
            throw Difference(
                "expected \(previous ?? "no page") as the previous page of \(name), found \(found ?? "none")")
        }
        windows.setLastCounted(name, in: window)
        if isReadyCall ? pageView.cause != .ready : [.manual, .revealed].contains(pageView.cause) {
            throw Difference(
                "expected the cause \(isReadyCall ? "ready" : "appeared") of the page view of \(name), "
                    + "found \(pageView.cause.rawValue)")
        }
        if pageView.payload != page.payload {
            throw Difference(
                "expected the payload \(Text.payload(page.payload.entries)) of \(name), "
                    + "found \(Text.payload(pageView.payload.entries))")
        }
        let foundLink = pageView.deepLink?.link.url
        if foundLink != link {
            throw Difference("expected \(link ?? "no link") as the deep link of \(name), found \(foundLink ?? "none")")
        }
        link = nil
        guard let component = pageView.component else { return }
        if let owner = owners[component], owner !== page {
            throw Difference(
                "expected a component of its own for \(name), found the component of \(owner.name)"
                    + (name == owner.name ? ", which is another page with that name" : ""))
        }
        owners[component] = page
    }

    private func compareLivePages() throws(Difference) {
        let live = recorder.engine.livePages
        let scenes = live.reduce(into: [SceneID]()) { if $0.last != $1.scene { $0.append($1.scene) } }
        let expected = windows.all.map { window in
            window.visible.filter { $0.appearance == .live || $0.appearance == .counted }.map(\.name)
        }
        .filter { !$0.isEmpty }
        let found = scenes.map { scene in live.filter { $0.scene == scene }.map(\.page.name.rawValue) }
        let (all, foundAll) = (expected.flatMap { $0 }, found.flatMap { $0 })
        if all.sorted() != foundAll.sorted() {
            throw Difference(
                "expected \(Difference.list(all)) in front of the user, found \(Difference.list(foundAll))")
        }
        if Set(expected.map { $0.sorted() }) != Set(found.map { $0.sorted() }) {
            throw Difference("expected a scene for each window, found \(Difference.list(foundAll)) in one scene")
        }
        for (scene, pages) in zip(scenes, found) {
            let current = recorder.engine.currentPage(in: scene)?.page.name.rawValue
            let expected = expected.first { $0.sorted() == pages.sorted() }?.last
            if current != expected { throw wrongCurrentPage(expected, current) }
        }
        // With several windows, the current page of the app depends on the active window.
        let current = recorder.engine.currentPage?.page.name.rawValue
        if expected.count < 2, current != expected.first?.last { throw wrongCurrentPage(expected.first?.last, current) }
        try compareContainers(live)
    }

    private func wrongCurrentPage(_ expected: String?, _ found: String?) -> Difference {
        Difference("expected \(expected ?? "no page") as the current page, found \(found ?? "none")")
    }

    /// Compares the reported containers of the live pages. The current page alone does not prove the containment, because a
    /// page that appears last is current without a container.
    private func compareContainers(_ live: [PageAppearance]) throws(Difference) {
        func component(_ page: Checked) -> ComponentID? {
            live.first { $0.page.name.rawValue == page.name }?.component
        }
        for container in windows.all.flatMap({ $0.visible }) {
            guard let outer = component(container) else { continue }
            for page in container.content {
                guard let inner = component(page), !log.isInside(inner, outer) else { continue }
                throw Difference(
                    "expected the component of \(page.name) inside that of \(container.name), found it outside: report "
                        + "the container as its parent")
            }
        }
    }

    /// Expects no diagnostic of a mistake. Repeated reports are right, although the engine emits diagnostics for them.
    func expectNoMistakes() throws {
        let kinds = diagnostics.filter { $0.remedy != nil }
        guard !kinds.isEmpty else { return }
        let names = Set(kinds.map(\.rawValue)).sorted().joined(separator: ", ")
        throw failure(nil, Difference("expected no diagnostics of mistakes, found \(names)"))
    }

    func expectDestroyed(_ page: String) throws {
        guard !log.destroyed.contains(where: { owners[$0]?.name == page }) else { return }
        throw failure(
            "remove(_:)",
            Difference(
                "expected `destroy` of the page's component, found "
                    + (log.destroyed.isEmpty ? "none" : "one of another component")
                    + "; the engine keeps a component until its `destroy`"))
    }

    // MARK: Failures

    private var diagnostics: [Diagnostic.Kind] {
        recorder.records.compactMap { if case .diagnostic(let diagnostic) = $0 { diagnostic.kind } else { nil } }
    }

    private func failure(
        _ method: String?, _ difference: Difference, hasReported: Bool = true, isAfterKeptPage: Bool = false
    ) -> AdapterCheckFailure {
        let likelyCause = LikelyCause.text(
            declared: pages.compactMap { $0.notifier?.declaredEngines },
            engine: ObjectIdentifier(recorder.engine.core), diagnostics: Set(diagnostics), method: method,
            hasReported: hasReported, isInUpdate: recorder.engine.isInUpdate,
            isSecondPageMissing: isAfterKeptPage && difference.isMissingPageView && log.count > 0)
        let call = method.map { "in `\($0)`: " } ?? ""
        return AdapterCheckFailure(
            reason: "\(call)\(difference.text)." + (likelyCause.map { "\n\n\($0)" } ?? ""), trace: trace.text())
    }
}
