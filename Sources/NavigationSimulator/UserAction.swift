import NavigationTraces
public import PageViewAutomation

/// Something that a user, or the world around, does to an app (rule SIM-003).
///
/// It names no component: it happens to what is in front of the user in the scene that is active. So a list of them
/// stays a journey when some are left out.
public enum UserAction: Hashable, Sendable {
    // What is on a stack.

    /// Opens a page on top of the stack in front.
    case push(SimulatedView)
    /// Opens several pages at once, as a link into the depth of an app does.
    case deepPush([SimulatedView])
    /// Opens two pages, the second before the first has come in.
    case pushTwice(SimulatedView, SimulatedView)
    /// Goes back by the button.
    case pop
    /// Goes back by a swipe, which the user completes or gives up.
    case swipeBack(GestureEnd)
    /// Goes back to the first page.
    case popToRoot
    /// Opens a page in place of the one in front.
    case replaceTop(SimulatedView)

    /// Puts other pages below the one in front.
    case replaceBelowTop([SimulatedView])

    // Tabs, pagers, parts.

    /// Selects the tab with this page in it; selected already, its stack goes back to the first page.
    case selectTab(String)
    /// Selects a tab and the first one again at once.
    case selectTabAndBack(String)
    /// Swipes to the next or the previous page of the pager in front.
    case turnPage(PagerDirection, GestureEnd)
    /// A part comes into the page in front.
    case addChild(SimulatedView)
    /// A part is announced and called off.
    case addChildCancelled(SimulatedView)
    /// A part goes.
    case removeChild(String)
    /// A part is to go, and is kept.
    case removeChildCancelled(String)

    /// Shows the pane with this page in it.
    case showPane(String)
    /// Takes the pane with this page in it out of sight.
    case hidePane(String)

    // On top of everything.

    /// Opens something on top of everything else.
    case present(SimulatedView, Presentation)
    /// Closes what is on top of everything else.
    case dismiss
    /// Closes what is on top of everything else by a swipe, which the user completes or gives up.
    case swipeDown(GestureEnd)

    // The app as a whole.

    /// Everything in the window is replaced.
    case replaceRoot(SimulatedView)
    /// The page in front is made anew: the device was rotated, the view got another identity.
    case recreate
    /// The framework says once more that the page in front has appeared.
    case appearAgain

    // Scenes.

    /// Opens another scene, which becomes active.
    case openScene(String, SimulatedView)
    /// Turns to another scene that is open.
    case activateScene(String)
    /// Closes the active scene.
    case closeScene
    /// Leaves the app.
    case enterBackground
    /// Comes back to the app.
    case enterForeground
    /// The program hides the window.
    case hideWindow
    /// The program shows the window again.
    case showWindow
    /// The user minimises the window.
    case minimise
    /// The user restores the window.
    case restore

    // What pages do, and what is done on them.

    /// The newest page of this name has loaded.
    case load(String, Payload?)
    /// The newest page of this name loads anew.
    case reload(String)
    /// Does something on the page, such as `tap`.
    case interact(String, Payload?)
    /// Opens a link into the app.
    case openLink(String, source: String?)
    /// Does nothing, for so many nanoseconds.
    case wait(nanoseconds: Int64)
}

/// How a swipe ends.
public enum GestureEnd: Hashable, Sendable {
    /// The user goes through with it.
    case completed
    /// The user lets go, and everything slips back.
    case cancelled
}

/// Where to, in a pager.
public enum PagerDirection: Hashable, Sendable {
    /// To the next page.
    case forward
    /// To the previous page.
    case backward
}
