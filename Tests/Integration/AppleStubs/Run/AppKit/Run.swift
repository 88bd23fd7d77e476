import AppKit
import Foundation
import PageViewApple
import PageViewTesting

@MainActor let scenarios: [Scenario] = [
    Scenario(
        "windows, of which one is closed",
        expect: [
            "list, appeared", "mail, appeared", "current: mail", "current: list", "current: mail", "current: list",
        ]
    ) { stage in
        let list = NSWindow(contentViewController: PageController("list"))
        list.makeKeyAndOrderFront(nil)
        let mail = NSWindow(contentViewController: PageController("mail"))
        mail.makeKeyAndOrderFront(nil)
        stage.noteCurrentPage()
        list.makeKeyAndOrderFront(nil)
        stage.noteCurrentPage()
        list.miniaturize(nil)
        stage.noteCurrentPage()
        list.deminiaturize(nil)
        mail.close()
        stage.noteCurrentPage()
    },
    Scenario("opened while the app is hidden", expect: ["current: none", "home, foregrounded"]) { stage in
        NSApplication.shared.hide(nil)
        let window = NSWindow(contentViewController: PageController("home"))
        window.makeKeyAndOrderFront(nil)
        stage.noteCurrentPage()
        NSApplication.shared.unhide(nil)
        window.close()
    },
    Scenario("a page inside a page", expect: ["split, appeared", "list after split, appeared", "current: list"]) {
        stage in
        let split = PageController("split")
        split.addChild(PageController("list"))
        split.addChild(PlainController.make())
        let window = NSWindow(contentViewController: split)
        window.makeKeyAndOrderFront(nil)
        stage.noteCurrentPage()
        window.close()
    },
    Scenario(
        "a sheet and a popover in the scene of their window",
        expect: [
            "home, appeared", "filter after home, appeared", "current: filter", "sizes after filter, appeared",
            "home after sizes, appeared", "current: sizes", "current: home", "hint after home, appeared",
            "current: hint",
        ]
    ) { stage in
        let home = PageController("home")
        let window = NSWindow(contentViewController: home)
        window.makeKeyAndOrderFront(nil)
        let filter = PageController("filter")
        home.presentAsSheet(filter)
        stage.noteCurrentPage()
        // A sheet that the app begins without a presentation.
        let sizes = NSWindow(contentViewController: PageController("sizes"))
        filter.view.window?.beginSheet(sizes)
        home.viewDidDisappear()
        home.viewDidAppear()
        stage.noteCurrentPage()
        filter.view.window?.endSheet(sizes)
        if let sheet = filter.view.window { window.endSheet(sheet) }
        stage.noteCurrentPage()
        let popover = NSWindow(contentViewController: PageController("hint"))
        window.addChildWindow(popover)
        stage.noteCurrentPage()
        popover.close()
        window.close()
    },
    Scenario("a window that is opened again", expect: ["settings, appeared", "settings, appeared"]) { _ in
        let window = NSWindow(contentViewController: SettingsController.make())
        window.makeKeyAndOrderFront(nil)
        window.close()
        window.makeKeyAndOrderFront(nil)
        window.close()
    },
]

/// Drives the stand-in for AppKit, and compares the page views with the expected ones.
@main struct Run {
    @MainActor static func main() {
        var isWell = true
        for scenario in scenarios { isWell = scenario.holds() && isWell }
        exit(isWell ? 0 : 1)
    }
}
