import NavigationSimulator
import NavigationTraces

/// The reports of UIKit for each transition.
extension FrameworkTests {
    static let uiKit: [Row] = [
        Row(.uiKit, .launch, "home.willAppear tabs.willAppear home.didAppear tabs.didAppear", "home"),
        Row(.uiKit, .launchInBackground, "scene.background home.willAppear home.didAppear", ""),
        Row(.uiKit, .push, "home.willDisappear item.willAppear home.didDisappear item.didAppear", "home item"),
        Row(
            .uiKit, .pushBeforeFirstLayout, "item.willAppear stack.willAppear item.didAppear stack.didAppear", "item"),
        Row(
            .uiKit, .pop, "item.willDisappear home.willAppear item.didDisappear home.didAppear item.destroy",
            "home item home"),
        Row(
            .uiKit, .popCancelled,
            "item.willDisappear home.willAppear home.willDisappear home.didDisappear item.willAppear item.didAppear",
            "home item"),
        Row(
            .uiKit, .popToRoot,
            "item.willDisappear home.willAppear item.didDisappear home.didAppear item.destroy category.destroy",
            "home category item home"),
        Row(
            .uiKit, .replaceTop, "home.willDisappear item.willAppear home.didDisappear item.didAppear home.destroy",
            "home item"),
        Row(.uiKit, .replaceBelowTop, "home.destroy", "home item"),
        Row(.uiKit, .selectNewTab, "cart.willAppear home.willDisappear home.didDisappear cart.didAppear", "home cart"),
        Row(
            .uiKit, .selectTab, "home.willAppear cart.willDisappear cart.didDisappear home.didAppear", "home cart home"),
        Row(
            .uiKit, .turnPage, "tomorrow.willAppear today.willDisappear tomorrow.didAppear today.didDisappear",
            "today tomorrow"),
        Row(
            .uiKit, .turnPageCancelled,
            "tomorrow.willAppear today.willDisappear today.willAppear today.didAppear tomorrow.willDisappear tomorrow.didDisappear",
            "today"),
        Row(
            .uiKit, .present(.fullScreen), "home.willDisappear item.willAppear item.didAppear home.didDisappear",
            "home item"),
        Row(
            .uiKit, .dismiss(.fullScreen),
            "item.willDisappear home.willAppear home.didAppear item.didDisappear item.destroy", "home item home"),
        Row(.uiKit, .present(.sheet), "item.willAppear item.didAppear", "home item"),
        Row(.uiKit, .dismiss(.sheet), "item.willDisappear item.didDisappear item.destroy", "home item"),
        Row(.uiKit, .dismissCancelled(.sheet), "item.willDisappear item.willAppear item.didAppear", "home item"),
        Row(.uiKit, .present(.overFullScreen), "item.willAppear item.didAppear", "home item"),
        Row(.uiKit, .dismiss(.overFullScreen), "item.willDisappear item.didDisappear item.destroy", "home item"),
        Row(.uiKit, .present(.popover), "item.willAppear item.didAppear", "home item"),
        Row(.uiKit, .dismiss(.popover), "item.willDisappear item.didDisappear item.destroy", "home item"),
        Row(.uiKit, .present(.alert), "item.willAppear item.didAppear", "home item"),
        Row(.uiKit, .dismiss(.alert), "item.willDisappear item.didDisappear item.destroy", "home item"),
        Row(.uiKit, .addChild, "legend.willAppear legend.didAppear", "chart dashboard legend"),
        Row(.uiKit, .removeChild, "chart.willDisappear chart.didDisappear chart.destroy", "chart dashboard"),
        Row(
            .uiKit, .addChildCancelled, "legend.willAppear legend.willDisappear legend.didDisappear legend.destroy",
            "chart dashboard"),
        Row(
            .uiKit, .removeChildCancelled, "chart.willDisappear chart.willAppear chart.didAppear", "chart dashboard"),
        Row(
            .uiKit, .replaceRoot, "login.willDisappear home.willAppear login.didDisappear home.didAppear login.destroy",
            "login home"),
        Row(.uiKit, .enterBackground, "scene.inactive scene.background", "home"),
        Row(.uiKit, .enterForeground, "scene.foreground scene.active", "home"),
        Row(.uiKit, .disconnect, "second.inactive second.close item.destroy scene.active", "home item"),
        Row(.uiKit, .appearAgain, "home.didAppear", "home"),
        Row(
            .uiKit17, .pushBeforeFirstLayout,
            "home.willAppear home.willDisappear item.willAppear stack.willAppear home.didDisappear item.didAppear "
                + "stack.didAppear", "item"),
        Row(
            .uiKitCurl, .turnPage, "tomorrow.willAppear today.willDisappear today.didDisappear tomorrow.didAppear",
            "today tomorrow"),
        Row(
            .uiKitCurl, .turnPageCancelled,
            "tomorrow.willAppear today.willDisappear tomorrow.willDisappear today.willAppear tomorrow.didDisappear today.didAppear",
            "today"),
        Row(
            .uiKitColdStart, .launch,
            "scene.background home.willAppear tabs.willAppear scene.foreground scene.active home.didAppear tabs.didAppear",
            "home"),
        Row(.uiKitModalInPresentation, .dismissCancelled(.sheet), "", "home item"),
        Row(.uiKitSplit10, .showPane, "", "message"),
        Row(.uiKitSplit10, .hidePane, "list.willDisappear", "message"),
        Row(.uiKitDrawer, .showPane, "list.willAppear list.didAppear", "message list"),
        Row(.uiKitDrawer, .hidePane, "", "message list"),
        Row(.uiKitDeallocated, .removeChild, "chart.destroy", "chart dashboard"),
        Row(
            .uiKitUnbalanced, .pushDuringPush,
            "home.willDisappear item.willAppear reviews.willAppear home.didDisappear item.didAppear item.didAppear",
            "home item"),
        Row(
            .uiKitSceneReplaced, .openScene,
            "scene.inactive second.foreground item.willAppear second.active item.didAppear scene.background",
            "home item"),
        Row(
            .uiKitRace, .addChildCancelled, "legend.willAppear legend.didDisappear legend.didAppear legend.destroy",
            "chart dashboard legend"),
    ]
}
