/// Checks of tabs, stacks inside tabs, turns of a run loop, locks, panes and deep links (TS-009).
extension AdapterChecks {
    /// Shows `tabs` with `feed`, `shop` and the pending `profile`, as at the launch.
    private static func launch(_ driver: Driver) async throws -> (tabs: Page, feed: Page, shop: Page, profile: Page) {
        let (tabs, feed) = (try await driver.makePage("tabs"), try await driver.makePage("feed"))
        let shop = try await driver.makePage("shop")
        let profile = try await driver.makePage("profile", isPending: true)
        try await driver.showTabs([feed, shop, profile], in: tabs)
        return (tabs, feed, shop, profile)
    }

    /// Checks of tabs whose framework calls all of them at the launch, and of stacks inside tabs.
    static var tabs: [Check] {
        [
            Check(name: "only the first tab counts at the launch", rule: "AP-014") { driver in
                let (tabs, _, _, profile) = try await launch(driver)
                try await driver.markReady(profile)
                try await driver.hide(tabs)
            },
            Check(name: "each tab of the launch counts at each selection", rule: "AP-014") { driver in
                _ = try await driver.showPage("home")
                let (tabs, feed, shop, profile) = try await launch(driver)
                for page in [shop, profile, feed, shop] { try await driver.select(page, in: tabs) }
                try await driver.hide(tabs)
            },
            Check(name: "a tab that the user never selects never counts", rule: "AP-017") { driver in
                let (tabs, _, shop, profile) = try await launch(driver)
                try await driver.select(shop, in: tabs)
                for _ in 1...2 { try await driver.hide(driver.showPage("item")) }
                try await driver.markReady(profile)
                try await driver.hide(driver.showPage("item"))
            },
            Check(name: "a return from the background counts no tab of the launch", rule: "AP-007") { driver in
                let (tabs, _, shop, _) = try await launch(driver)
                try await driver.visitBackground()
                try await driver.select(shop, in: tabs)
            },
            Check(name: "a rotation counts no tab, and keeps the selected one", rule: "AP-015") { driver in
                let (tabs, feed, shop, _) = try await launch(driver)
                try await driver.select(shop, in: tabs)
                try await driver.recreate()
                for page in [feed, shop] { try await driver.select(page, in: tabs) }
            },
            Check(name: "a return from the background counts no pushed page of a tab", rule: "AP-007") { driver in
                let (tabs, _) = try await selectTabs(driver)
                let item = try await driver.makePage("item")
                try await driver.push(item, in: tabs)
                try await driver.visitBackground()
                try await driver.pop(item, in: tabs)
            },
            Check(name: "a page below a pushed page of a tab counts again after the return", rule: "AP-014") { driver in
                let (tabs, _) = try await selectTabs(driver)
                for name in ["item 1", "item 2"] {
                    let item = try await driver.makePage(name)
                    try await driver.push(item, in: tabs)
                    try await driver.pop(item, in: tabs)
                }
                try await driver.hide(tabs)
            },
            Check(name: "a pushed page counts again when the user returns to its tab", rule: "AP-014") { driver in
                let (tabs, feed) = try await selectTabs(driver)
                let item = try await driver.makePage("item")
                try await driver.push(item, in: tabs)
                for page in [feed, item] { try await driver.select(page, in: tabs) }
                try await driver.pop(item, in: tabs)
            },
            Check(name: "only the pushed page of a tab counts again with its container", rule: "AP-017") { driver in
                let (tabs, _) = try await selectTabs(driver)
                let item = try await driver.makePage("item")
                try await driver.push(item, in: tabs)
                try await driver.hide(driver.showPage("detail"))
                try await driver.pop(item, in: tabs)
            },
            Check(name: "a tab passed in a turn counts when the user returns to it", rule: "AP-015") { driver in
                let (tabs, _) = try await selectTabs(driver)
                let (shop, item) = (try await driver.makePage("shop"), try await driver.makePage("item"))
                try await driver.select(shop, showing: item, in: tabs)
                try await driver.pop(item, in: tabs)
            },
            Check(name: "the item of a tab carries the deep link, and the tab does not", rule: "PV-006") { driver in
                let (tabs, feed) = try await selectTabs(driver)
                driver.open("app://item/7")
                try await driver.select(driver.makePage("shop"), showing: driver.makePage("item"), in: tabs)
                try await driver.select(feed, in: tabs)
            },
        ]
    }

    /// Checks of turns, late reports, locks, sheets, panes and deep links.
    static var turns: [Check] {
        [
            Check(name: "only the last page of a turn counts", rule: "AP-015") { driver in
                let home = try await driver.showPage("home")
                let (list, item) = (try await driver.makePage("list"), try await driver.makePage("item"))
                try await driver.showInOneTurn([list, item])
                for page in [item, list, home] { try await driver.hide(page) }
            },
            Check(name: "a page passed in a turn does not count when it becomes ready", rule: "AP-015") { driver in
                _ = try await driver.showPage("home")
                let list = try await driver.makePage("list", isPending: true)
                let item = try await driver.makePage("item")
                try await driver.showInOneTurn([list, item])
                try await driver.markReady(list)
                try await driver.hide(item)
            },
            Check(name: "only the page where a return in one turn ends counts", rule: "AP-015") { driver in
                let home = try await driver.showPage("home")
                let (list, item) = (try await driver.showPage("list"), try await driver.showPage("item"))
                try await driver.hideInOneTurn([item, list])
                try await driver.hide(home)
            },
            Check(name: "a page that leaves and returns in one turn does not count again", rule: "AP-015") { driver in
                _ = try await driver.showPage("home")
                let item = try await driver.showPage("item")
                for _ in 1...2 { try await driver.hideAndShowInOneTurn(item) }
                try await driver.hide(item)
            },
            Check(name: "a pending page that leaves and returns in one turn counts once", rule: "AP-015") { driver in
                let item = try await driver.makePage("item", isPending: true)
                try await driver.show(item)
                try await driver.hideAndShowInOneTurn(item)
                try await driver.markReady(item)
                try await driver.hideAndShowInOneTurn(item)
                try await driver.hide(item)
            },
            Check(name: "a page does not count again after a lock", rule: "AP-007") { driver in
                _ = try await driver.showPage("home")
                let item = try await driver.showPage("item")
                for _ in 1...2 {
                    try await driver.lock()
                    try await driver.unlock()
                }
                try await driver.hide(item)
            },
            Check(name: "a page that becomes ready under a lock counts after it", rule: "RD-005") { driver in
                let item = try await driver.makePage("item", isPending: true)
                try await driver.show(item)
                try await driver.lock()
                try await driver.markReady(item)
                try await driver.unlock()
                try await driver.hide(item)
            },
            Check(name: "a lock lasts through a visit of the background", rule: "RD-005") { driver in
                let item = try await driver.makePage("item", isPending: true)
                try await driver.show(item)
                try await driver.lock()
                try await driver.enterBackground()
                try await driver.enterForeground()
                try await driver.markReady(item)
                try await driver.unlock()
                try await driver.hide(item)
            },
            Check(name: "a page that appears below a sheet does not become current", rule: "QU-009") { driver in
                let list = try await driver.showPage("list")
                let filter = try await driver.makePage("filter")
                try await driver.cover(with: filter)
                try await driver.replaceBelowSheet(list, with: driver.makePage("map"))
                try await driver.dismiss(filter)
            },
            Check(name: "a page that the user turns to is current, and does not count", rule: "QU-008") { driver in
                let list = try await driver.showPage("list")
                let item = try await driver.makePage("item")
                try await driver.showBeside(item)
                for page in [list, item, list] { try await driver.focus(page) }
            },
            Check(name: "a page that the user turned to stays current after a sheet", rule: "QU-008") { driver in
                let list = try await driver.showPage("list")
                try await driver.showBeside(driver.makePage("item"))
                try await driver.focus(list)
                let filter = try await driver.makePage("filter")
                try await driver.cover(with: filter)
                try await driver.dismiss(filter)
            },
            Check(name: "the first page carries the deep link that starts the app", rule: "PV-006") { driver in
                driver.open("app://item/7")
                try await driver.hide(driver.showPage("home"))
                _ = try await driver.showPage("item")
            },
            Check(name: "the last page of the first turn carries the deep link", rule: "PV-006") { driver in
                let (home, item) = (try await driver.makePage("home"), try await driver.makePage("item"))
                driver.open("app://item/7")
                try await driver.showInOneTurn([home, item])
                try await driver.hide(item)
            },
            Check(name: "the last page of a turn carries the deep link", rule: "PV-006") { driver in
                _ = try await driver.showPage("home")
                let (list, item) = (try await driver.makePage("list"), try await driver.makePage("item"))
                driver.open("app://item/7")
                try await driver.showInOneTurn([list, item])
                try await driver.hide(item)
            },
        ]
    }
}
