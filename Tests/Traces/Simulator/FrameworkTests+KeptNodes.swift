import NavigationSimulator
import NavigationTraces

/// The reports of a framework whose nodes show one page after another.
extension FrameworkTests {
    static let keptNodes: [Row] = [
        Row(.keptNodes, .launch, "home.didAppear", "home"),
        Row(.keptNodes, .push, "item.didAppear home.didDisappear home.destroy", "home item"),
        Row(.keptNodes, .pop, "home#2.didAppear item.didDisappear item.destroy", "home item home"),
        Row(.keptNodes, .selectTab, "home.didAppear cart.didDisappear", "home cart home"),
        Row(.keptNodes, .present(.sheet), "item.didAppear", "home item"),
        Row(.keptNodes, .dismiss(.sheet), "item.didDisappear item.destroy", "home item"),
        Row(.keptNodes, .present(.fullScreen), "item.didAppear home.didDisappear", "home item"),
        Row(
            .keptNodes, .dismiss(.fullScreen), "home.didAppear item.didDisappear item.destroy", "home item home"),
        Row(.keptNodes, .addChild, "legend.didAppear", "dashboard chart legend"),
        Row(.keptNodes, .removeChild, "chart.didDisappear chart.destroy", "dashboard chart"),
        Row(.keptNodes, .replaceRoot, "home.didAppear login.didDisappear login.destroy", "login home"),
        Row(.keptNodes, .recreate, "home#2.didAppear home.didDisappear home.destroy", "home home"),
        Row(.keptNodes, .appearAgain, "", "home"),
    ]
}
