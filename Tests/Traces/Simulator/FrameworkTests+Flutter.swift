import NavigationSimulator
import NavigationTraces

/// The reports of the adapters for Flutter and React Navigation for each transition.
extension FrameworkTests {
    static let flutter: [Row] = [
        Row(.flutter, .launch, "home.didAppear", "home"),
        Row(.flutter, .push, "home.didDisappear item.didAppear", "home item"),
        Row(.flutter, .pushDuringPush, "home.didDisappear reviews.didAppear", "home reviews"),
        Row(.flutter, .pop, "item.didDisappear home.didAppear item.destroy", "home item home"),
        Row(.flutter, .popCancelled, "", "home item"),
        Row(.flutter, .replaceTop, "home.didDisappear item.didAppear home.destroy", "home item"),
        Row(.flutter, .replaceBelowTop, "home.destroy", "home item"),
        Row(.flutter, .selectTab, "cart.didDisappear home.didAppear", "home cart home"),
        Row(.flutter, .present(.dialog), "item.didAppear", "home item"),
        Row(.flutter, .dismiss(.dialog), "item.didDisappear item.destroy", "home item"),
        Row(.flutter, .present(.sheet), "item.didAppear", "home item"),
        Row(.flutter, .dismiss(.sheet), "item.didDisappear item.destroy", "home item"),
        Row(.flutter, .recreate, "", "home"),
        Row(.reactNavigation, .launch, "tabs.didAppear home.didAppear", "home"),
        Row(.reactNavigation, .push, "home.didDisappear item.didAppear", "home item"),
        Row(.reactNavigation, .pushDuringPush, "home.didDisappear reviews.didAppear", "home reviews"),
        Row(.reactNavigation, .pop, "item.didDisappear home.didAppear item.destroy", "home item home"),
        Row(.reactNavigation, .popCancelled, "", "home item"),
        Row(.reactNavigation, .selectTab, "cart.didDisappear home.didAppear", "home cart home"),
        Row(.reactNavigation, .present(.sheet), "item.didAppear", "home item"),
        Row(.reactNavigation, .dismiss(.sheet), "item.didDisappear item.destroy", "home item"),
    ]
}
