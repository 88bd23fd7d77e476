import NavigationTraces

/// What a user interface goes from one thing to another by; a framework reports each in an order of its own.
///
/// In the order of a transition `old` is what goes, `new` is what comes, and `others` are those that the framework has
/// something to say about besides: the pages between, the tabs beside (rule SIM-002).
public enum Transition: Hashable, Sendable {
    /// The first thing in a window.
    case launch
    /// The first thing in a window that nobody sees yet.
    case launchInBackground
    /// A page on top of a stack.
    case push
    /// Several pages on top of a stack at once; the ones in between are the others.
    case deepPush
    /// A page on top of a stack whose first page has not been laid out yet.
    case pushBeforeFirstLayout
    /// A page on top of a stack while the one below, the other, is still on its way in.
    case pushDuringPush
    /// The topmost page of a stack, by its button or by a swipe that is completed.
    case pop
    /// The topmost page of a stack, from above a page that came in a deep push.
    case popToPassed
    /// The topmost page of a stack, by a swipe that the user gives up.
    case popCancelled
    /// All pages of a stack but the first; the ones in between are the others.
    case popToRoot
    /// The topmost page of a stack by another one that was not in it.
    case replaceTop
    /// The pages below the topmost one of a stack, the others, by different ones; what is seen stays.
    case replaceBelowTop
    /// A tab that was not selected before.
    case selectNewTab
    /// A tab that was selected before.
    case selectTab
    /// Another tab, and the first one again before the change has ended.
    case selectTabAndBack
    /// The next page of a pager.
    case turnPage
    /// The next page of a pager, by a swipe that the user gives up.
    case turnPageCancelled
    /// Something on top of everything else.
    case present(Presentation)
    /// What is on top of everything else.
    case dismiss(Presentation)
    /// What is on top of everything else, by a swipe that the user gives up.
    case dismissCancelled(Presentation)
    /// A part of a page that is in front of the user.
    case addChild
    /// A part of a page that goes.
    case removeChild
    /// A part of a page that is announced, and called off before it has come.
    case addChildCancelled
    /// A part of a page that is to go, and is kept before it has gone.
    case removeChildCancelled
    /// A pane of a split that was out of sight.
    case showPane
    /// A pane of a split, out of sight; it is kept.
    case hidePane
    /// Everything in a window by something else.
    case replaceRoot
    /// Everything in a window, which was a stack; what lay below its top are the others.
    case replaceRootStack
    /// Everything in a window, which were tabs; the tabs that were visited are the others.
    case replaceRootTabs
    /// A page by a new instance of itself: a rotation, another identity.
    case recreate
    /// The scene out of the user's sight.
    case enterBackground
    /// The scene into the user's sight.
    case enterForeground
    /// Another scene in front of the one that was active.
    case openScene
    /// The scene, for good.
    case disconnect
    /// The window, by the program, without the scene's knowledge.
    case hideWindow
    /// The window again.
    case showWindow
    /// The window, by the user, into a corner of the screen.
    case minimise
    /// The window again, out of the corner.
    case restore
    /// A second report that a page has appeared, which means nothing.
    case appearAgain
}

extension Transition {
    /// What it is called in the tables of the specification (rule SIM-002).
    public var name: String {
        switch self {
        case .present(let presentation): "present \(presentation)"
        case .dismiss(let presentation): "dismiss \(presentation)"
        case .dismissCancelled(let presentation): "dismissCancelled \(presentation)"
        default: "\(self)"
        }
    }
}

/// How something is put on top of everything else.
public enum Presentation: String, Hashable, Sendable, CaseIterable {
    /// Over the whole screen; what is below goes.
    case fullScreen
    /// As a sheet; what is below stays.
    case sheet
    /// Over the whole screen; what is below stays.
    case overFullScreen
    /// In a bubble; what is below stays.
    case popover
    /// A question to the user.
    case alert
    /// A window that has to be answered first.
    case dialog

    /// Whether what is below is no longer in front of the user.
    public var covers: Bool { self == .fullScreen }
}
