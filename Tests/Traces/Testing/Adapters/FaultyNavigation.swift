import PageViewTesting

/// Mistakes with turns, recreated screens, selections, levels and locks.
extension FaultyAdapter {
    static let navigation: [FaultyAdapter] = [
        // Turns
        FaultyAdapter(
            "reports each navigation of a turn by itself", EachNavigation.self, "only the last page of a turn counts",
            "a page passed in a turn", "only the page where a return", "a page that leaves and returns",
            "a recreated page", "a tab passed in a turn", "the item of a tab carries",
            "the last page of the first turn carries", failsIn: "showInOneTurn(_:)"),
        FaultyAdapter(
            "commits at each report", CommitsEachReport.self, "only the last page of a turn counts",
            "a page that leaves and returns", failsIn: "hideAndShowInOneTurn(_:)"),
        FaultyAdapter(
            "counts the pages that a return to the root passes", PassedPages.self, "only the page where a return",
            failsIn: "hideInOneTurn(_:)", cause: "Make the reports of a turn one update"),
        FaultyAdapter(
            "never ends its turn", EndlessTurn.self, "only the last page of a turn counts",
            failsIn: "showInOneTurn(_:)", cause: "has begun an update and has not committed it"),
        FaultyAdapter(
            "destroys the component of a screen that leaves for a moment", DestroysInTurn.self,
            "a page that leaves and returns", "a pending page that leaves and returns",
            failsIn: "hideAndShowInOneTurn(_:)"),
        FaultyAdapter(
            "reports late that a page left, when it is back", LateDeparture.self, "a page that leaves and returns",
            failsIn: "hideAndShowInOneTurn(_:)"),
        FaultyAdapter(
            "makes a new component at a rotation", NewAtRotation.self, "a recreated page does not count again, alone",
            "a recreated page does not count again, on a sheet", "a recreated page and its", failsIn: "recreate()",
            cause: "Pass the `ComponentHandle`"),
        // Selections
        FaultyAdapter(
            "reports all tabs at the launch, and no selection", NoSelection.self, "only the first tab counts",
            "each tab of the launch", failsIn: "showTabs(_:in:)", cause: "Report `select` of"),
        FaultyAdapter(
            "leaves covered pages of an inner stack in front", CoveredStays.self, "a page below a pushed page",
            "a pushed page counts again", failsIn: "push(_:in:)"),
        FaultyAdapter(
            "forgets the selection when the container leaves", ForgetsSelection.self, "a tab that the user never",
            failsIn: "hide(_:)"),
        // Sheets, panes, locks and links
        FaultyAdapter(
            "reports a sheet without a level", NoLevel.self, "a page that appears below a sheet",
            failsIn: "replaceBelowSheet(_:with:)", cause: "Give the sheet a higher `level`"),
        FaultyAdapter(
            "reports a sheet inside the page below it", SheetInside.self, "a page that appears below a sheet",
            failsIn: "replaceBelowSheet(_:with:)"),
        FaultyAdapter(
            "ignores that the user turns to a pane", NoFocus.self, "a page that the user turns to",
            failsIn: "focus(_:)"),
        FaultyAdapter(
            "reports nothing about a lock", NoLock.self, "a page that becomes ready under a lock", failsIn: "lock()"),
        FaultyAdapter(
            "reports a lock as a disappearance", LockIsDisappearance.self, "a page does not count again after a lock",
            failsIn: "lock()"),
        FaultyAdapter(
            "lifts a lock when the app returns", LiftsLock.self, "a lock lasts through", failsIn: "markReady(payload:)"),
        FaultyAdapter(
            "reports a new window as hidden at first", HiddenWindow.self, "the first page carries",
            failsIn: "show(_:)"),
    ]
}

// MARK: Turns

private class EachNavigation: ScreenAdapter { override func turnBegins() {} }

private class CommitsEachReport: ScreenAdapter {
    override func report(_ event: ComponentEvent, _ screen: Screen) {
        super.report(event, screen)
        decide()
    }
    /// Decides what the present turn has reported so far.
    func decide() {
        guard isInTurn else { return }
        engine.commitUpdate()
        engine.beginUpdate()
    }
}

private class PassedPages: CommitsEachReport {
    override func report(_ event: ComponentEvent, _ screen: Screen) {
        handle(of: screen).report(event)
        if event == .didDisappear, !screen.isOnStack { decide() }
    }
}

private class EndlessTurn: ScreenAdapter { override func turnEnds(_ deck: Deck) {} }

private class DestroysInTurn: ScreenAdapter {
    override func didDisappear(_ screen: Screen) {
        super.didDisappear(screen)
        screen.handle = nil
    }
}

private class LateDeparture: ScreenAdapter { override func hasLeft(_ screen: Screen) { report(.didDisappear, screen) } }
private class NewAtRotation: ScreenAdapter { override func isRecreated(_ screen: Screen, from old: Screen.View) {} }

// MARK: Selections

private class NoSelection: ScreenAdapter { override func selects(_ screen: Screen) {} }

private class CoveredStays: ScreenAdapter {
    override func selects(_ screen: Screen) { if screen.below == nil { super.selects(screen) } }
}

private class ForgetsSelection: ScreenAdapter {
    override func didDisappear(_ screen: Screen) {
        super.didDisappear(screen)
        if let selected = screen.selected { report(.deselect, selected) }
    }
}

// MARK: Sheets, panes, locks and links

private class NoLevel: ScreenAdapter { override func covers(_ below: Screen?, with sheet: Screen) {} }

private class SheetInside: ScreenAdapter {
    override func covers(_ below: Screen?, with sheet: Screen) {
        if let below { handle(of: sheet).move(into: handle(of: below).id) }
    }
}

private class NoFocus: ScreenAdapter { override func focuses(_ screen: Screen) {} }

private class NoLock: ScreenAdapter {
    override func locks(_ screens: [Screen]) {}
    override func unlocks(_ screens: [Screen]) {}
}

private class LiftsLock: ScreenAdapter { override func returns(_ screens: [Screen]) { foreground(screens) } }

private class LockIsDisappearance: ScreenAdapter {
    override func locks(_ screens: [Screen]) { screens.forEach(didDisappear) }
    override func unlocks(_ screens: [Screen]) { screens.forEach(didAppear) }
}

private class HiddenWindow: ScreenAdapter {
    private var isOpen = false
    override func entersWindow(_ screen: Screen) {
        if !isOpen { background([]) }
        if !isOpen { foreground([]) }
        isOpen = true
        super.entersWindow(screen)
    }
}
