/// A change of the visible part of a window (SIM-002). A framework has one order for each transition.
package enum Transition: Hashable, Sendable {
    case launch, launchInBackground
    case push, deepPush, pushBeforeFirstLayout, pushDuringPush
    /// The first return to a page that a deep push skipped.
    case popToPassed
    case pop, popCancelled, popToRoot
    case replaceTop, replaceBelowTop
    case selectNewTab, selectTab, selectTabAndBack
    case turnPage, turnPageCancelled
    case present(Presentation), dismiss(Presentation), dismissCancelled(Presentation)
    case addChild, removeChild, addChildCancelled, removeChildCancelled
    case showPane, hidePane
    case replaceRoot, replaceRootStack, replaceRootTabs
    case recreate
    case enterBackground, enterForeground, openScene, disconnect
    case hideWindow, showWindow, minimise, restore
    /// A second report that a page appeared, without any change.
    case appearAgain

    private static let all: [Transition] =
        [
            .launch, .launchInBackground, .push, .deepPush, .pushBeforeFirstLayout, .pushDuringPush, .popToPassed, .pop,
            .popCancelled, .popToRoot, .replaceTop, .replaceBelowTop, .selectNewTab, .selectTab, .selectTabAndBack,
            .turnPage, .turnPageCancelled, .addChild, .removeChild, .addChildCancelled, .removeChildCancelled,
            .showPane, .hidePane, .replaceRoot, .replaceRootStack, .replaceRootTabs, .recreate, .enterBackground,
            .enterForeground, .openScene, .disconnect, .hideWindow, .showWindow, .minimise, .restore, .appearAgain,
        ] + Presentation.allCases.flatMap { [.present($0), .dismiss($0), .dismissCancelled($0)] }

    package static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    /// The name of the transition, such as `push` or `dismiss sheet`.
    package var name: String {
        switch self {
        case .present(let presentation): "present \(presentation)"
        case .dismiss(let presentation): "dismiss \(presentation)"
        case .dismissCancelled(let presentation): "dismissCancelled \(presentation)"
        default: "\(self)"
        }
    }

    /// The more general transition whose order applies if a framework has no own order.
    var general: Transition? {
        switch self {
        case .launchInBackground, .showWindow: .launch
        case .deepPush, .pushBeforeFirstLayout, .replaceTop: .push
        case .popToPassed, .popToRoot: .pop
        case .selectNewTab: .selectTab
        case .replaceRootStack, .replaceRootTabs: .replaceRoot
        case .minimise: .enterBackground
        case .restore: .enterForeground
        default: nil
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
