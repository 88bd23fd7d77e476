import PageViewTesting
import Testing

/// An adapter with a mistake that real adapters make, and the checks that must find it.
struct FaultyAdapter: CustomTestStringConvertible, Sendable {
    let mistake: String
    let make: @Sendable (PageViewEngine) -> ScreenAdapter
    /// Prefixes of the names of the checks that must fail.
    let checks: [String]
    /// The failing call that one of these checks must name.
    let failingCall: String
    /// A part of the likely cause that this failure must state.
    let cause: String

    init(
        _ mistake: String, _ type: ScreenAdapter.Type, _ checks: String..., failsIn failingCall: String,
        cause: String = "."
    ) {
        self.mistake = mistake
        make = { type.init($0) }
        self.checks = checks
        self.failingCall = failingCall
        self.cause = cause
    }

    var testDescription: String { mistake }

    static let all = callbacks + navigation

    private static let callbacks: [FaultyAdapter] = [
        // Callbacks
        FaultyAdapter(
            "reports an announced appearance as an appearance", AnnouncedAppearance.self,
            "a cancelled transition back counts nothing, above", "a cancelled transition forward",
            failsIn: "cancelHide(_:)"),
        FaultyAdapter(
            "reports an announced disappearance as a disappearance", AnnouncedDisappearance.self,
            "a cancelled transition back counts nothing, alone",
            "a cancelled transition back counts nothing, on a sheet",
            "a pending page counts once after a cancelled transition back", failsIn: "cancelDismiss(_:)"),
        FaultyAdapter(
            "takes presence in a window for visibility", PresenceIsVisibility.self,
            "a cancelled transition back counts nothing, above", "a cancelled transition forward",
            failsIn: "cancelHide(_:)"),
        FaultyAdapter(
            "reports the first appearance only", FirstTimeOnly.self, "a page counts at each visit, alone",
            "a page counts again when the user returns", failsIn: "show(_:)"),
        FaultyAdapter(
            "reports no disappearance", Stays.self, "a page counts at each visit, alone",
            "a page left before it is ready does not count, above", failsIn: "hide(_:)"),
        FaultyAdapter(
            "reports late, at the next callback", Late.self, "a page counts at each visit, alone", failsIn: "show(_:)"),
        FaultyAdapter(
            "drops a second page of the same name", DropsRepeatedNames.self, "two pages with the same name",
            failsIn: "show(_:)"),
        FaultyAdapter(
            "reports that the page on top of its own list disappeared", OwnList.self,
            "a page counts again when the user returns", failsIn: "show(_:)"),
        FaultyAdapter(
            "records page views by hand", ByHand.self, "a page counts at each visit, alone", failsIn: "show(_:)"),
        // Components
        FaultyAdapter(
            "makes a component for each report", ComponentPerReport.self,
            "a cancelled transition back counts nothing, alone",
            failsIn: "cancelHide(_:)"),
        FaultyAdapter(
            "keeps all components in a table", StrongTable.self, "a removed page is destroyed", failsIn: "remove(_:)"),
        FaultyAdapter(
            "keeps the component of a page that is removed out of sight", KeepsHidden.self,
            "a page removed below the current page is destroyed", failsIn: "remove(_:)"),
        FaultyAdapter(
            "identifies components by the name of the page", ComponentPerName.self, "two pages with the same name",
            failsIn: "show(_:)"),
        FaultyAdapter(
            "identifies components by an address that is used again", ComponentPerAddress.self, "a hundred pages",
            failsIn: "show(_:)"),
        FaultyAdapter(
            "uses one component for the whole window", ComponentPerWindow.self, "two pages with the same name",
            "a page counts again when the user returns", failsIn: "show(_:)"),
        FaultyAdapter(
            "destroys the component of a hidden screen and uses it again", DestroysHidden.self,
            "a page counts at each visit, alone", failsIn: "show(_:)"),
        // Pages
        FaultyAdapter(
            "declares the notifier of the screen before", LastNotifier.self,
            "a page counts again when the user returns",
            failsIn: "show(_:)"),
        FaultyAdapter(
            "declares a copy of the notifier", CopiedNotifier.self, "a pending page counts once", failsIn: "markReady"),
        FaultyAdapter(
            "declares a notifier that is new in each pass", NotifierPerPass.self,
            "an update pass counts nothing, alone", "an update pass counts nothing, on a sheet", failsIn: "update()"),
        FaultyAdapter(
            "marks a page ready when it appears", ReadyOnAppear.self, "a pending page counts once", failsIn: "show(_:)"),
        FaultyAdapter(
            "reports an appearance only once the page is ready", WaitsForReady.self, "a pending page counts once",
            failsIn: "show(_:)"),
        FaultyAdapter(
            "reports an update pass as another appearance", UpdateIsAppearance.self, "an update pass counts nothing",
            failsIn: "update()"),
        // The background
        FaultyAdapter(
            "reports the background as a disappearance", BackgroundIsDisappearance.self,
            "a return from the background counts nothing, alone", failsIn: "enterBackground()"),
        FaultyAdapter(
            "reports no background", NoBackground.self, "a page shown in the background",
            "a page that becomes ready in the background", failsIn: "enterBackground()"),
        FaultyAdapter(
            "closes the scene in the background", BackgroundIsClose.self, "a return from the background counts nothing",
            failsIn: "enterBackground()"),
        FaultyAdapter(
            "reports appearances again in the foreground", ForegroundIsAppearance.self,
            "a return from the background counts nothing, above", failsIn: "enterForeground()"),
        FaultyAdapter(
            "ignores callbacks in the background", DeafInBackground.self, "a page hidden in the background",
            failsIn: "enterForeground()"),
        // Sheets
        FaultyAdapter(
            "reports a page below a sheet as disappeared", SheetHides.self, "a page below a sheet does not count again",
            "a page counts at each visit, on a sheet", failsIn: "cover(with:)"),
        FaultyAdapter(
            "ends the page below when a sheet closes", SheetEndsBelow.self, "a page below a sheet does not count again",
            failsIn: "dismiss(_:)"),
        FaultyAdapter(
            "does not report sheets", NoSheets.self, "a page counts at each visit, on a sheet", failsIn: "cover(with:)"),
        FaultyAdapter(
            "does not report that a sheet closes", NoDismissal.self, "a page counts at each visit, on a sheet",
            failsIn: "dismiss(_:)"),
        // Containers
        FaultyAdapter(
            "does not report containers", NoContainers.self, "a page inserted into", "a page shown together",
            failsIn: "insert(_:into:)"),
        FaultyAdapter(
            "reports containers the wrong way round", InvertedContainers.self, "a page inserted into",
            failsIn: "insert(_:into:)"),
        FaultyAdapter(
            "does not report that a tab disappears", TabStays.self, "a tab counts at each selection",
            "a selected tab below a sheet", failsIn: "select(_:in:)"),
        FaultyAdapter(
            "reports a tab at its first selection only", TabOnce.self, "a tab counts at each selection",
            failsIn: "select(_:in:)"),
        FaultyAdapter(
            "ignores a page that replaces another one", NoReplacement.self, "a page that replaces another one",
            failsIn: "replace(_:with:)"),
        FaultyAdapter(
            "takes a full-screen page for a sheet", FullScreenIsSheet.self, "a page below a full-screen page",
            failsIn: "coverFully(with:)"),
        // Prepared pages
        FaultyAdapter(
            "reports a prepared page as shown", PreparedIsShown.self, "a prepared page counts only",
            failsIn: "prepare(_:)"),
        FaultyAdapter(
            "reports all pages as shown when they are made", MadeIsShown.self, "a page counts at each visit, alone",
            failsIn: "makePage(_:)"),
        // Windows
        FaultyAdapter(
            "uses one scene for all windows", OneScene.self, "each of two windows",
            "a page counts at each visit, in a second window", failsIn: "showInSecondWindow(_:)"),
        FaultyAdapter(
            "does not report that a window closes", NoClose.self, "the pages of a closed window",
            failsIn: "closeSecondWindow()"),
        FaultyAdapter(
            "keeps the scene of a moved page", KeepsScene.self, "a page that leaves another one",
            failsIn: "moveToSecondWindow(_:)"),
        FaultyAdapter(
            "closes the main scene with the second window", ClosesMainScene.self, "the pages of a closed window",
            failsIn: "closeSecondWindow()"),
        FaultyAdapter(
            "knows the window of the first page only", RootSceneOnly.self, "a page in a second window follows",
            failsIn: "pushInSecondWindow(_:)"),
        // Kept views
        FaultyAdapter(
            "renames the page of a kept view", KeptIsRenamed.self, "another page in a kept view",
            failsIn: "showInPlace(_:id:)"),
        FaultyAdapter(
            "ignores the identity of a kept view", IgnoresIdentity.self, "another item in a kept view",
            failsIn: "showInPlace(_:id:)"),
        FaultyAdapter(
            "replaces the component of a kept view in each pass", ReplacesKept.self, "another item in a kept view",
            failsIn: "showInPlace(_:id:)"),
        FaultyAdapter(
            "skips an update of the same page with another state", SkipsEqualIdentity.self,
            "a page in a kept view counts when its state is ready", failsIn: "showInPlace(_:id:)"),
        // Engines
        FaultyAdapter(
            "reports pages to a global engine", GlobalEngine.self, "a page counts at each visit, alone",
            failsIn: "show(_:)"),
        FaultyAdapter(
            "reports components of a global engine", GlobalComponents.self, "a page counts at each visit, alone",
            failsIn: "show(_:)"),
        FaultyAdapter(
            "reports scenes to a global engine", GlobalScenes.self, "a page that becomes ready in the background",
            failsIn: "enterBackground()"
        ),
    ]
}

// MARK: Callbacks

private class AnnouncedAppearance: ScreenAdapter {
    override func willAppear(_ screen: Screen) { report(.didAppear, screen) }
}

private class AnnouncedDisappearance: ScreenAdapter {
    override func willDisappear(_ screen: Screen) { report(.didDisappear, screen) }
}

private class PresenceIsVisibility: ScreenAdapter {
    override func entersWindow(_ screen: Screen) {
        super.entersWindow(screen)
        report(.didAppear, screen)
    }
}

/// An adapter that does not report some appearances.
private class DropsAppearances: ScreenAdapter {
    func drops(_ screen: Screen) -> Bool { false }
    override func didAppear(_ screen: Screen) { if !drops(screen) { super.didAppear(screen) } }
}

private class FirstTimeOnly: DropsAppearances {
    private var appeared: Set<String> = []
    override func drops(_ screen: Screen) -> Bool { !appeared.insert(screen.key).inserted }
}

/// An adapter that does not report that some screens disappear.
private class Stays: ScreenAdapter {
    func stays(_ screen: Screen) -> Bool { true }
    override func didDisappear(_ screen: Screen) { if !stays(screen) { super.didDisappear(screen) } }
    override func leavesWindow(_ screen: Screen) { if !stays(screen) { super.leavesWindow(screen) } }
}

private class Late: ScreenAdapter {
    private var pending: [(ComponentEvent, Screen)] = []
    override func report(_ event: ComponentEvent, _ screen: Screen) {
        for (event, screen) in pending { super.report(event, screen) }
        pending = [(event, screen)]
    }
}

private class DropsRepeatedNames: DropsAppearances {
    private var last: PageName?
    override func drops(_ screen: Screen) -> Bool {
        defer { last = screen.notifier.state.pageContext.name }
        return screen.notifier.state.pageContext.name == last
    }
}

private class OwnList: ScreenAdapter {
    private var shown: [Screen] = []
    override func didAppear(_ screen: Screen) {
        shown.append(screen)
        super.didAppear(screen)
    }
    override func didDisappear(_ screen: Screen) { if let last = shown.popLast() { super.didDisappear(last) } }
}

private class ByHand: ScreenAdapter {
    override func didAppear(_ screen: Screen) { engine.recordPageView(of: handle(of: screen).id) }
}

// MARK: Components

private class ComponentPerReport: ScreenAdapter {
    override func handle(of screen: Screen) -> ComponentHandle {
        screen.handle = nil
        return super.handle(of: screen)
    }
}

private class StrongTable: ScreenAdapter {
    private var handles: [ComponentHandle] = []
    override func isReleased(_ screen: Screen) {
        if let handle = screen.handle { handles.append(handle) }
        super.isReleased(screen)
    }
}

/// An adapter that reports a disappearance only when a screen leaves the stack, as with `isMovingFromParent`.
private class KeepsHidden: ScreenAdapter {
    private var handles: [ComponentHandle] = []
    override func leavesWindow(_ screen: Screen) {
        super.leavesWindow(screen)
        if !screen.isOnStack { super.isReleased(screen) }
    }
    override func isReleased(_ screen: Screen) { if let handle = screen.handle { handles.append(handle) } }
}

/// An adapter that finds components by a key that does not identify them.
private class ComponentPerKey: ScreenAdapter {
    private var handles: [String: ComponentHandle] = [:]
    func key(of screen: Screen) -> String { "" }
    override func handle(of screen: Screen) -> ComponentHandle {
        if screen.handle == nil, let known = handles[key(of: screen)] {
            screen.handle = known
            declare(screen, for: known)
        }
        let handle = super.handle(of: screen)
        handles[key(of: screen)] = handle
        return handle
    }
}

private class ComponentPerName: ComponentPerKey {
    override func key(of screen: Screen) -> String { screen.notifier.state.pageContext.name.rawValue }
}

private class ComponentPerAddress: ComponentPerKey {
    private var addresses: [ObjectIdentifier: Int] = [:]
    /// The fourth screen has the address of the first.
    override func key(of screen: Screen) -> String {
        let number = addresses[ObjectIdentifier(screen.notifier)] ?? addresses.count
        addresses[ObjectIdentifier(screen.notifier)] = number
        return "\(number % 3)"
    }
}

private class ComponentPerWindow: ComponentPerKey {
    override func key(of screen: Screen) -> String { "window \(screen.window ?? 0)" }
}

private class DestroysHidden: ScreenAdapter {
    override func didDisappear(_ screen: Screen) {
        super.didDisappear(screen)
        report(.destroy, screen)
    }
}

// MARK: Pages

private class LastNotifier: ScreenAdapter {
    private var last: PageViewNotifier?
    override func declare(_ screen: Screen, for handle: ComponentHandle) {
        engine.declare(last ?? screen.notifier, for: handle.id)
        last = screen.notifier
    }
}

private class CopiedNotifier: ScreenAdapter {
    private var copies: [PageViewNotifier] = []
    override func declare(_ screen: Screen, for handle: ComponentHandle) {
        let copy = PageViewNotifier(screen.notifier.state)
        copies.append(copy)
        engine.declare(copy, for: handle.id)
    }
}

private class NotifierPerPass: ScreenAdapter {
    override func updates(_ screens: [Screen]) {
        for screen in screens {
            let old = screen.handle
            let new = makeHandle(screen)
            engine.declare(PageViewNotifier(screen.notifier.state), for: new.id)
            screen.handle = new
            new.report(.didAppear)
            old?.report(.didDisappear)
        }
    }
}

private class ReadyOnAppear: ScreenAdapter {
    override func didAppear(_ screen: Screen) {
        screen.notifier.markReady()
        super.didAppear(screen)
    }
}

private class WaitsForReady: DropsAppearances {
    override func drops(_ screen: Screen) -> Bool { if case .ready = screen.notifier.state { false } else { true } }
}

private class UpdateIsAppearance: ScreenAdapter {
    override func updates(_ screens: [Screen]) {
        for screen in screens {
            report(.didDisappear, screen)
            report(.didAppear, screen)
        }
    }
}

// MARK: The background

private class BackgroundIsDisappearance: ScreenAdapter {
    override func background(_ screens: [Screen]) {
        super.background(screens)
        for screen in screens { report(.didDisappear, screen) }
    }
    override func foreground(_ screens: [Screen]) {
        super.foreground(screens)
        for screen in screens { report(.didAppear, screen) }
    }
}

private class NoBackground: ScreenAdapter {
    override func background(_ screens: [Screen]) {}
    override func foreground(_ screens: [Screen]) {}
}

private class BackgroundIsClose: ScreenAdapter {
    override func background(_ screens: [Screen]) { engine.report(.close, of: engine.mainScene) }
}

private class ForegroundIsAppearance: ScreenAdapter {
    override func foreground(_ screens: [Screen]) {
        super.foreground(screens)
        for screen in screens {
            screen.handle?.report(.didDisappear)
            screen.handle?.report(.didAppear)
        }
    }
}

/// An adapter that ignores some screens.
private class Ignores: ScreenAdapter {
    func ignores(_ screen: Screen) -> Bool { false }
    override func report(_ event: ComponentEvent, _ screen: Screen) {
        if !ignores(screen) { super.report(event, screen) }
    }
}

private class DeafInBackground: Ignores {
    private var isInBackground = false
    override func background(_ screens: [Screen]) {
        super.background(screens)
        isInBackground = true
    }
    override func foreground(_ screens: [Screen]) {
        super.foreground(screens)
        isInBackground = false
    }
    override func ignores(_ screen: Screen) -> Bool { isInBackground }
    override func leavesWindow(_ screen: Screen) { if !isInBackground { super.leavesWindow(screen) } }
}

// MARK: Sheets

private class SheetHides: ScreenAdapter {
    override func covers(_ below: Screen?, with sheet: Screen) { if let below { report(.didDisappear, below) } }
    override func uncovers(_ below: Screen?) { if let below { report(.didAppear, below) } }
}

private class SheetEndsBelow: ScreenAdapter {
    override func uncovers(_ below: Screen?) { if let below { report(.didDisappear, below) } }
}

private class NoSheets: Ignores {
    private var sheet: Screen?
    override func covers(_ below: Screen?, with sheet: Screen) { self.sheet = sheet }
    override func ignores(_ screen: Screen) -> Bool { screen === sheet }
}

private class NoDismissal: Stays {
    private var sheet: Screen?
    override func covers(_ below: Screen?, with sheet: Screen) { self.sheet = sheet }
    override func stays(_ screen: Screen) -> Bool { screen === sheet }
    override func isReleased(_ screen: Screen) { if screen !== sheet { super.isReleased(screen) } }
}

// MARK: Containers and prepared pages

private class NoContainers: ScreenAdapter {
    override func makeHandle(_ screen: Screen) -> ComponentHandle {
        engine.makeHandle(in: screen.window.map(scene), isAttached: screen.window != nil)
    }
    override func isInserted(_ screen: Screen, _ container: Screen) {}
}

private class InvertedContainers: NoContainers {
    override func isInserted(_ screen: Screen, _ container: Screen) {
        handle(of: container).move(into: handle(of: screen).id)
    }
}

private class TabStays: Stays { override func stays(_ screen: Screen) -> Bool { screen.container?.window != nil } }

private class TabOnce: FirstTimeOnly {
    override func drops(_ screen: Screen) -> Bool { screen.container != nil && super.drops(screen) }
}

private class NoReplacement: Ignores {
    private var replacement: Screen?
    override func replaces(_ old: Screen, with new: Screen) { replacement = new }
    override func ignores(_ screen: Screen) -> Bool { screen === replacement }
}

private class FullScreenIsSheet: Stays {
    private var below: Screen?
    override func coversFully(_ below: Screen?) { self.below = below }
    override func stays(_ screen: Screen) -> Bool { screen === below }
}

private class RootSceneOnly: ScreenAdapter {
    private var root: Screen?
    override func opensSecondWindow() {
        super.opensSecondWindow()
        root = nil
    }
    override func entersWindow(_ screen: Screen) {
        if screen.window == 1, root == nil { root = screen }
        super.entersWindow(screen)
        if screen.window == 1, screen !== root { handle(of: screen).attach(to: engine.mainScene) }
    }
}

private class PreparedIsShown: ScreenAdapter {
    override func isPrepared(_ screen: Screen) {
        screen.window = 0
        report(.didAppear, screen)
    }
}

private class MadeIsShown: PreparedIsShown { override func isMade(_ screen: Screen) { isPrepared(screen) } }

// MARK: Windows

private class OneScene: ScreenAdapter { override func scene(of window: Int) -> SceneID { engine.mainScene } }

private class NoClose: ScreenAdapter {
    private var secondScreens: [ComponentHandle] = []
    override func closesSecondWindow() {}
    override func isReleased(_ screen: Screen) {
        if screen.window == 1, let handle = screen.handle { secondScreens.append(handle) }
        super.isReleased(screen)
    }
}

private class KeepsScene: ScreenAdapter {
    private var attached: [Screen] = []
    override func entersWindow(_ screen: Screen) {
        let isKnown = attached.contains { $0 === screen }
        attached.append(screen)
        if isKnown { handle(of: screen).attach(to: engine.mainScene) } else { super.entersWindow(screen) }
    }
}

private class ClosesMainScene: ScreenAdapter {
    override func closesSecondWindow() {
        super.closesSecondWindow()
        engine.report(.close, of: engine.mainScene)
    }
}

// MARK: Kept views

private class KeptIsRenamed: ScreenAdapter {
    override func replaceKept(_ state: PageState, _ id: String?) {
        guard let kept else { return super.replaceKept(state, id) }
        kept.screen.notifier.state = state
        self.kept = (kept.screen, state.pageContext, id)
    }
}

private class IgnoresIdentity: ScreenAdapter {
    override func showsInPlace(_ state: PageState, id: String?) { super.showsInPlace(state, id: nil) }
}

private class ReplacesKept: ScreenAdapter {
    override func showsInPlace(_ state: PageState, id: String?) { replaceKept(state, id) }
}

/// An adapter that skips an update whose identity is equal, although its state differs.
private class SkipsEqualIdentity: ScreenAdapter {
    override func showsInPlace(_ state: PageState, id: String?) {
        if let kept, kept.page == state.pageContext, kept.id == id { return }
        super.showsInPlace(state, id: id)
    }
}

// MARK: Engines

/// One engine for the whole process, as in many apps.
private let globalEngine = PageViewEngine()

private class GlobalEngine: ScreenAdapter {
    override func makeHandle(_ screen: Screen) -> ComponentHandle { globalEngine.makeHandle() }
    override func declare(_ screen: Screen, for handle: ComponentHandle) {
        globalEngine.declare(screen.notifier, for: handle.id)
    }
    override func entersWindow(_ screen: Screen) { handle(of: screen).attach(to: globalEngine.mainScene) }
    override func isInserted(_ screen: Screen, _ container: Screen) {}
}

private class GlobalComponents: ScreenAdapter {
    override func makeHandle(_ screen: Screen) -> ComponentHandle { globalEngine.makeHandle() }
    override func report(_ event: ComponentEvent, _ screen: Screen) { engine.report(event, of: handle(of: screen).id) }
}

private class GlobalScenes: ScreenAdapter {
    override func background(_ screens: [Screen]) { globalEngine.report(.background, of: globalEngine.mainScene) }
    override func foreground(_ screens: [Screen]) { globalEngine.report(.foreground, of: globalEngine.mainScene) }
}
