import NavigationSimulator
import NavigationTraces

/// The reports of Android for each transition.
extension FrameworkTests {
    static let android: [Row] = [
        Row(.android, .launch, "home.willAppear home.didAppear", "home"),
        Row(.android, .push, "home.willDisappear item.willAppear item.didAppear home.didDisappear", "home item"),
        Row(
            .android, .pop, "item.willDisappear home.willAppear home.didAppear item.didDisappear item.destroy",
            "home item home"),
        Row(.android, .present(.dialog), "home.willDisappear item.willAppear item.didAppear", "home item"),
        Row(
            .android, .dismiss(.dialog), "item.willDisappear home.didAppear item.didDisappear item.destroy", "home item"
        ),
        Row(.android, .present(.alert), "", "home"),
        Row(.android, .dismiss(.alert), "", "home"),
        Row(
            .android, .recreate, "home.willDisappear home.didDisappear home.destroy home#2.willAppear home#2.didAppear",
            "home home"),
        Row(.android, .turnPage, "today.didDisappear tomorrow.didAppear later.willAppear", "today tomorrow"),
        Row(.android, .turnPageCancelled, "", "today"),
        Row(.android, .addChild, "legend.willAppear legend.didAppear", "dashboard chart legend"),
        Row(.android, .removeChild, "chart.destroy", "dashboard chart"),
        Row(.android, .appearAgain, "home.willAppear home.didAppear", "home"),
        Row(
            .androidNavigation, .push, "home.willDisappear item.willAppear home.didDisappear item.didAppear",
            "home item"),
        Row(
            .androidNavigation, .pop,
            "item.willDisappear home.willAppear item.didDisappear home.didAppear item.destroy", "home item home"),
        Row(.androidNavigation, .present(.dialog), "home.willDisappear item.willAppear item.didAppear", "home item"),
        Row(
            .androidNavigation, .dismiss(.dialog), "item.willDisappear item.didDisappear home.didAppear item.destroy",
            "home item"),
        Row(.androidDestinations, .launch, "home.didAppear", "home"),
        Row(.androidDestinations, .push, "home.didDisappear item.didAppear", "home item"),
        Row(.androidDestinations, .pop, "item.didDisappear home.didAppear item.destroy", "home item home"),
        Row(
            .androidDestinations, .pushDuringPush,
            "home.didDisappear item.didAppear item.didDisappear reviews.didAppear", "home item reviews"),
        Row(.androidDestinations, .appearAgain, "home.didAppear", "home"),
    ]
}
