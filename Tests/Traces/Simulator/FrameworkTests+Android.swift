import NavigationSimulator
import NavigationTraces

/// The reports of the adapters for Android for each transition.
extension FrameworkTests {
    static let android: [Row] = [
        Row(.android, .launch, "home.didAppear", "home"),
        Row(.android, .push, "home.didDisappear item.didAppear", "home item"),
        Row(.android, .pop, "item.didDisappear home.didAppear item.destroy", "home item home"),
        Row(.android, .popCancelled, "", "home item"),
        Row(.android, .present(.dialog), "item.didAppear", "home item"),
        Row(.android, .dismiss(.dialog), "item.didDisappear item.destroy", "home item"),
        Row(.android, .present(.alert), "", "home"),
        Row(.android, .dismiss(.alert), "", "home"),
        Row(.android, .recreate, "", "home"),
        Row(.android, .turnPage, "today.didDisappear tomorrow.didAppear", "today tomorrow"),
        Row(.android, .turnPageCancelled, "", "today"),
        Row(.android, .selectTab, "cart.didDisappear home.didAppear", "home cart home"),
        Row(.android, .addChild, "legend.didAppear", "dashboard chart legend"),
        Row(.android, .removeChild, "chart.didDisappear chart.destroy", "dashboard chart"),
        Row(.android, .appearAgain, "", "home"),
        Row(.compose, .pushDuringPush, "home.didDisappear reviews.didAppear", "home reviews"),
        Row(.compose, .replaceTop, "home.didDisappear item.didAppear home.destroy", "home item"),
        Row(.compose, .present(.sheet), "item.didAppear", "home item"),
        Row(.compose, .dismiss(.sheet), "item.didDisappear item.destroy", "home item"),
    ]
}
