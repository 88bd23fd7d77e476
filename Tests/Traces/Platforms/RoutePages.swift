// The adapter of the guide `ConnectingFlutter`. `ReadmeTests` looks for each block of the guide in this file.
import PageViewAutomation

/// Reports the routes of all navigators, each of which has a `NavigatorObserver`, when the frame ends.
@MainActor
final class RoutePages {
    private let engine: PageViewEngine
    private let scene: SceneID
    private let post: (@escaping @MainActor () -> Void) -> Void
    /// The routes of the navigator in each route; those of the root navigator are under the empty key.
    private var navigators: [String: NavigationValue] = [:]
    private var isPosted = false
    private var (isForeground, isLocked, isInBackground) = (true, false, false)

    /// `post` runs its argument at the end of the frame: `addPostFrameCallback`, with `ensureVisualUpdate`.
    init(
        engine: PageViewEngine, scene: SceneID? = nil, post: @escaping (@escaping @MainActor () -> Void) -> Void
    ) {
        (self.engine, self.scene, self.post) = (engine, scene ?? engine.mainScene, post)
    }

    /// `previous` is the route below, which need not be the one that was on top.
    func didPush(_ route: NavigationValue.Screen, above previous: String?, in navigator: String = "") {
        var screens = navigators[navigator]?.screens ?? []
        let below = screens.firstIndex { $0.key == previous }
        screens.insert(route, at: below.map { $0 + 1 } ?? (previous == nil ? 0 : screens.endIndex))
        navigators[navigator] = NavigationValue(screens: screens)
        showLater()
    }

    /// `didPop` and `didRemove`.
    func didRemove(_ key: String, in navigator: String = "") {
        navigators[navigator]?.screens.removeAll { $0.key == key }
        forgetNavigators(in: key)
        showLater()
    }

    /// The navigators in a route go with it, without a call.
    private func forgetNavigators(in key: String) {
        guard let value = navigators.removeValue(forKey: key) else { return }
        for screen in value.screens { forgetNavigators(in: screen.key) }
    }

    func didReplace(_ old: String, by route: NavigationValue.Screen, in navigator: String = "") {
        guard let index = navigators[navigator]?.screens.firstIndex(where: { $0.key == old }) else {
            return didPush(route, above: navigators[navigator]?.screens.last?.key, in: navigator)
        }
        navigators[navigator]?.screens[index] = route
        forgetNavigators(in: old)
        showLater()
    }

    /// The branches of a shell, each with the key of its navigator, and the one in front. No observer receives these.
    func showsBranch(_ index: Int, of branches: [String], in shell: String) {
        navigators[shell] = NavigationValue(
            screens: branches.map { NavigationValue.Screen(key: $0) }, selectedTab: index)
        showLater()
    }

    /// `AppLifecycleState`. In the background no frame comes, so what is pending is shown before, and navigation at once.
    func moved(toForeground isForeground: Bool) {
        self.isForeground = isForeground
        reportScene()
    }

    /// A lock or privacy screen of the app hides everything, also after the app has left and returned.
    func setLocked(_ isLocked: Bool) {
        self.isLocked = isLocked
        reportScene()
    }

    private func reportScene() {
        if isPosted { show() }
        guard isInBackground == (isForeground && !isLocked) else { return }
        isInBackground.toggle()
        engine.report(isInBackground ? .background : .foreground, of: scene)
    }

    private func showLater() {
        if isInBackground { return show() }
        if !isPosted { post { if self.isPosted { self.show() } } }
        isPosted = true
    }

    private func show() {
        isPosted = false
        engine.show(value(of: "").entries(), in: scene)
    }

    private func value(of navigator: String) -> NavigationValue {
        var value = navigators[navigator] ?? NavigationValue()
        for index in value.screens.indices where navigators[value.screens[index].key] != nil {
            value.screens[index].content = self.value(of: value.screens[index].key)
        }
        return value
    }
}
