import PageViewTesting

/// Mistakes with turns, recreated screens, selections, levels and locks.
extension FaultyAdapter {
    static let navigation = table(
        [
            EachNavigation.self, CommitsEachReport.self, PassedPages.self, EndlessTurn.self, DestroysInTurn.self,
            LateDeparture.self, NewAtRotation.self, NoSelection.self, CoveredStays.self, ForgetsSelection.self,
            NoLevel.self, SheetInside.self, NoFocus.self, NoLock.self, LockIsDisappearance.self, LiftsLock.self,
            HiddenWindow.self,
        ],
        """
        EachNavigation reports each navigation of a turn by itself | showInOneTurn(_:) | only the last page of a turn counts & a page passed in a turn & only the page where a return & a page that leaves and returns & a recreated page & a tab passed in a turn & the item of a tab carries & the last page of the first turn carries
        CommitsEachReport commits at each report | hideAndShowInOneTurn(_:) | only the last page of a turn counts & a page that leaves and returns
        PassedPages counts the pages that a return to the root passes | hideInOneTurn(_:) | only the page where a return | Make the reports of a turn one update
        EndlessTurn never ends its turn | showInOneTurn(_:) | only the last page of a turn counts | has begun an update and has not committed it
        DestroysInTurn destroys the component of a screen that leaves for a moment | hideAndShowInOneTurn(_:) | a page that leaves and returns & a pending page that leaves and returns
        LateDeparture reports late that a page left, when it is back | hideAndShowInOneTurn(_:) | a page that leaves and returns
        NewAtRotation makes a new component at a rotation | recreate() | a recreated page does not count again, alone & a recreated page does not count again, on a sheet & a recreated page and its | Pass the `ComponentHandle`
        NoSelection reports all tabs at the launch, and no selection | showTabs(_:in:) | only the first tab counts & each tab of the launch | Report `select` of
        CoveredStays leaves covered pages of an inner stack in front | push(_:in:) | a page below a pushed page & a pushed page counts again
        ForgetsSelection forgets the selection when the container leaves | hide(_:) | a tab that the user never
        NoLevel reports a sheet without a level | replaceBelowSheet(_:with:) | a page that appears below a sheet | Give the sheet a higher `level`
        SheetInside reports a sheet inside the page below it | replaceBelowSheet(_:with:) | a page that appears below a sheet
        NoFocus ignores that the user turns to a pane | focus(_:) | a page that the user turns to
        NoLock reports nothing about a lock | lock() | a page that becomes ready under a lock
        LockIsDisappearance reports a lock as a disappearance | lock() | a page does not count again after a lock
        LiftsLock lifts a lock when the app returns | markReady(payload:) | a lock lasts through
        HiddenWindow reports a new window as hidden at first | show(_:) | the first page carries
        """)
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
