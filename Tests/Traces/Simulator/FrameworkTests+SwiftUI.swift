import NavigationSimulator
import NavigationTraces

/// The reports of SwiftUI, SwiftCrossUI and Adwaita for Swift for each transition.
extension FrameworkTests {
    static let swiftUI: [Row] = [
        Row(.swiftUI, .launch, "home.didAppear", "home"),
        Row(.swiftUI, .push, "item.didAppear home.didDisappear", "home item"),
        Row(.swiftUI, .pop, "home.didAppear item.didDisappear item.destroy", "home item home"),
        Row(.swiftUI, .selectTab, "home.didAppear cart.didDisappear", "home cart home"),
        Row(.swiftUI, .recreate, "home#2.didAppear home.didDisappear home.destroy", "home home"),
        Row(.swiftUI, .replaceRoot, "home.didAppear login.didDisappear login.destroy", "login home"),
        Row(.swiftUI, .present(.sheet), "item.didAppear", "home item"),
        Row(.swiftUI, .dismiss(.sheet), "item.didDisappear item.destroy", "home item"),
        Row(.swiftUI, .addChild, "legend.didAppear", "chart dashboard legend"),
        Row(.swiftUI, .removeChild, "chart.didDisappear chart.destroy", "chart dashboard"),
        Row(.swiftUI, .addChildCancelled, "", "chart dashboard"),
        Row(.swiftUI, .appearAgain, "", "home"),
        Row(.swiftUIIdentityTransition, .recreate, "home.didDisappear home#2.didAppear home.destroy", "home home"),
        Row(.swiftUIIdentityTransition, .replaceRoot, "login.didDisappear home.didAppear login.destroy", "login home"),
        Row(.swiftUITabs13, .selectNewTab, "cart.didAppear", "home cart"),
        Row(.swiftUITabs13, .selectTab, "", "home cart"),
        Row(.swiftUITabs17, .launch, "home.didAppear cart.didAppear", "home cart"),
        Row(
            .swiftUIPhantomAppear, .replaceRootTabs,
            "login.didAppear cart.didDisappear home.didAppear cart.didAppear cart.destroy home.destroy",
            "home cart login home cart"),
        Row(
            .swiftUIPhantomAppear, .replaceRootStack,
            "home.didAppear terms.didDisappear login.didAppear terms.destroy login.destroy", "login terms home login"),
        Row(
            .swiftUIStack18, .replaceRootStack,
            "home.didAppear terms.didDisappear terms.didAppear terms.didDisappear terms.destroy login.destroy",
            "login terms home terms"),
        Row(
            .swiftUIDeepPush18_4, .deepPush, "category.didAppear item.didAppear home.didDisappear", "home category item"
        ),
        Row(.swiftUIDeepPush18_4, .popToPassed, "category.attach item.didDisappear item.destroy", "home category item"),
        Row(.swiftUIList, .showPane, "list.didAppear", "message list"),
        Row(.swiftUIList, .hidePane, "list.didDisappear", "message list"),
        Row(.swiftUILazyStack, .showPane, "list.didAppear", "message list"),
        Row(.swiftUILazyStack, .hidePane, "", "message list"),
        Row(.swiftUIScrollView, .showPane, "", "message"),
        Row(.swiftUIScrollView, .hidePane, "", "message"),
        Row(.swiftUIDoubleAppear, .launch, "home.didAppear home.didAppear", "home"),
        Row(.swiftUIDoubleAppear, .push, "item.didAppear item.didAppear home.didDisappear", "home item"),
        Row(
            .swiftUINavigationLink, .push, "item.didAppear item.didDisappear item.didAppear home.didDisappear",
            "home item item"),
        Row(.swiftUIMissingDisappear, .recreate, "home#2.didAppear home.destroy", "home home"),
        Row(.swiftUICover, .present(.fullScreen), "item.didAppear", "home item"),
        Row(.swiftUICover, .dismiss(.fullScreen), "item.didDisappear item.destroy", "home item"),
        Row(.swiftUICoverHides, .present(.fullScreen), "item.didAppear home.didDisappear", "home item"),
        Row(
            .swiftUICoverHides, .dismiss(.fullScreen), "home.didAppear item.didDisappear item.destroy", "home item home"
        ),
        Row(.swiftUILateAppear, .pop, "home.didAppear item.didDisappear item.destroy item.didAppear", "home item home"),
        Row(
            .swiftUIInUIKit, .push,
            "home.willDisappear item.willAppear item.didAppear home.didDisappear home.didDisappear item.didAppear",
            "home item"),
        Row(
            .swiftUIInUIKit, .pop,
            "item.willDisappear home.willAppear home.didAppear item.didDisappear item.didDisappear home.didAppear item.destroy",
            "home item home"),
        Row(.swiftCrossUI, .launch, "home.didAppear", "home"),
        Row(.swiftCrossUI, .push, "item.didAppear home.didDisappear home.destroy", "home item"),
        Row(.swiftCrossUI, .pop, "home#2.didAppear item.didDisappear item.destroy", "home item home"),
        Row(.adwaitaForSwift, .launch, "home.didAppear", "home"),
        Row(.adwaitaForSwift, .push, "item.didAppear", "home item"),
        Row(.adwaitaForSwift, .pop, "item.destroy", "home item"),
    ]
}
