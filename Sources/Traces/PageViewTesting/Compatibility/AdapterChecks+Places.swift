/// Checks of pages in kept views, in containers, in preparation and in several windows (TS-009).
extension AdapterChecks {
    /// Checks of several pages in one view that the framework keeps.
    static var keptViews: [Check] {
        [
            Check(name: "another page in a kept view counts, and so does the return", rule: "DV-008") { driver in
                for page in ["results", "details", "results", "details"] { try await driver.showInPlace(page) }
            },
            Check(name: "another item in a kept view counts, and the same item does not", rule: "DV-008") { driver in
                for id in ["1", "2", "2", "1"] { try await driver.showInPlace("item", id: id) }
            },
            Check(name: "an update pass counts nothing in a kept view", rule: "DV-008") { driver in
                try await driver.showInPlace("results")
                try await driver.update()
                try await driver.showInPlace("details")
                try await driver.update()
            },
            Check(name: "a page in a kept view counts when its state is ready", rule: "DV-008") { driver in
                try await driver.showInPlace("item", price: nil)
                try await driver.showInPlace("item", price: 89)
                try await driver.showInPlace("item", price: 89)
                try await driver.showInPlace("details", price: nil)
                try await driver.showInPlace("item", price: 95)
            },
            Check(name: "a kept view below a sheet does not count again", rule: "AP-012") { driver in
                try await driver.showInPlace("results")
                try await driver.visitCover("filter")
                try await driver.showInPlace("details")
            },
            Check(name: "another page in a kept view counts after the background", rule: "DV-008") { driver in
                try await driver.showInPlace("results")
                try await driver.enterBackground()
                try await driver.enterForeground()
                try await driver.showInPlace("details")
                try await driver.enterBackground()
                try await driver.showInPlace("results")
                try await driver.enterForeground()
            },
        ]
    }

    /// Shows `feed` inside `tabs`, above `home`.
    private static func showTabs(_ driver: Driver) async throws -> (tabs: Page, feed: Page) {
        _ = try await driver.showPage("home")
        let tabs = try await driver.showPage("tabs")
        let feed = try await driver.makePage("feed")
        try await driver.insert(feed, into: tabs)
        return (tabs, feed)
    }

    /// Selects `feed`, and then `profile`, inside `tabs`.
    static func selectTabs(_ driver: Driver) async throws -> (tabs: Page, feed: Page) {
        let tabs = try await driver.showPage("tabs")
        let feed = try await driver.makePage("feed")
        try await driver.select(feed, in: tabs)
        try await driver.select(driver.makePage("profile"), in: tabs)
        return (tabs, feed)
    }

    /// Checks of a page inside another one.
    static var containers: [Check] {
        [
            Check(name: "a page inserted into a shown page becomes current", rule: "QU-002") { driver in
                let (tabs, _) = try await showTabs(driver)
                try await driver.hide(tabs)
            },
            Check(name: "a page shown together with its inner page is not current", rule: "QU-002") { driver in
                let tabs = try await driver.makePage("tabs")
                try await driver.insert(driver.makePage("feed"), into: tabs)
                try await driver.show(tabs)
            },
            Check(name: "the innermost of three pages is current", rule: "QU-002") { driver in
                // The inner pages are together before the outermost page contains them.
                let (tabs, stack) = (try await driver.makePage("tabs"), try await driver.makePage("stack"))
                try await driver.insert(driver.makePage("feed"), into: stack)
                try await driver.insert(stack, into: tabs)
                try await driver.show(tabs)
                try await driver.hide(tabs)
            },
            Check(name: "a tab counts at each selection", rule: "AP-003") { driver in
                _ = try await driver.showPage("home")
                let tabs = try await driver.showPage("tabs")
                let (feed, profile) = (try await driver.makePage("feed"), try await driver.makePage("profile"))
                for page in [feed, profile, feed, profile] { try await driver.select(page, in: tabs) }
                try await driver.hide(tabs)
            },
            Check(name: "only the selected tab counts again when the user returns", rule: "AP-003") { driver in
                let (tabs, feed) = try await selectTabs(driver)
                for _ in 1...2 { try await driver.hide(driver.showPage("item")) }
                try await driver.select(feed, in: tabs)
            },
            Check(name: "a selected tab below a sheet does not count again", rule: "AP-012") { driver in
                let (tabs, feed) = try await selectTabs(driver)
                try await driver.visitCover("filter")
                try await driver.select(feed, in: tabs)
            },
            Check(name: "only the selected tab counts again after a full-screen page", rule: "AP-017") { driver in
                let (tabs, feed) = try await selectTabs(driver)
                for _ in 1...2 { try await driver.visitCover("player", isFullScreen: true) }
                try await driver.select(feed, in: tabs)
            },
            Check(name: "a return from the background counts no tab", rule: "AP-007") { driver in
                let (tabs, feed) = try await selectTabs(driver)
                try await driver.visitBackground()
                try await driver.select(feed, in: tabs)
            },
            Check(name: "the content of a removed page ends", rule: "AP-017") { driver in
                let (tabs, _) = try await showTabs(driver)
                try await driver.remove(tabs)
                let (other, _) = try await showTabs(driver)
                let item = try await driver.showPage("item")
                try await driver.remove(other)
                try await driver.hide(item)
            },
            Check(name: "a recreated page and its recreated inner page do not count again", rule: "AP-015") { driver in
                let (tabs, _) = try await showTabs(driver)
                for _ in 1...2 { try await driver.recreate() }
                try await driver.hide(tabs)
            },
            Check(name: "a page and its inner page count again when the user returns", rule: "QU-002") { driver in
                let (tabs, _) = try await showTabs(driver)
                try await driver.hide(driver.showPage("item"))
                try await driver.hide(tabs)
            },
            Check(name: "a page and its inner page below a sheet do not count again", rule: "AP-012") { driver in
                _ = try await showTabs(driver)
                try await driver.visitCover("filter")
            },
            Check(name: "a cancelled transition back from a page with an inner page counts nothing", rule: "AP-004") {
                driver in
                let (tabs, _) = try await showTabs(driver)
                try await driver.cancelHide(tabs)
                try await driver.hide(tabs)
            },
            Check(name: "a return from the background counts no inner page", rule: "AP-007") { driver in
                _ = try await showTabs(driver)
                try await driver.enterBackground()
                try await driver.enterForeground()
            },
        ]
    }

    /// Checks of a page that the framework prepares out of sight.
    static var prepared: [Check] {
        [
            Check(name: "a prepared page counts only when it is shown", rule: "AP-002") { driver in
                _ = try await driver.showPage("home")
                let item = try await driver.makePage("item")
                try await driver.prepare(item)
                try await driver.show(item)
            },
            Check(name: "a prepared page counts at each visit", rule: "AP-003") { driver in
                _ = try await driver.showPage("home")
                let item = try await driver.makePage("item")
                try await driver.prepare(item)
                for _ in 1...2 {
                    try await driver.show(item)
                    try await driver.hide(item)
                }
            },
            Check(name: "a prepared page does not count when it becomes ready", rule: "AP-002") { driver in
                let home = try await driver.showPage("home")
                let item = try await driver.makePage("item", isPending: true)
                try await driver.prepare(item)
                try await driver.markReady(item)
                try await driver.hide(home)
            },
        ]
    }

    /// Checks of several windows.
    static var windows: [Check] {
        [
            Check(name: "each of two windows has its current page", rule: "QU-001") { driver in
                _ = try await driver.showPage("home")
                try await driver.showInSecondWindow(driver.makePage("item"))
                try await driver.hide(driver.showPage("list"))
            },
            Check(name: "a page in a second window follows the page before it there", rule: "PV-003") { driver in
                _ = try await driver.showPage("home")
                try await driver.showInSecondWindow(driver.makePage("inbox"))
                try await driver.pushInSecondWindow(driver.makePage("draft"))
                _ = try await driver.showPage("list")
                try await driver.closeSecondWindow()
            },
            Check(name: "the pages of a closed window end", rule: "AP-009") { driver in
                _ = try await driver.showPage("home")
                let list = try await driver.showPage("list")
                try await driver.showInSecondWindow(driver.makePage("item"))
                try await driver.closeSecondWindow()
                try await driver.hide(list)
            },
            Check(name: "a sheet in one window does not change the other window", rule: "AP-012") { driver in
                _ = try await driver.showPage("home")
                try await driver.showInSecondWindow(driver.makePage("item"))
                try await driver.visitCover("filter")
            },
            Check(name: "a page moved to another window counts there", rule: "AP-006") { driver in
                let home = try await driver.showPage("home")
                try await driver.moveToSecondWindow(home)
            },
            Check(name: "a page that leaves another one for a second window counts there", rule: "AP-006") { driver in
                _ = try await driver.showPage("home")
                let item = try await driver.showPage("item")
                try await driver.moveToSecondWindow(item)
            },
        ]
    }
}
