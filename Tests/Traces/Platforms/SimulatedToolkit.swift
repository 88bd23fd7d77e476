import PageViewAutomation

/// A toolkit with tabs, pagers and sheets (the table of the guide `TabsPagersAndSheets`).
final class SimulatedToolkit: SimulatedNavigator {
    /// How toolkits differ.
    struct Quirks: OptionSet {
        let rawValue: Int
        /// All tabs appear when their container does.
        static let allTabsAppear = Quirks(rawValue: 1)
        /// A selection makes nothing appear or disappear.
        static let silentSelection = Quirks(rawValue: 2)
        /// A stack inside a tab calls its screens only when they appear.
        static let tellsCoveredNothing = Quirks(rawValue: 4)
        /// What is in a container is not called when the container goes and comes back.
        static let forwardsNothing = Quirks(rawValue: 8)
        /// The selection is announced after the callbacks.
        static let selectionComesLast = Quirks(rawValue: 16)
    }

    private let adapter: ContainerPages
    private let engine: PageViewEngine
    private let quirks: Quirks
    private var made: Set<String> = []
    /// The keys of what has been called to appear and not to disappear.
    private var appeared: Set<String> = []
    private var selection: [String: String] = [:]

    init(_ loop: EventLoop, _ adapter: ContainerPages, _ engine: PageViewEngine, _ quirks: Quirks) {
        (self.adapter, self.engine, self.quirks) = (adapter, engine, quirks)
        super.init(loop)
    }

    private func make(_ page: Page, in container: String? = nil) {
        if made.insert(page.key).inserted {
            adapter.made(
                page.key, page.notifier, in: container, level: page.presentation == .sheet ? 1 : nil)
        }
        for tab in page.tabs {
            let slot = slot(of: tab, in: page)
            if made.insert(slot).inserted { adapter.made(slot, in: page.key) }
            for inner in tab { make(inner, in: slot) }
        }
    }

    private func slot(of tab: [Page], in page: Page) -> String { "\(page.key)/\(tab[0].key)" }

    /// Compares what should be called with what was called, as a toolkit does that lays out its windows.
    override func changed() {
        for (page, _) in everything where page.container == nil { make(page) }
        if !quirks.contains(.selectionComesLast) { announceSelections() }
        let wanted = everything.filter(isCalledToAppear).map(\.page)
        for key in appeared.sorted() where !wanted.contains(where: { $0.key == key }) {
            let page = everything.first { $0.page.key == key }?.page
            if let page, page.container != nil, isSilent(page) { continue }
            appeared.remove(key)
            loop.note("\(key).hide")
            adapter.reported(.didDisappear, of: key)
        }
        for page in wanted where appeared.insert(page.key).inserted {
            loop.note("\(page.key).show")
            adapter.reported(.didAppear, of: page.key)
        }
        if quirks.contains(.selectionComesLast) { announceSelections() }
        let exist = everything.flatMap { item in [item.page.key] + item.page.tabs.map { slot(of: $0, in: item.page) } }
        for key in made.subtracting(exist).sorted() {
            made.remove(key)
            appeared.remove(key)
            selection[key] = nil
            adapter.removed(key)
        }
    }

    private func isSilent(_ page: Page) -> Bool {
        quirks.contains(.forwardsNothing) || quirks.contains(.tellsCoveredNothing)
            || quirks.contains(.silentSelection) || quirks.contains(.allTabsAppear)
    }

    private func isCalledToAppear(_ item: (page: Page, isSeen: Bool)) -> Bool {
        guard let container = item.page.container, quirks.contains(.allTabsAppear) else { return item.isSeen }
        return isCalledToAppear((container, everything.first { $0.page === container }?.isSeen ?? false))
    }

    private func announceSelections() {
        for (page, _) in everything where !page.tabs.isEmpty {
            announce(slot(of: page.stack, in: page), in: page.key)
            for tab in page.tabs {
                if let top = tab.last { announce(top.key, in: slot(of: tab, in: page)) }
            }
        }
    }

    private func announce(_ part: String, in container: String) {
        guard selection.updateValue(part, forKey: container) != part else { return }
        loop.note("\(part).selected")
        adapter.selected(part)
    }

    override func moved(toForeground isForeground: Bool) {
        engine.report(isForeground ? .foreground : .background, of: engine.mainScene)
    }

    override func turned(to page: Page) { adapter.reported(.focus, of: page.key) }
}
