import PageViewAutomation

/// A page that a check shows, and its state as the user sees it (TS-009).
final class ExpectedPage<Page> {
    enum Appearance {
        case none
        /// The page appeared in the background. Its appearance begins in the foreground (AP-002).
        case held
        case live
        case counted
    }

    let name: String
    /// The identity that a kept view declares; `nil` for none.
    let id: String?
    /// The notifier of the page; `nil` for a page that a kept view declares.
    let notifier: PageViewNotifier?
    /// The framework's page; `nil` for a page in a kept view and for a removed page.
    var page: Page?
    var isReady: Bool
    var payload: Payload = [:]
    var appearance = Appearance.none
    /// The pages inside the page that are in front whenever the page is.
    var content: [ExpectedPage] = []
    /// The page below it on a stack inside their container.
    var below: ExpectedPage?

    init(_ name: String, id: String? = nil, notifier: PageViewNotifier? = nil, isReady: Bool) {
        (self.name, self.id, self.notifier, self.isReady) = (name, id, notifier, isReady)
    }

    /// The page and all pages inside it, the containers first.
    var withContent: [ExpectedPage] { [self] + content.flatMap { $0.withContent } }
}

/// The windows that the user must see after each call of a check (TS-009). A check changes the windows in the same way as it
/// drives the adapter. The difference from the windows before the call determines the page views, page leaves and current pages
/// that the adapter must cause.
struct ExpectedWindows<Page> {
    typealias Checked = ExpectedPage<Page>

    /// One window: a stack of pages, and a sheet above the last one.
    struct Window {
        var stack: [Checked] = []
        var sheet: Checked?
        var isInForeground = true
        /// Whether a lock screen hides the window, also after the app has returned to the foreground.
        var isLocked = false
        var isSeen: Bool { isInForeground && !isLocked }
        var lastCounted: String?

        var isCovered = false
        var beside: Checked?
        var isStackInFocus = false

        mutating func remove(_ page: Checked) { stack.removeAll { $0 === page } }

        /// The pages in front of the user. The last one is current.
        var visible: [Checked] {
            let panes = [stack.last, beside].compactMap { $0 }
            let pages = isCovered ? [] : isStackInFocus ? panes.reversed() : panes
            return (pages + [sheet].compactMap { $0 }).flatMap { $0.withContent }
        }
    }

    struct Outcome {
        /// The pages that end, with the outcomes of their leaves.
        var leaves: [(page: Checked, outcome: PageLeave.Outcome)] = []
        /// The pages that are counted, with the indices of their windows.
        var counted: [(page: Checked, window: Int)] = []
    }

    var first = Window()
    var second = Window()

    var all: [Window] { [first, second] }

    /// Ends, begins and counts appearances, as the current windows require.
    ///
    /// - Parameter before: The pages that were visible in each window before the call.
    func updateAppearances(after before: [[Checked]]) -> Outcome {
        var outcome = Outcome()
        for (window, pages) in zip(all, before) {
            let visible = window.visible
            for page in pages where !visible.contains(where: { $0 === page }) {
                if let leave = end(page) { outcome.leaves.append((page, leave)) }
            }
        }
        for (index, window) in all.enumerated() {
            for page in window.visible {
                if page.appearance == .none { page.appearance = .held }
                guard window.isSeen else { continue }
                if page.appearance == .held { page.appearance = .live }
                if page.appearance == .live, page.isReady {
                    page.appearance = .counted
                    outcome.counted.append((page, index))
                }
            }
        }
        return outcome
    }

    /// Ends the appearance of a page and returns the outcome of its leave; `nil` if the page was not in front of the user.
    private func end(_ page: Checked) -> PageLeave.Outcome? {
        defer { page.appearance = .none }
        switch page.appearance {
        case .none, .held: return nil
        case .live: return .neverReady
        case .counted: return .counted
        }
    }

    mutating func setLastCounted(_ page: String, in window: Int) {
        if window == 0 { first.lastCounted = page } else { second.lastCounted = page }
    }
}
