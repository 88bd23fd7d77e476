import NavigationSimulator
import NavigationTraces

/// The reports of Flutter and React Navigation for each transition.
extension FrameworkTests {
    static let flutter: [Row] = [
        Row(.flutter, .launch, "home.didAppear", "home"),
        Row(.flutter, .push, "home.didDisappear item.didAppear", "home item"),
        Row(.flutter, .pop, "home.didAppear item.didDisappear item.destroy", "home item home"),
        Row(.flutter, .replaceTop, "item.didAppear home.destroy", "home item"),
        Row(.flutter, .replaceBelowTop, "home.destroy", "home item"),
        Row(.flutter, .present(.dialog), "", "home"),
        Row(.flutter, .dismiss(.dialog), "", "home"),
        Row(.flutter, .present(.popover), "", "home"),
        Row(.flutter, .dismiss(.popover), "", "home"),
        Row(.flutterRemovedRoute, .pop, "item.destroy", "home item"),
        Row(.flutterNavigatorObserver, .replaceTop, "item.didAppear home.didDisappear home.destroy", "home item"),
        Row(
            .flutterNavigatorObserver, .replaceRootStack,
            "home.didAppear terms.didDisappear login.didDisappear terms.destroy login.destroy", "login terms home"),
        Row(.flutterSwipeBack, .popCancelled, "", "home item"),
        Row(.flutterGoRouter, .selectTab, "", "home"),
        Row(.flutterGoRouterShell, .push, "", "home"),
        Row(.flutterGoRouterShell, .pop, "", "home"),
        Row(.flutterGoRouter17, .launch, "home.didAppear home.didAppear", "home"),
        Row(.flutterGoRouter17, .selectNewTab, "cart.didDisappear home.didDisappear cart.didAppear", "home cart"),
        Row(.flutterGoRouter17, .selectTab, "cart.didDisappear home.didAppear", "home cart home"),
        Row(.reactNavigation, .launch, "tabs.didAppear home.didAppear", "home"),
        Row(.reactNavigation, .push, "home.didDisappear item.didAppear", "home item"),
        Row(.reactNavigation, .pop, "item.didDisappear home.didAppear item.destroy", "home item home"),
        Row(.reactNavigation, .popCancelled, "", "home item"),
        Row(.reactNavigation, .selectTab, "cart.didDisappear home.didAppear", "home cart home"),
    ]
}
