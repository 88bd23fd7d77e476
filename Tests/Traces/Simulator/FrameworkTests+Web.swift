import NavigationSimulator
import NavigationTraces

/// The reports of the web for each transition.
extension FrameworkTests {
    static let web: [Row] = [
        Row(.web, .launch, "home.didAppear", "home"),
        Row(.web, .launchInBackground, "scene.background home.didAppear", ""),
        Row(.web, .push, "home.didDisappear item.didAppear", "home item"),
        Row(.web, .pop, "item.didDisappear home.didAppear item.destroy", "home item home"),
        Row(.web, .replaceTop, "home.didDisappear item.didAppear home.destroy", "home item"),
        Row(.web, .enterBackground, "scene.background", "home"),
        Row(.web, .enterForeground, "scene.foreground", "home"),
        Row(.web, .hideWindow, "home.didDisappear scene.background", "home"),
        Row(.web, .showWindow, "scene.foreground home.didAppear", "home home"),
        Row(.webSoftNavigation, .push, "home.didDisappear item.didAppear", "home item"),
        Row(.webSoftNavigation, .pop, "item.didDisappear home.didAppear item.destroy", "home item home"),
        Row(.webSoftNavigation, .replaceTop, "home.didDisappear item.didAppear home.destroy", "home item"),
        Row(.webSoftNavigation, .pushDuringPush, "home.didDisappear reviews.didAppear", "home reviews"),
        Row(.webTabBehind, .openScene, "second.background item.didAppear", "home"),
    ]
}
