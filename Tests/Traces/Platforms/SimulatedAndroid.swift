import PageViewTesting

/// Activities and fragments of one task, as Android calls them back (the tables of the guide `ConnectingAndroid`).
@MainActor
final class SimulatedAndroid: @MainActor AdapterUnderTest {
    /// Where devices and libraries differ.
    struct Quirks: OptionSet {
        let rawValue: Int
        /// The stop of a covered activity waits for the next one to be idle, and never comes if the user returns before.
        static let stopsLate = Quirks(rawValue: 1)
        /// At home, an activity below a translucent one stops first.
        static let stopsFromBelow = Quirks(rawValue: 2)
        /// A rotation also relaunches activities that are stopped, so that they resume and stop unseen.
        static let relaunchesStopped = Quirks(rawValue: 4)
        /// The system destroys each activity that stops.
        static let keepsNoActivities = Quirks(rawValue: 8)
        /// Tabs are the fragments of the first `ViewPager`: all of them resume.
        static let oldPager = Quirks(rawValue: 16)
        /// A covered activity stops before the next one starts.
        static let stopsEarly = Quirks(rawValue: 32)
    }

    typealias State = ActivityPages.State

    /// An activity or a fragment.
    final class Page {
        let notifier: PageViewNotifier
        let key: String
        let number: Int
        var isOpaque = true
        var state = State.stopped
        var isCreated = false
        /// The most that a fragment reaches, as by `setMaxLifecycle`.
        var limit = State.resumed
        var content: [Page] = []
        weak var host: Page?
        /// The tab in front, and what lies above a tab.
        var selected: Page?
        var pushed: [Page] = []

        init(_ notifier: PageViewNotifier, _ number: Int) {
            (self.notifier, self.number, key) = (notifier, number, "screen-\(number)")
        }

        var name: String { number <= 26 ? String(UnicodeScalar(UInt8(64 + number))) : key }
    }

    let loop: EventLoop
    private let adapter: ActivityPages
    private let quirks: Quirks
    private var stack: [Page] = []
    private var waitingStops: [Page] = []
    private var isAway = false
    private var count = 0

    init(_ loop: EventLoop, _ adapter: ActivityPages, _ quirks: Quirks = []) {
        (self.loop, self.adapter, self.quirks) = (loop, adapter, quirks)
    }

    // MARK: One step of one screen

    private func call(_ page: Page, _ callback: String) { loop.note("\(page.name).\(callback)") }

    private func create(_ page: Page) {
        guard !page.isCreated else { return }
        page.isCreated = true
        call(page, "onCreate")
        adapter.created(
            page.key, page.notifier, isOpaque: page.isOpaque, host: page.host?.key, level: page.isOpaque ? nil : 1)
        for part in page.content { create(part) }
        // The old pager names its first page before it adds the fragments.
        if quirks.contains(.oldPager), let selected = page.selected { adapter.selected(selected.key) }
    }

    private func destroy(_ page: Page, isFinishing: Bool) {
        guard page.isCreated else { return }
        move(page, to: .stopped)
        for part in page.content { destroy(part, isFinishing: isFinishing) }
        page.isCreated = false
        call(page, "onDestroy")
        if isFinishing { adapter.finished(page.key) }
    }

    /// Calls what lies between the present state and another one. A host comes before its fragments.
    private func move(_ page: Page, to state: State) {
        create(page)
        while page.state != state {
            let isUp = page.state.rawValue < state.rawValue
            let next = State(rawValue: page.state.rawValue + (isUp ? 1 : -1)) ?? state
            page.state = next
            call(page, isUp ? (next == .started ? "onStart" : "onResume") : (next == .started ? "onPause" : "onStop"))
            adapter.changed(page.key, to: next)
            for part in page.content { follow(part) }
        }
    }

    private func follow(_ part: Page) {
        let limit = part.host.map { min($0.state.rawValue, part.limit.rawValue) } ?? part.limit.rawValue
        move(part, to: State(rawValue: limit) ?? .stopped)
    }

    private func stop(_ page: Page) {
        loop.turn { move(page, to: .stopped) }
        if quirks.contains(.keepsNoActivities) { loop.turn { destroy(page, isFinishing: false) } }
    }

    // MARK: The task

    /// The activities that the user sees, the topmost first.
    private var seen: [Page] {
        let lowest = stack.lastIndex { $0.isOpaque } ?? 0
        return stack[lowest...].reversed()
    }

    private func flushStops() {
        let stops = waitingStops
        waitingStops = []
        let seen = seen
        for page in stops where !seen.contains(where: { $0 === page }) { stop(page) }
    }

    /// Makes the seen activities run. Those that no longer are seen stop afterwards.
    private func goOn(from old: [Page], finishing: [Page] = []) {
        let seen = seen
        if let top = seen.first { loop.turn { move(top, to: .resumed) } }
        for below in seen.dropFirst() { loop.turn { move(below, to: .started) } }
        for page in old where !seen.contains(where: { $0 === page }) {
            if finishing.contains(where: { $0 === page }) {
                loop.turn { destroy(page, isFinishing: true) }
            } else {
                waitingStops.append(page)
            }
        }
        if !quirks.contains(.stopsLate) { flushStops() }
    }

    private func start(_ pages: [Page], finishing old: Page? = nil) {
        let before = seen
        if quirks.contains(.stopsLate) { flushStops() }
        if let top = before.first { loop.turn { move(top, to: .started) } }
        if quirks.contains(.stopsEarly), pages.contains(where: \.isOpaque) {
            for page in before where page !== old { loop.turn { move(page, to: .stopped) } }
        }
        stack += pages
        if let old { stack.removeAll { $0 === old } }
        goOn(from: before, finishing: old.map { [$0] } ?? [])
    }

    private func finish(_ pages: [Page]) {
        let before = seen
        let isTop = pages.contains { $0 === before.first }
        if isTop, let top = before.first { loop.turn { move(top, to: .started) } }
        stack.removeAll { page in pages.contains { $0 === page } }
        if isTop, stack.isEmpty {
            for page in before { loop.turn { move(page, to: .stopped) } }
        }
        if isTop { goOn(from: before, finishing: pages) }
        for page in pages { loop.turn { destroy(page, isFinishing: true) } }
    }

    private func relaunch(_ page: Page) {
        let state = page.state
        loop.turn {
            move(page, to: .stopped)
            destroy(page, isFinishing: false)
            move(page, to: .resumed)
            move(page, to: state)
        }
    }

    // MARK: AdapterUnderTest

    func makePage(_ notifier: PageViewNotifier) -> Page {
        count += 1
        return Page(notifier, count)
    }

    func show(_ page: Page) {
        page.isOpaque = true
        if isAway { stack.append(page) } else { start([page]) }
    }

    func hide(_ page: Page) {
        guard isAway else { return finish([page]) }
        stack.removeAll { $0 === page }
        loop.turn { destroy(page, isFinishing: true) }
    }

    func remove(_ page: Page) { hide(page) }

    func replace(_ page: Page, with other: Page) -> Bool {
        start([other], finishing: page)
        return true
    }

    /// A predictive back gesture that is cancelled calls nothing.
    func cancelHide(_ page: Page) -> Bool { true }

    func cover(with page: Page) -> Bool {
        page.isOpaque = false
        start([page])
        return true
    }

    func coverFully(with page: Page) -> Bool {
        show(page)
        return true
    }

    func dismiss(_ page: Page) { finish([page]) }

    func enterBackground() -> Bool {
        let seen = seen
        if let top = seen.first { loop.turn { move(top, to: .started) } }
        flushStops()
        for page in quirks.contains(.stopsFromBelow) ? seen.reversed() : seen { stop(page) }
        isAway = true
        return true
    }

    func enterForeground() {
        isAway = false
        goOn(from: [])
    }

    func lock() -> Bool {
        loop.turn { adapter.setLocked(true) }
        return true
    }

    func unlock() { loop.turn { adapter.setLocked(false) } }

    func recreate() -> Bool {
        let seen = seen
        for page in seen { relaunch(page) }
        for page in stack where page.isCreated && !seen.contains(where: { $0 === page }) {
            if quirks.contains(.relaunchesStopped) { relaunch(page) } else { destroy(page, isFinishing: false) }
        }
        return true
    }

    func showInOneTurn(_ pages: [Page]) -> Bool {
        start(pages)
        return true
    }

    func hideInOneTurn(_ pages: [Page]) -> Bool {
        finish(pages)
        return true
    }

    func showBeside(_ page: Page) -> Bool {
        // An activity in the other half of the screen. Both are resumed.
        loop.turn { move(page, to: .resumed) }
        loop.turn { adapter.turnedTo(page.key) }
        return true
    }

    func focus(_ page: Page) -> Bool {
        loop.turn { adapter.turnedTo(page.key) }
        return true
    }

    // MARK: Fragments

    private func add(_ part: Page, to host: Page, limit: State) {
        part.host = host
        part.limit = limit
        if !host.content.contains(where: { $0 === part }) { host.content.append(part) }
        if host.isCreated { follow(part) }
    }

    /// Makes a fragment the one that is resumed, and caps all others.
    private func bring(_ part: Page, in container: Page) {
        let isOldPager = quirks.contains(.oldPager)
        for other in container.content where other !== part && !(isOldPager && other.limit == .resumed) {
            add(other, to: container, limit: other.limit == .stopped ? .stopped : .started)
        }
        add(part, to: container, limit: .resumed)
        if isOldPager { adapter.selected(part.key) }
    }

    func insert(_ page: Page, into container: Page) -> Bool {
        loop.turn { add(page, to: container, limit: .resumed) }
        return true
    }

    func showTabs(_ pages: [Page], in container: Page) -> Bool {
        loop.turn {
            for page in pages { add(page, to: container, limit: quirks.contains(.oldPager) ? .resumed : .started) }
            container.selected = pages.first
        }
        pages.first?.limit = .resumed
        show(container)
        return true
    }

    func select(_ page: Page, in container: Page) -> Bool {
        let tab = container.content.first { $0.pushed.contains { $0 === page } } ?? page
        container.selected = tab
        loop.turn { bring(tab.pushed.last ?? tab, in: container) }
        return true
    }

    func push(_ page: Page, in container: Page) -> Bool {
        loop.turn { replace(with: page, in: container) }
        return true
    }

    /// Replaces the fragment in front, which goes onto the back stack of its tab.
    private func replace(with page: Page, in container: Page) {
        let tab = container.selected ?? container.content[0]
        add(tab.pushed.last ?? tab, to: container, limit: .stopped)
        tab.pushed.append(page)
        bring(page, in: container)
    }

    func pop(_ page: Page, in container: Page) -> Bool {
        loop.turn {
            let tab = container.selected ?? container.content[0]
            tab.pushed.removeAll { $0 === page }
            container.content.removeAll { $0 === page }
            destroy(page, isFinishing: true)
            bring(tab.pushed.last ?? tab, in: container)
        }
        return true
    }

    func select(_ page: Page, showing other: Page, in container: Page) -> Bool {
        container.selected = page
        loop.turn {
            bring(page, in: container)
            replace(with: other, in: container)
        }
        return true
    }
}
