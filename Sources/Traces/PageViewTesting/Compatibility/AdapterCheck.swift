import PageViewAutomation

/// A check for adapters: a list of calls, after each of which the driver compares the engine with its expectation (TS-009).
struct AdapterCheck: Sendable {
    let name: String
    let rule: String
    let steps: [AdapterStep]

    init(_ name: String, _ rule: String, steps: [AdapterStep]) {
        (self.name, self.rule, self.steps) = (name, rule, steps)
    }

    init(_ name: String, _ rule: String, _ steps: AdapterStep...) { self.init(name, rule, steps: steps) }
}

/// A step of a check (TS-009). The name of a page means the page that was made last with this name. A step without a name acts
/// on the frontmost page of the first window, and `dismiss` on the sheet above it. Every container is `tabs`, unless the step
/// names another one.
enum AdapterStep: Sendable {
    case makePage(String, isPending: Bool)
    case show(String), cancelShow(String), prepare(String), hide, cancelHide, replace(with: String)
    case remove(String), removeOrHide
    case cover(with: String), coverFully(with: String), dismiss, cancelDismiss, replaceBelowSheet(with: String)
    case enterBackground, enterForeground, lock, unlock, update, recreate
    case showInSecondWindow(String), pushInSecondWindow(String), closeSecondWindow, moveToSecondWindow
    case insert(String, into: String), selectTab(String), showTabs([String]), push(String), pop(String)
    case goTo(String, inNewTab: String)
    case showInOneTurn([String]), hideInOneTurn([String]), hideAndShowInOneTurn
    case showBeside(String), focus(String)
    case showInPlace(String, id: String? = nil)
    /// Shows a state of a page in a kept view; the page is pending if the price is `nil`.
    case showState(String, price: AnalyticsValue?)
    /// The app marks the page as ready, not the adapter.
    case markReady(String)
    /// The app hands a deep link to the engine. The next page view must carry it.
    case open(link: String)
    case expectDestroyed(String)
    /// Expects no diagnostic of a mistake.
    case expectNoMistakes
    case steps([AdapterStep])

    // MARK: Shared sequences

    static func make(_ pages: String...) -> Self { .steps(pages.map { .makePage($0, isPending: false) }) }

    static func makePending(_ page: String) -> Self { .makePage(page, isPending: true) }

    static func show(new pages: String...) -> Self { .steps(pages.map { .steps([.make($0), .show($0)]) }) }

    static func show(newPending page: String) -> Self { .steps([.makePending(page), .show(page)]) }

    static func visit(_ pages: String...) -> Self { .steps(pages.map { .steps([.show(new: $0), .hide]) }) }

    /// Opens new pages as sheets, and closes each of them.
    static func visitSheet(_ pages: String...) -> Self {
        .steps(pages.map { .steps([.make($0), .cover(with: $0), .dismiss]) })
    }

    static let visitFullScreen = Self.steps([.make("player"), .coverFully(with: "player"), .dismiss])

    static let visitBackground = Self.twice(.enterBackground, .enterForeground)

    static func select(_ pages: String...) -> Self { .steps(pages.map { .selectTab($0) }) }

    static func twice(_ steps: Self...) -> Self { .steps(steps + steps) }

    /// Shows `feed` inside `tabs`, above `home`.
    static let showContainer = Self.steps([.show(new: "home", "tabs"), .make("feed"), .insert("feed", into: "tabs")])

    /// Selects `feed`, and then `profile`, inside `tabs`.
    static let selectTabs = Self.steps([
        .show(new: "tabs"), .make("feed"), .select("feed"), .make("profile"), .select("profile"),
    ])

    /// Selects tabs, and goes to `item` inside the second one.
    static let pushItem = Self.steps([.selectTabs, .make("item"), .push("item")])

    /// Shows `tabs` with `feed`, `shop` and the pending `profile`, as at the launch.
    static let launch = Self.steps([
        .make("tabs", "feed", "shop"), .makePending("profile"), .showTabs(["feed", "shop", "profile"]),
    ])
}
