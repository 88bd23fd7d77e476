import NavigationSimulator
import NavigationTraces

/// The reports of GTK, libadwaita and Qt for each transition.
extension FrameworkTests {
    static let linux: [Row] = [
        Row(.gtkStack, .launch, "home.didAppear scene.active", "home"),
        Row(.gtkStack, .selectTab, "home.didAppear cart.didDisappear", "home cart home"),
        Row(.gtkStack, .removeChild, "chart.didDisappear chart.destroy", "chart dashboard"),
        Row(.gtkStack, .present(.dialog), "item.didAppear scene.inactive", "home item"),
        Row(.gtkStack, .dismiss(.dialog), "item.didDisappear item.destroy scene.active", "home item"),
        Row(.gtkStack, .minimise, "scene.inactive", "home"),
        Row(.gtkStack, .restore, "scene.active", "home"),
        Row(.gtkStack, .hideWindow, "home.didDisappear", "home"),
        Row(.gtkStack, .showWindow, "home.didAppear", "home home"),
        Row(.gtkStack, .disconnect, "item.didDisappear item.destroy second.close scene.active", "home item"),
        Row(.gtkStackCrossfade, .selectTab, "home.didAppear cart.didDisappear", "home cart home"),
        Row(
            .gtkStackCrossfade, .selectTabAndBack, "cart.didAppear home.didDisappear home.didAppear cart.didDisappear",
            "home cart home"),
        Row(
            .gtkStackInterrupted, .selectTabAndBack,
            "cart.didAppear home.didDisappear home.didAppear cart.didDisappear", "home cart home"),
        Row(.gtkNotebook, .selectTab, "home.didAppear cart.didDisappear", "home cart home"),
        Row(.gtkNotebook2, .selectTab, "cart.didDisappear home.didAppear", "home cart home"),
        Row(.adwViewStack, .selectTab, "cart.didDisappear home.didAppear", "home cart home"),
        Row(.adwLeaflet, .push, "item.didAppear home.didDisappear", "home item"),
        Row(.adwLeaflet, .pop, "home.didAppear item.didDisappear item.destroy", "home item home"),
        Row(.adwNavigationView, .launch, "home.willAppear home.didAppear", "home"),
        Row(.adwNavigationView, .launchInBackground, "scene.background home.willAppear home.didAppear", ""),
        Row(
            .adwNavigationView, .push, "item.willAppear home.willDisappear home.didDisappear item.didAppear",
            "home item"),
        Row(
            .adwNavigationView, .pop,
            "home.willAppear item.willDisappear item.didDisappear home.didAppear item.destroy", "home item home"),
        Row(
            .adwNavigationView, .popCancelled, "home.willAppear item.willDisappear item.didAppear home.didDisappear",
            "home item"),
        Row(
            .adwNavigationView, .pushDuringPush,
            "item.willAppear home.willDisappear home.didDisappear reviews.willAppear item.willDisappear item.didDisappear reviews.didAppear",
            "home reviews"),
        Row(
            .adwNavigationView, .replaceTop,
            "home.willDisappear home.didDisappear item.willAppear item.didAppear home.destroy", "home item"),
        Row(.adwNavigationView, .replaceBelowTop, "home.destroy", "home item"),
        Row(.adwNavigationView, .showPane, "list.willAppear list.didAppear", "message list"),
        Row(.adwNavigationView, .hidePane, "list.willDisappear list.didDisappear", "message list"),
        Row(.qtStackView, .launch, "home.willAppear home.didAppear", "home"),
        Row(.qtStackView, .push, "item.willAppear home.willDisappear item.didAppear home.didDisappear", "home item"),
        Row(
            .qtStackView, .pop, "item.willDisappear home.willAppear item.didDisappear home.didAppear item.destroy",
            "home item home"),
        Row(
            .qtStackView, .replaceTop,
            "home.willDisappear item.willAppear home.didDisappear item.didAppear home.destroy", "home item"),
        Row(
            .qtStackViewImmediate, .push, "item.willAppear item.didAppear home.willDisappear home.didDisappear",
            "home item"),
    ]
}
