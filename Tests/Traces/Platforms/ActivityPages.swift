// The adapter of the guide `ConnectingAndroid`. `ReadmeTests` looks for each block of the guide in this file.
import PageViewAutomation

/// Reports activities and fragments, by what is true when a turn of the main thread ends.
@MainActor
final class ActivityPages {
    enum State: Int { case stopped, started, resumed }

    private struct Screen {
        let key: String
        let host: String?
        let level: Int?
        var handle: ComponentHandle
        var isOpaque: Bool
        var state = State.stopped
        /// The number of the last change to or from `resumed`.
        var change = 0
        var isHidden = false
        /// Whether the adapter has reported that the screen appeared, and not that it disappeared.
        var isShown = false
    }

    private let engine: PageViewEngine
    private let scene: SceneID
    private let post: (@escaping @MainActor () -> Void) -> Void
    /// The screens; the one that resumed last is the last one.
    private var screens: [Screen] = []
    private var changes = 0
    private var isLocked = false
    private var isInBackground = false
    private var isPosted = false

    /// Each task has a scene; an app with one task uses the main scene. `post` runs its argument at the end of the turn: a message
    /// of the main looper, made asynchronous.
    init(
        engine: PageViewEngine, scene: SceneID? = nil, post: @escaping (@escaping @MainActor () -> Void) -> Void
    ) {
        (self.engine, self.scene, self.post) = (engine, scene ?? engine.mainScene, post)
    }

    /// `onActivityCreated`, `onFragmentCreated`. The key is the same after a rotation, and so the screen stays the same component.
    /// An activity that only contains fragments or Compose has no page.
    func created(
        _ key: String, _ page: PageViewNotifier?, isOpaque: Bool = true, host: String? = nil, level: Int? = nil
    ) {
        guard !screens.contains(where: { $0.key == key }) else { return }
        let handle = engine.makeHandle(in: scene, parent: screens.first { $0.key == host }?.handle.id, level: level)
        if let page { engine.declare(page, for: handle.id) }
        screens.append(Screen(key: key, host: host, level: level, handle: handle, isOpaque: isOpaque))
    }

    /// `on…Started` and `on…Paused`: started. `on…Resumed`: resumed. `on…Stopped`: stopped.
    func changed(_ key: String, to state: State) {
        guard let index = screens.firstIndex(where: { $0.key == key }) else { return }
        var screen = screens.remove(at: index)
        changes += 1
        if state == .resumed || screen.state == .resumed { screen.change = changes }
        screen.state = state
        screens.insert(screen, at: state == .resumed ? screens.endIndex : index)
        decideLater()
    }

    /// `onHiddenChanged` of a fragment.
    func hidden(_ key: String, _ isHidden: Bool) {
        guard let index = screens.firstIndex(where: { $0.key == key }) else { return }
        screens[index].isHidden = isHidden
        decideLater()
    }

    /// `setUserVisibleHint(true)` of the first `ViewPager`, which resumes the fragments of all tabs.
    func selected(_ key: String) {
        screens.first { $0.key == key }?.handle.report(.select)
    }

    /// `onTopResumedActivityChanged(true)`: the user turned to this activity, of two that are visible.
    func turnedTo(_ key: String) {
        screens.first { $0.key == key }?.handle.report(.focus)
    }

    /// `onNewIntent`, if the activity shows another page from now on.
    func replaced(_ key: String, by page: PageViewNotifier) {
        guard let index = screens.firstIndex(where: { $0.key == key }) else { return }
        engine.update {
            let handle = engine.makeHandle(
                in: scene, parent: screens.first { $0.key == screens[index].host }?.handle.id,
                level: screens[index].level)
            engine.declare(page, for: handle.id)
            if screens[index].isShown { handle.report(.didAppear) }
            for fragment in screens where fragment.host == key { fragment.handle.move(into: handle.id) }
            screens[index].handle = handle
        }
    }

    /// A lock or privacy screen of the app hides everything, also after the app has left and returned.
    func setLocked(_ isLocked: Bool) {
        self.isLocked = isLocked
        decideLater()
    }

    /// `onActivityDestroyed` if `isFinishing`, `onFragmentDestroyed` if `isRemoving`. The handle ends, and with it the visit.
    func finished(_ key: String) {
        screens.removeAll { $0.key == key }
        for fragment in screens.filter({ $0.host == key }) { finished(fragment.key) }
        decideLater()
    }

    private func decideLater() {
        if !isPosted { post { self.decide() } }
        isPosted = true
    }

    private func decide() {
        isPosted = false
        let isAway = isLocked || !screens.contains { $0.host == nil && $0.state != .stopped }
        if isAway, !isInBackground { engine.report(.background, of: scene) }
        isInBackground = isInBackground || isAway
        // The lock may be an activity. It replaces nothing that the user will not see again.
        if isLocked { return }
        engine.update {
            for index in screens.indices where screens[index].isShown && isReplaced(screens[index]) {
                screens[index].isShown = false
                screens[index].handle.report(.didDisappear)
            }
            // In the update, so that an activity that another one replaced while the app was away does not begin before it ends.
            if !isAway, isInBackground { engine.report(.foreground, of: scene) }
            for index in screens.indices where !screens[index].isShown && isVisible(screens[index]) {
                screens[index].isShown = true
                screens[index].handle.report(.didAppear)
            }
        }
        isInBackground = isAway
    }

    private func isVisible(_ screen: Screen) -> Bool {
        screen.state == .resumed && !screen.isHidden && isHostResumed(screen)
    }

    /// Whether another screen has taken the place of this one. An activity that pauses or stops may only be waiting for the user's
    /// return. One that resumed before it is beside it.
    private func isReplaced(_ screen: Screen) -> Bool {
        if screen.host != nil { return isHostResumed(screen) && !isVisible(screen) }
        return screen.state != .resumed
            && screens.contains {
                $0.host == nil && $0.state == .resumed && $0.isOpaque && $0.change > screen.change
            }
    }

    private func isHostResumed(_ screen: Screen) -> Bool {
        guard let host = screen.host else { return true }
        return screens.contains { $0.key == host && $0.state == .resumed }
    }
}
