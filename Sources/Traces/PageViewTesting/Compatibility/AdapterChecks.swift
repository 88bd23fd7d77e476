import PageViewAutomation

/// The checks for adapters (TS-009).
///
/// Each check is a list of calls to an adapter. The driver compares the result of each call with the expectation.
struct AdapterChecks<Adapter: AdapterUnderTest> {
    typealias Driver = AdapterDriver<Adapter>
    typealias Page = ExpectedPage<Adapter.Page>

    struct Check {
        let name: String
        let rule: String
        let run: nonisolated(nonsending) (Driver) async throws -> Void
    }

    static var all: [Check] {
        Place.allCases.flatMap { visits(in: $0) } + stacks + replacements + removals + transitions + background + sheets
            + keptViews + containers + tabs + prepared + windows + turns + [diagnostics]
    }

    // MARK: Each visit, in each place

    /// A place in which a page can be.
    enum Place: String, CaseIterable {
        case alone = "alone in its window"
        case above = "above another page"
        case sheet = "on a sheet"
        case secondWindow = "in a second window"

        /// Shows the page below the checked page, or in the first window.
        func prepare(_ driver: Driver) async throws {
            if self != .alone { _ = try await driver.showPage("home") }
        }

        /// Brings the page to the front in this place.
        func enter(_ page: Page, _ driver: Driver) async throws {
            switch self {
            case .alone, .above: try await driver.show(page)
            case .sheet: try await driver.cover(with: page)
            case .secondWindow: try await driver.showInSecondWindow(page)
            }
        }

        /// Leaves the page.
        func leave(_ page: Page, _ driver: Driver) async throws {
            switch self {
            case .alone, .above: try await driver.hide(page)
            case .sheet: try await driver.dismiss(page)
            case .secondWindow: try await driver.closeSecondWindow()
            }
        }

        /// Begins to leave the page, and cancels.
        func cancelLeave(_ page: Page, _ driver: Driver) async throws {
            if self == .sheet { try await driver.cancelDismiss(page) } else { try await driver.cancelHide(page) }
        }

        /// Returns the page for the next visit. A sheet and a second window get a new page each time.
        func next(_ page: Page, _ driver: Driver) async throws -> Page {
            self == .alone || self == .above ? page : try await driver.makePage(page.name)
        }
    }

    /// The checks of one page in one place.
    private static func visits(in place: Place) -> [Check] {
        func check(
            _ name: String, _ rule: String, isPending: Bool = false,
            _ run: nonisolated(nonsending) @escaping (Page, Driver) async throws -> Void
        ) -> Check {
            Check(name: "\(name), \(place.rawValue)", rule: rule) { driver in
                try await place.prepare(driver)
                try await run(driver.makePage("item", isPending: isPending), driver)
            }
        }
        let checks = [
            check("a page counts at each visit", "AP-003") { item, driver in
                var item = item
                for _ in 1...3 {
                    try await place.enter(item, driver)
                    try await place.leave(item, driver)
                    item = try await place.next(item, driver)
                }
            },
            check("a pending page counts once, when it becomes ready", "RD-002", isPending: true) { item, driver in
                try await place.enter(item, driver)
                try await driver.markReady(item)
                try await driver.markReady(item)
                try await place.leave(item, driver)
            },
            check("a page left before it is ready does not count", "RD-004", isPending: true) { item, driver in
                try await place.enter(item, driver)
                try await place.leave(item, driver)
                try await driver.markReady(item)
                try await place.enter(place.next(item, driver), driver)
            },
            check("a page that is ready early counts when it is shown", "RD-005", isPending: true) { item, driver in
                try await driver.markReady(item)
                try await place.enter(item, driver)
            },
            check("an update pass counts nothing", "AP-004") { item, driver in
                try await place.enter(item, driver)
                for _ in 1...2 { try await driver.update() }
                try await place.leave(item, driver)
            },
        ]
        // The other methods act on the first window.
        if place == .secondWindow { return checks }
        return checks + [
            check("a cancelled transition back counts nothing", "AP-004") { item, driver in
                try await place.enter(item, driver)
                for _ in 1...2 { try await place.cancelLeave(item, driver) }
                try await place.leave(item, driver)
            },
            check("a pending page counts once after a cancelled transition back", "AP-004", isPending: true) {
                item, driver in
                try await place.enter(item, driver)
                try await place.cancelLeave(item, driver)
                try await driver.markReady(item)
                try await place.cancelLeave(item, driver)
                try await place.leave(item, driver)
            },
            check("a recreated page does not count again", "AP-015") { item, driver in
                try await place.enter(item, driver)
                for _ in 1...2 { try await driver.recreate() }
                try await place.leave(item, driver)
            },
            check("a recreated pending page counts once, when it becomes ready", "AP-015", isPending: true) {
                item, driver in
                try await place.enter(item, driver)
                try await driver.recreate()
                try await driver.markReady(item)
                try await driver.recreate()
                try await place.leave(item, driver)
            },
            check("a return from the background counts nothing", "AP-007") { item, driver in
                try await place.enter(item, driver)
                try await driver.visitBackground()
                try await place.leave(item, driver)
            },
            check("a page that becomes ready in the background counts in the foreground", "RD-005", isPending: true) {
                item, driver in
                try await place.enter(item, driver)
                try await driver.enterBackground()
                try await driver.markReady(item)
                try await driver.enterForeground()
            },
        ]
    }

    // MARK: Several pages on a stack

    private static var stacks: [Check] {
        [
            Check(name: "a page counts again when the user returns to it", rule: "AP-003") { driver in
                let home = try await driver.showPage("home")
                let list = try await driver.showPage("list")
                for name in ["item 1", "item 2"] { try await driver.hide(driver.showPage(name)) }
                try await driver.hide(list)
                try await driver.hide(home)
            },
            Check(name: "two pages with the same name count separately", rule: "AP-011") { driver in
                let first = try await driver.showPage("item")
                let second = try await driver.showPage("item")
                try await driver.hide(second)
                try await driver.hide(first)
            },
            Check(name: "a hundred pages in turn give a hundred page views", rule: "AP-011") { driver in
                // A framework reuses memory, so an adapter that identifies pages by their addresses confuses them.
                for number in 0..<100 { try await driver.removeOrHide(driver.showPage("item \(number)")) }
            },
        ]
    }

    private static var replacements: [Check] {
        [
            Check(name: "a page that replaces another one counts", rule: "AP-006") { driver in
                let home = try await driver.showPage("home")
                let login = try await driver.showPage("login")
                let account = try await driver.makePage("account")
                try await driver.replace(login, with: account)
                try await driver.hide(account)
                try await driver.hide(home)
            },
            Check(name: "a page that replaces the only page counts", rule: "AP-006") { driver in
                let login = try await driver.showPage("login")
                let account = try await driver.makePage("account")
                try await driver.replace(login, with: account)
                try await driver.hide(account)
            },
        ]
    }

    private static var removals: [Check] {
        [
            Check(name: "a page removed below the current page ends", rule: "AP-006") { driver in
                let home = try await driver.showPage("home")
                let item = try await driver.showPage("item")
                try await driver.remove(home)
                try await driver.hide(item)
            },
            Check(name: "the user returns past a removed page", rule: "AP-006") { driver in
                let home = try await driver.showPage("home")
                let list = try await driver.showPage("list")
                let item = try await driver.showPage("item")
                try await driver.remove(list)
                try await driver.hide(item)
                try await driver.hide(home)
            },
            Check(name: "a removed page ends", rule: "AP-006") { driver in
                let item = try await driver.makePage("item", isPending: true)
                try await driver.show(item)
                try await driver.remove(item)
                try await driver.markReady(item)
            },
            Check(name: "a removed page is destroyed", rule: "AP-010") { driver in
                let home = try await driver.showPage("home")
                try await driver.remove(home)
                try driver.expectDestroyed(home)
            },
            Check(name: "a page removed below the current page is destroyed", rule: "AP-010") { driver in
                let home = try await driver.showPage("home")
                _ = try await driver.showPage("item")
                try await driver.remove(home)
                try driver.expectDestroyed(home)
            },
        ]
    }

    // MARK: Transitions

    private static var transitions: [Check] {
        [
            Check(name: "a cancelled transition forward counts nothing", rule: "AP-005") { driver in
                let home = try await driver.showPage("home")
                let item = try await driver.makePage("item")
                for _ in 1...2 { try await driver.cancelShow(item) }
                try await driver.hide(home)
            },
            Check(name: "a pending page does not count after a cancelled transition forward", rule: "AP-005") {
                driver in
                _ = try await driver.showPage("home")
                let item = try await driver.makePage("item", isPending: true)
                try await driver.cancelShow(item)
                try await driver.markReady(item)
            },
            Check(name: "a page counts after a cancelled transition forward", rule: "AP-005") { driver in
                _ = try await driver.showPage("home")
                let list = try await driver.showPage("list")
                try await driver.cancelShow(driver.makePage("item"))
                try await driver.hide(driver.showPage("item"))
                try await driver.hide(list)
            },
            Check(name: "a cancelled transition back does not change later visits", rule: "AP-004") { driver in
                _ = try await driver.showPage("home")
                let list = try await driver.showPage("list")
                try await driver.cancelHide(list)
                let item = try await driver.showPage("item")
                try await driver.cancelHide(item)
                try await driver.hide(item)
                try await driver.cancelHide(list)
                try await driver.hide(list)
            },
        ]
    }

    private static var background: [Check] {
        [
            Check(name: "a page hidden in the background ends", rule: "AP-007") { driver in
                let home = try await driver.showPage("home")
                try await driver.enterBackground()
                try await driver.hide(home)
                try await driver.enterForeground()
            },
            Check(name: "a page shown in the background counts in the foreground", rule: "AP-002") { driver in
                let home = try await driver.makePage("home")
                try await driver.enterBackground()
                try await driver.show(home)
                try await driver.enterForeground()
            },
            Check(name: "a page that the user returns to in the background counts in the foreground", rule: "AP-002") {
                driver in
                _ = try await driver.showPage("home")
                let item = try await driver.showPage("item")
                try await driver.enterBackground()
                try await driver.hide(item)
                try await driver.enterForeground()
            },
        ]
    }

    private static var sheets: [Check] {
        [
            Check(name: "a page below a sheet does not count again", rule: "AP-012") { driver in
                let home = try await driver.showPage("home")
                for name in ["filter", "sorting"] { try await driver.visitCover(name) }
                try await driver.hide(home)
            },
            Check(name: "a page below a sheet counts after a visit of another page", rule: "AP-012") { driver in
                _ = try await driver.showPage("home")
                try await driver.visitCover("filter")
                try await driver.hide(driver.showPage("item"))
            },
            Check(name: "a page below a full-screen page counts again", rule: "AP-003") { driver in
                let home = try await driver.showPage("home")
                try await driver.visitCover("player", isFullScreen: true)
                try await driver.hide(home)
            },
            Check(name: "a pending page below a sheet counts when it becomes ready", rule: "RD-002") { driver in
                let home = try await driver.makePage("home", isPending: true)
                try await driver.show(home)
                let filter = try await driver.makePage("filter")
                try await driver.cover(with: filter)
                try await driver.markReady(home)
                try await driver.dismiss(filter)
            },
        ]
    }

    private static var diagnostics: Check {
        Check(name: "the reports cause no diagnostics of mistakes", rule: "LC-002") { driver in
            let home = try await driver.showPage("home")
            try await driver.hide(driver.showPage("item"))
            try await driver.hide(home)
            try driver.expectNoMistakes()
        }
    }
}
