import NavigationTraces

/// A change of the visible part of a window (SIM-002). A framework has one order for each transition.
///
/// In an order, `old` are the components that leave, `new` the components that come, and `others` further components, such as
/// the pages in between.
public enum Transition: Hashable, Sendable {
    /// The first view of a window.
    case launch
    /// The first view of a window in the background.
    case launchInBackground
    /// A push of a page onto a stack.
    case push
    /// A push of several pages at once. The others are the pages in between.
    case deepPush
    /// A push onto a stack whose first page has not been laid out yet.
    case pushBeforeFirstLayout
    /// A push while the page below is still entering. The other component is this page.
    case pushDuringPush
    /// A return from the topmost page of a stack, by the button or by a completed swipe.
    case pop
    /// The first return to a page that a deep push skipped.
    case popToPassed
    /// A swipe back that the user cancels.
    case popCancelled
    /// A return to the first page of a stack. The others are the pages in between.
    case popToRoot
    /// The replacement of a stack's topmost page.
    case replaceTop
    /// The replacement of the pages below a stack's topmost page. The others are the replaced pages.
    case replaceBelowTop
    /// The first selection of a tab.
    case selectNewTab
    /// The selection of a tab that was selected before.
    case selectTab
    /// The selection of a tab, and the return to the previous tab before the change has ended.
    case selectTabAndBack
    /// A turn of a pager.
    case turnPage
    /// A turn of a pager that the user cancels.
    case turnPageCancelled
    /// The presentation of a view on top of the others.
    case present(Presentation)
    /// The dismissal of the topmost presented view.
    case dismiss(Presentation)
    /// A dismissal that the user begins by a swipe and cancels.
    case dismissCancelled(Presentation)
    /// The addition of a part to a visible page.
    case addChild
    /// The removal of a part.
    case removeChild
    /// The addition of a part that is cancelled before it ends.
    case addChildCancelled
    /// The removal of a part that is cancelled before it ends.
    case removeChildCancelled
    /// The appearance of a split's hidden pane.
    case showPane
    /// The disappearance of a split's pane. The split keeps the hidden pane.
    case hidePane
    /// The replacement of a window's lowest layer.
    case replaceRoot
    /// The replacement of a lowest layer that is a stack. The others are the pages below its top.
    case replaceRootStack
    /// The replacement of a lowest layer that consists of tabs. The others are the visited tabs.
    case replaceRootTabs
    /// The replacement of a page by a new instance of itself, such as after a rotation.
    case recreate
    /// The scene's move to the background.
    case enterBackground
    /// The scene's return to the foreground.
    case enterForeground
    /// The opening of another scene.
    case openScene
    /// The end of a scene.
    case disconnect
    /// The hiding of a window by the program. The framework reports nothing about the scene.
    case hideWindow
    /// The return of a hidden window.
    case showWindow
    /// The minimising of a window by the user.
    case minimise
    /// The return of a minimised window.
    case restore
    /// A second report that a page appeared, without any change.
    case appearAgain
}

extension Transition {
    /// The name of the transition in the tables of the specification (SIM-002).
    package var name: String {
        switch self {
        case .present(let presentation): "present \(presentation)"
        case .dismiss(let presentation): "dismiss \(presentation)"
        case .dismissCancelled(let presentation): "dismissCancelled \(presentation)"
        default: "\(self)"
        }
    }
}

/// The way in which a view lies on top of the others.
public enum Presentation: String, Hashable, Sendable, CaseIterable {
    /// Covers the whole screen. The layer below disappears.
    case fullScreen
    /// A sheet. The layer below stays.
    case sheet
    /// Covers the whole screen. The layer below stays.
    case overFullScreen
    /// A popover. The layer below stays.
    case popover
    /// A question to the user. The layer below stays.
    case alert
    /// A window that the user must answer first. The layer below stays.
    case dialog

    /// Whether the layers below are no longer in front of the user.
    package var covers: Bool { self == .fullScreen }
}
