/// The checks for adapters (TS-009).
enum AdapterChecks {
    static let all = [
        Place.allCases.flatMap(visits), stacks, transitions, background, sheets, keptViews, containers, tabs, prepared,
        windows, turns, [diagnostics],
    ].flatMap(\.self)

    // MARK: Each visit, in each place

    private enum Place: String, CaseIterable {
        case alone = "alone in its window"
        case above = "above another page"
        case sheet = "on a sheet"
        case secondWindow = "in a second window"

        /// The steps that bring the page `item` to the front, leave it, begin to leave it and cancel, and make it for the next
        /// visit. A sheet and a second window get a new page each time.
        var steps: (enter: AdapterStep, leave: AdapterStep, cancelLeave: AdapterStep, next: AdapterStep) {
            switch self {
            case .alone, .above: (.show("item"), .hide, .cancelHide, .steps([]))
            case .sheet: (.cover(with: "item"), .dismiss, .cancelDismiss, .make("item"))
            case .secondWindow: (.showInSecondWindow("item"), .closeSecondWindow, .cancelHide, .make("item"))
            }
        }
    }

    private static func visits(in place: Place) -> [AdapterCheck] {
        let (enter, leave, cancelLeave, next) = place.steps
        func check(_ name: String, _ rule: String, isPending: Bool = false, _ steps: AdapterStep...) -> AdapterCheck {
            let below: [AdapterStep] = place == .alone ? [] : [.show(new: "home")]
            return AdapterCheck(
                "\(name), \(place.rawValue)", rule, steps: below + [.makePage("item", isPending: isPending)] + steps)
        }
        let checks = [
            check(
                "a page counts at each visit", "AP-003", .twice(enter, leave, next), enter, leave, next),
            check(
                "a pending page counts once, when it becomes ready", "RD-002", isPending: true, enter,
                .twice(.markReady("item")), leave),
            check(
                "a page left before it is ready does not count", "RD-004", isPending: true, enter, leave,
                .markReady("item"), next, enter),
            check(
                "a page that is ready early counts when it is shown", "RD-005", isPending: true, .markReady("item"),
                enter),
            check("an update pass counts nothing", "AP-004", enter, .twice(.update), leave),
        ]
        // The other methods act on the first window.
        if place == .secondWindow { return checks }
        return checks + [
            check("a cancelled transition back counts nothing", "AP-004", enter, .twice(cancelLeave), leave),
            check(
                "a pending page counts once after a cancelled transition back", "AP-004", isPending: true, enter,
                cancelLeave, .markReady("item"), cancelLeave, leave),
            check("a recreated page does not count again", "AP-015", enter, .twice(.recreate), leave),
            check(
                "a recreated pending page counts once, when it becomes ready", "AP-015", isPending: true, enter,
                .recreate, .markReady("item"), .recreate, leave),
            check("a return from the background counts nothing", "AP-007", enter, .visitBackground, leave),
            check(
                "a page that becomes ready in the background counts in the foreground", "RD-005", isPending: true,
                enter, .enterBackground, .markReady("item"), .enterForeground),
        ]
    }

    // MARK: Several pages on a stack

    private static let stacks = [
        AdapterCheck(
            "a page counts again when the user returns to it", "AP-003", .show(new: "home", "list"),
            .visit("item 1", "item 2"), .hide, .hide),
        AdapterCheck(
            "two pages with the same name count separately", "AP-011", .show(new: "item", "item"), .hide, .hide),
        // A framework reuses memory, so an adapter that identifies pages by their addresses confuses them.
        AdapterCheck(
            "a hundred pages in turn give a hundred page views", "AP-011",
            steps: (0..<100).map { .steps([.show(new: "item \($0)"), .removeOrHide]) }),
        AdapterCheck(
            "a page that replaces another one counts", "AP-006", .show(new: "home", "login"), .make("account"),
            .replace(with: "account"), .hide, .hide),
        AdapterCheck(
            "a page that replaces the only page counts", "AP-006", .show(new: "login"), .make("account"),
            .replace(with: "account"), .hide),
        AdapterCheck(
            "a page removed below the current page ends", "AP-006", .show(new: "home", "item"), .remove("home"), .hide),
        AdapterCheck(
            "the user returns past a removed page", "AP-006", .show(new: "home", "list", "item"), .remove("list"),
            .hide, .hide),
        AdapterCheck(
            "a removed page ends", "AP-006", .show(newPending: "item"), .remove("item"), .markReady("item")),
        AdapterCheck(
            "a removed page is destroyed", "AP-010", .show(new: "home"), .remove("home"), .expectDestroyed("home")),
        AdapterCheck(
            "a page removed below the current page is destroyed", "AP-010", .show(new: "home", "item"),
            .remove("home"), .expectDestroyed("home")),
    ]

    // MARK: Transitions, the background and sheets

    private static let transitions = [
        AdapterCheck(
            "a cancelled transition forward counts nothing", "AP-005", .show(new: "home"), .make("item"),
            .twice(.cancelShow("item")), .hide),
        AdapterCheck(
            "a pending page does not count after a cancelled transition forward", "AP-005", .show(new: "home"),
            .makePending("item"), .cancelShow("item"), .markReady("item")),
        AdapterCheck(
            "a page counts after a cancelled transition forward", "AP-005", .show(new: "home", "list"), .make("item"),
            .cancelShow("item"), .visit("item"), .hide),
        AdapterCheck(
            "a cancelled transition back does not change later visits", "AP-004", .show(new: "home", "list"),
            .cancelHide, .show(new: "item"), .twice(.cancelHide, .hide)),
    ]

    private static let background = [
        AdapterCheck(
            "a page hidden in the background ends", "AP-007", .show(new: "home"), .enterBackground, .hide,
            .enterForeground),
        AdapterCheck(
            "a page shown in the background counts in the foreground", "AP-002", .make("home"), .enterBackground,
            .show("home"), .enterForeground),
        AdapterCheck(
            "a page that the user returns to in the background counts in the foreground", "AP-002",
            .show(new: "home", "item"), .enterBackground, .hide, .enterForeground),
    ]

    private static let sheets = [
        AdapterCheck(
            "a page below a sheet does not count again", "AP-012", .show(new: "home"), .visitSheet("filter", "sorting"),
            .hide),
        AdapterCheck(
            "a page below a sheet counts after a visit of another page", "AP-012", .show(new: "home"),
            .visitSheet("filter"), .visit("item")),
        AdapterCheck(
            "a page below a full-screen page counts again", "AP-003", .show(new: "home"), .visitFullScreen, .hide),
        AdapterCheck(
            "a pending page below a sheet counts when it becomes ready", "RD-002", .show(newPending: "home"),
            .make("filter"), .cover(with: "filter"), .markReady("home"), .dismiss),
    ]

    // MARK: Several pages in one view that the framework keeps

    private static let keptViews = [
        AdapterCheck(
            "another page in a kept view counts, and so does the return", "DV-008",
            .twice(.showInPlace("results"), .showInPlace("details"))),
        AdapterCheck(
            "another item in a kept view counts, and the same item does not", "DV-008", .showInPlace("item", id: "1"),
            .twice(.showInPlace("item", id: "2")), .showInPlace("item", id: "1")),
        AdapterCheck(
            "an update pass counts nothing in a kept view", "DV-008", .showInPlace("results"), .update,
            .showInPlace("details"), .update),
        AdapterCheck(
            "a page in a kept view counts when its state is ready", "DV-008", .showState("item", price: nil),
            .twice(.showState("item", price: 89)), .showState("details", price: nil), .showState("item", price: 95)),
        AdapterCheck(
            "a kept view below a sheet does not count again", "AP-012", .showInPlace("results"), .visitSheet("filter"),
            .showInPlace("details")),
        AdapterCheck(
            "another page in a kept view counts after the background", "DV-008", .showInPlace("results"),
            .enterBackground, .enterForeground, .showInPlace("details"), .enterBackground, .showInPlace("results"),
            .enterForeground),
    ]

    // MARK: Pages inside another page

    private static let containers = [
        AdapterCheck("a page inserted into a shown page becomes current", "QU-002", .showContainer, .hide),
        AdapterCheck(
            "a page shown together with its inner page is not current", "QU-002", .make("tabs", "feed"),
            .insert("feed", into: "tabs"), .show("tabs")),
        // The inner pages are together before the outermost page contains them.
        AdapterCheck(
            "the innermost of three pages is current", "QU-002", .make("tabs", "stack", "feed"),
            .insert("feed", into: "stack"), .insert("stack", into: "tabs"), .show("tabs"), .hide),
        AdapterCheck(
            "a tab counts at each selection", "AP-003", .show(new: "home", "tabs"), .make("feed", "profile"),
            .twice(.select("feed", "profile")), .hide),
        AdapterCheck(
            "only the selected tab counts again when the user returns", "AP-003", .selectTabs, .visit("item", "item"),
            .select("feed")),
        AdapterCheck(
            "a selected tab below a sheet does not count again", "AP-012", .selectTabs, .visitSheet("filter"),
            .select("feed")),
        AdapterCheck(
            "only the selected tab counts again after a full-screen page", "AP-017", .selectTabs,
            .twice(.visitFullScreen), .select("feed")),
        AdapterCheck(
            "a return from the background counts no tab", "AP-007", .selectTabs, .visitBackground, .select("feed")),
        AdapterCheck(
            "the content of a removed page ends", "AP-017", .showContainer, .remove("tabs"), .showContainer,
            .show(new: "item"), .remove("tabs"), .hide),
        AdapterCheck(
            "a recreated page and its recreated inner page do not count again", "AP-015", .showContainer,
            .twice(.recreate), .hide),
        AdapterCheck(
            "a page and its inner page count again when the user returns", "QU-002", .showContainer, .visit("item"),
            .hide),
        AdapterCheck(
            "a page and its inner page below a sheet do not count again", "AP-012", .showContainer,
            .visitSheet("filter")),
        AdapterCheck(
            "a cancelled transition back from a page with an inner page counts nothing", "AP-004", .showContainer,
            .cancelHide, .hide),
        AdapterCheck(
            "a return from the background counts no inner page", "AP-007", .showContainer, .enterBackground,
            .enterForeground),
    ]

    // MARK: Tabs that the framework calls at the launch, and stacks inside tabs

    private static let tabs = [
        AdapterCheck("only the first tab counts at the launch", "AP-014", .launch, .markReady("profile"), .hide),
        AdapterCheck(
            "each tab of the launch counts at each selection", "AP-014", .show(new: "home"), .launch,
            .select("shop", "profile", "feed", "shop"), .hide),
        AdapterCheck(
            "a tab that the user never selects never counts", "AP-017", .launch, .select("shop"),
            .visit("item", "item"), .markReady("profile"), .visit("item")),
        AdapterCheck(
            "a return from the background counts no tab of the launch", "AP-007", .launch, .visitBackground,
            .select("shop")),
        AdapterCheck(
            "a rotation counts no tab, and keeps the selected one", "AP-015", .launch, .select("shop"), .recreate,
            .select("feed", "shop")),
        AdapterCheck(
            "a return from the background counts no pushed page of a tab", "AP-007", .pushItem, .visitBackground,
            .pop("item")),
        AdapterCheck(
            "a page below a pushed page of a tab counts again after the return", "AP-014", .selectTabs,
            .make("item 1"), .push("item 1"), .pop("item 1"), .make("item 2"), .push("item 2"), .pop("item 2"), .hide),
        AdapterCheck(
            "a pushed page counts again when the user returns to its tab", "AP-014", .pushItem, .select("feed", "item"),
            .pop("item")),
        AdapterCheck(
            "only the pushed page of a tab counts again with its container", "AP-017", .pushItem, .visit("detail"),
            .pop("item")),
        AdapterCheck(
            "a tab passed in a turn counts when the user returns to it", "AP-015", .selectTabs, .make("shop", "item"),
            .goTo("item", inNewTab: "shop"), .pop("item")),
        AdapterCheck(
            "the item of a tab carries the deep link, and the tab does not", "PV-006", .selectTabs,
            .open(link: "app://item/7"), .make("shop", "item"), .goTo("item", inNewTab: "shop"), .select("feed")),
    ]

    // MARK: Pages that the framework prepares out of sight, and several windows

    private static let prepared = [
        AdapterCheck(
            "a prepared page counts only when it is shown", "AP-002", .show(new: "home"), .make("item"),
            .prepare("item"), .show("item")),
        AdapterCheck(
            "a prepared page counts at each visit", "AP-003", .show(new: "home"), .make("item"), .prepare("item"),
            .twice(.show("item"), .hide)),
        AdapterCheck(
            "a prepared page does not count when it becomes ready", "AP-002", .show(new: "home"), .makePending("item"),
            .prepare("item"), .markReady("item"), .hide),
    ]

    private static let windows = [
        AdapterCheck(
            "each of two windows has its current page", "QU-001", .show(new: "home"), .make("item"),
            .showInSecondWindow("item"), .visit("list")),
        AdapterCheck(
            "a page in a second window follows the page before it there", "PV-003", .show(new: "home"), .make("inbox"),
            .showInSecondWindow("inbox"), .make("draft"), .pushInSecondWindow("draft"), .show(new: "list"),
            .closeSecondWindow),
        AdapterCheck(
            "the pages of a closed window end", "AP-009", .show(new: "home", "list"), .make("item"),
            .showInSecondWindow("item"), .closeSecondWindow, .hide),
        AdapterCheck(
            "a sheet in one window does not change the other window", "AP-012", .show(new: "home"), .make("item"),
            .showInSecondWindow("item"), .visitSheet("filter")),
        AdapterCheck("a page moved to another window counts there", "AP-006", .show(new: "home"), .moveToSecondWindow),
        AdapterCheck(
            "a page that leaves another one for a second window counts there", "AP-006", .show(new: "home", "item"),
            .moveToSecondWindow),
    ]

    // MARK: Turns, locks, panes and deep links

    private static let turns = [
        AdapterCheck(
            "only the last page of a turn counts", "AP-015", .show(new: "home"), .make("list", "item"),
            .showInOneTurn(["list", "item"]), .hide, .hide, .hide),
        AdapterCheck(
            "a page passed in a turn does not count when it becomes ready", "AP-015", .show(new: "home"),
            .makePending("list"), .make("item"), .showInOneTurn(["list", "item"]), .markReady("list"), .hide),
        AdapterCheck(
            "only the page where a return in one turn ends counts", "AP-015", .show(new: "home", "list", "item"),
            .hideInOneTurn(["item", "list"]), .hide),
        AdapterCheck(
            "a page that leaves and returns in one turn does not count again", "AP-015", .show(new: "home", "item"),
            .twice(.hideAndShowInOneTurn), .hide),
        AdapterCheck(
            "a pending page that leaves and returns in one turn counts once", "AP-015", .show(newPending: "item"),
            .hideAndShowInOneTurn, .markReady("item"), .hideAndShowInOneTurn, .hide),
        AdapterCheck(
            "a page does not count again after a lock", "AP-007", .show(new: "home", "item"), .twice(.lock, .unlock),
            .hide),
        AdapterCheck(
            "a page that becomes ready under a lock counts after it", "RD-005", .show(newPending: "item"), .lock,
            .markReady("item"), .unlock, .hide),
        AdapterCheck(
            "a lock lasts through a visit of the background", "RD-005", .show(newPending: "item"), .lock,
            .enterBackground, .enterForeground, .markReady("item"), .unlock, .hide),
        AdapterCheck(
            "a page that appears below a sheet does not become current", "QU-009", .show(new: "list"), .make("filter"),
            .cover(with: "filter"), .make("map"), .replaceBelowSheet(with: "map"), .dismiss),
        AdapterCheck(
            "a page that the user turns to is current, and does not count", "QU-008", .show(new: "list"),
            .make("item"), .showBeside("item"), .focus("list"), .focus("item"), .focus("list")),
        AdapterCheck(
            "a page that the user turned to stays current after a sheet", "QU-008", .show(new: "list"), .make("item"),
            .showBeside("item"), .focus("list"), .visitSheet("filter")),
        AdapterCheck(
            "the first page carries the deep link that starts the app", "PV-006", .open(link: "app://item/7"),
            .visit("home"), .show(new: "item")),
        AdapterCheck(
            "the last page of the first turn carries the deep link", "PV-006", .make("home", "item"),
            .open(link: "app://item/7"), .showInOneTurn(["home", "item"]), .hide),
        AdapterCheck(
            "the last page of a turn carries the deep link", "PV-006", .show(new: "home"), .make("list", "item"),
            .open(link: "app://item/7"), .showInOneTurn(["list", "item"]), .hide),
    ]

    private static let diagnostics = AdapterCheck(
        "the reports cause no diagnostics of mistakes", "LC-002", .show(new: "home"), .visit("item"), .hide,
        .expectNoMistakes)
}
