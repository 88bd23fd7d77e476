import NavigationTraces
public import PageViewAutomation

/// An action of a user, or of the environment, on a simulated app (SIM-003).
///
/// An action names no component. It affects what is in front of the user in the active scene. So a list of actions stays a journey
/// if some of them are removed (SIM-006).
public enum UserAction: Hashable, Sendable {
    // Stacks.

    /// Pushes a page onto the stack in front of the user.
    case push(SimulatedView)
    /// Pushes several pages at once, as a deep link does.
    case deepPush([SimulatedView])
    /// Pushes two pages. The second push begins before the first one has ended.
    case pushTwice(SimulatedView, SimulatedView)
    /// Goes back by the back button.
    case pop
    /// Goes back by a swipe, or begins a swipe and cancels it.
    case swipeBack(GestureEnd)
    /// Goes back to the first page of the stack in front of the user.
    case popToRoot
    /// Replaces the topmost page of the stack in front of the user.
    case replaceTop(SimulatedView)
    /// Replaces the pages below the topmost page of the stack in front of the user.
    case replaceBelowTop([SimulatedView])

    // Tabs, pagers, panes and parts.

    /// Selects the tab that contains this page. If the tab is already selected, its stack returns to its first page.
    case selectTab(String)
    /// Selects the tab that contains this page, and immediately returns to the previous tab.
    case selectTabAndBack(String)
    /// Turns the pager in front of the user, forward or back, or begins a swipe and cancels it.
    case turnPage(forward: Bool, GestureEnd)
    /// Adds a part to the page in front of the user, or begins to and cancels the transition.
    case addChild(SimulatedView, GestureEnd = .completed)
    /// Removes a part of the page in front of the user, or begins to and cancels the transition.
    case removeChild(String, GestureEnd = .completed)
    /// Shows the pane that contains this page.
    case showPane(String)
    /// Hides the pane that contains this page.
    case hidePane(String)

    // Presented views.

    /// Presents a view on top of the others.
    case present(SimulatedView, Presentation)
    /// Closes the topmost presented view.
    case dismiss
    /// Closes the topmost presented view by a swipe, or begins a swipe and cancels it.
    case swipeDown(GestureEnd)

    // The app as a whole.

    /// Replaces the lowest layer of the window.
    case replaceRoot(SimulatedView)
    /// Replaces the page in front of the user by a new instance, such as after a rotation.
    case recreate
    /// Makes the framework report again that the page in front of the user appeared.
    case appearAgain

    // Scenes.

    /// Opens another scene, which becomes active.
    case openScene(String, SimulatedView)
    /// Activates another open scene.
    case activateScene(String)
    /// Closes the active scene.
    case closeScene
    /// Puts the active scene into the background.
    case enterBackground
    /// Brings the active scene back to the foreground.
    case enterForeground
    /// Hides the window of the active scene. The program does this, not the user.
    case hideWindow
    /// Shows the hidden window again.
    case showWindow
    /// Minimises the window.
    case minimise
    /// Restores the minimised window.
    case restore

    // Pages and the events on them.

    /// Marks the newest page of this name as ready.
    case load(String, Payload?)
    /// Marks the newest page of this name as pending again.
    case reload(String)
    /// Records an interaction, such as `tap`.
    case interact(String, Payload?)
    /// Opens a deep link.
    case openLink(String, source: String?)
    /// Lets this many nanoseconds pass.
    case wait(nanoseconds: Int64)
}

/// The end of a swipe, or of another transition that the user can cancel.
public enum GestureEnd: Hashable, Sendable {
    /// The user completes the transition.
    case completed
    /// The user cancels the transition, and everything stays as it was.
    case cancelled
}

/// The error of an action that is impossible in the app's current state (SIM-005).
public struct SimulationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The expected state, the state that was found with a list of what exists, and what to do.
    public let description: String

    package init(_ description: String) { self.description = description }

    static func expected(_ expected: String, found: String, advice: String) -> SimulationError {
        SimulationError("expected \(expected), found \(found): \(advice)")
    }
}
