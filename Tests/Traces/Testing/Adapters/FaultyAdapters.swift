import Foundation
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

    var testDescription: String { mistake }

    static let all = callbacks + navigation

    /// Returns the adapters of a table. A row has the type and its mistake, the failing call, the prefixes of the names of the
    /// checks, and a part of the likely cause.
    static func table(_ types: [ScreenAdapter.Type], _ rows: String) -> [FaultyAdapter] {
        rows.components(separatedBy: "\n").map { row in
            let cells = row.components(separatedBy: " | ")
            let name = cells[0].prefix { $0 != " " }
            // A row with an unknown type describes the correct adapter, which fails no check.
            let type = types.first { "\($0)" == name } ?? ScreenAdapter.self
            return FaultyAdapter(
                mistake: String(cells[0].dropFirst(name.count + 1)), make: { type.init($0) },
                checks: cells[2].components(separatedBy: " & "), failingCall: cells[1],
                cause: cells.count > 3 ? cells[3] : ".")
        }
    }

    private static let callbacks = table(
        [
            AnnouncedAppearance.self, AnnouncedDisappearance.self, PresenceIsVisibility.self, FirstTimeOnly.self,
            Stays.self, Late.self, DropsRepeatedNames.self, OwnList.self, ByHand.self, ComponentPerReport.self,
            StrongTable.self, KeepsHidden.self, ComponentPerName.self, ComponentPerAddress.self,
            ComponentPerWindow.self, DestroysHidden.self, LastNotifier.self, CopiedNotifier.self, NotifierPerPass.self,
            ReadyOnAppear.self, WaitsForReady.self, UpdateIsAppearance.self, BackgroundIsDisappearance.self,
            NoBackground.self, BackgroundIsClose.self, ForegroundIsAppearance.self, DeafInBackground.self,
            SheetHides.self, SheetEndsBelow.self, NoSheets.self, NoDismissal.self, NoContainers.self,
            InvertedContainers.self, TabStays.self, TabOnce.self, NoReplacement.self, FullScreenIsSheet.self,
            PreparedIsShown.self, MadeIsShown.self, OneScene.self, NoClose.self, KeepsScene.self, ClosesMainScene.self,
            RootSceneOnly.self, KeptIsRenamed.self, IgnoresIdentity.self, ReplacesKept.self, SkipsEqualIdentity.self,
            GlobalEngine.self, GlobalComponents.self, GlobalScenes.self,
        ],
        """
        AnnouncedAppearance reports an announced appearance as an appearance | cancelHide(_:) | a cancelled transition back counts nothing, above & a cancelled transition forward
        AnnouncedDisappearance reports an announced disappearance as a disappearance | cancelDismiss(_:) | a cancelled transition back counts nothing, alone & a cancelled transition back counts nothing, on a sheet & a pending page counts once after a cancelled transition back
        PresenceIsVisibility takes presence in a window for visibility | cancelHide(_:) | a cancelled transition back counts nothing, above & a cancelled transition forward
        FirstTimeOnly reports the first appearance only | show(_:) | a page counts at each visit, alone & a page counts again when the user returns
        Stays reports no disappearance | hide(_:) | a page counts at each visit, alone & a page left before it is ready does not count, above
        Late reports late, at the next callback | show(_:) | a page counts at each visit, alone
        DropsRepeatedNames drops a second page of the same name | show(_:) | two pages with the same name
        OwnList reports that the page on top of its own list disappeared | show(_:) | a page counts again when the user returns
        ByHand records page views by hand | show(_:) | a page counts at each visit, alone
        ComponentPerReport makes a component for each report | cancelHide(_:) | a cancelled transition back counts nothing, alone
        StrongTable keeps all components in a table | remove(_:) | a removed page is destroyed
        KeepsHidden keeps the component of a page that is removed out of sight | remove(_:) | a page removed below the current page is destroyed
        ComponentPerName identifies components by the name of the page | show(_:) | two pages with the same name
        ComponentPerAddress identifies components by an address that is used again | show(_:) | a hundred pages
        ComponentPerWindow uses one component for the whole window | show(_:) | two pages with the same name & a page counts again when the user returns
        DestroysHidden destroys the component of a hidden screen and uses it again | show(_:) | a page counts at each visit, alone
        LastNotifier declares the notifier of the screen before | show(_:) | a page counts again when the user returns
        CopiedNotifier declares a copy of the notifier | markReady | a pending page counts once
        NotifierPerPass declares a notifier that is new in each pass | update() | an update pass counts nothing, alone & an update pass counts nothing, on a sheet
        ReadyOnAppear marks a page ready when it appears | show(_:) | a pending page counts once
        WaitsForReady reports an appearance only once the page is ready | show(_:) | a pending page counts once
        UpdateIsAppearance reports an update pass as another appearance | update() | an update pass counts nothing
        BackgroundIsDisappearance reports the background as a disappearance | enterBackground() | a return from the background counts nothing, alone
        NoBackground reports no background | enterBackground() | a page shown in the background & a page that becomes ready in the background
        BackgroundIsClose closes the scene in the background | enterBackground() | a return from the background counts nothing
        ForegroundIsAppearance reports appearances again in the foreground | enterForeground() | a return from the background counts nothing, above
        DeafInBackground ignores callbacks in the background | enterForeground() | a page hidden in the background
        SheetHides reports a page below a sheet as disappeared | cover(with:) | a page below a sheet does not count again & a page counts at each visit, on a sheet
        SheetEndsBelow ends the page below when a sheet closes | dismiss(_:) | a page below a sheet does not count again
        NoSheets does not report sheets | cover(with:) | a page counts at each visit, on a sheet
        NoDismissal does not report that a sheet closes | dismiss(_:) | a page counts at each visit, on a sheet
        NoContainers does not report containers | insert(_:into:) | a page inserted into & a page shown together
        InvertedContainers reports containers the wrong way round | insert(_:into:) | a page inserted into
        TabStays does not report that a tab disappears | select(_:in:) | a tab counts at each selection & a selected tab below a sheet
        TabOnce reports a tab at its first selection only | select(_:in:) | a tab counts at each selection
        NoReplacement ignores a page that replaces another one | replace(_:with:) | a page that replaces another one
        FullScreenIsSheet takes a full-screen page for a sheet | coverFully(with:) | a page below a full-screen page
        PreparedIsShown reports a prepared page as shown | prepare(_:) | a prepared page counts only
        MadeIsShown reports all pages as shown when they are made | makePage(_:) | a page counts at each visit, alone
        OneScene uses one scene for all windows | showInSecondWindow(_:) | each of two windows & a page counts at each visit, in a second window
        NoClose does not report that a window closes | closeSecondWindow() | the pages of a closed window
        KeepsScene keeps the scene of a moved page | moveToSecondWindow(_:) | a page that leaves another one
        ClosesMainScene closes the main scene with the second window | closeSecondWindow() | the pages of a closed window
        RootSceneOnly knows the window of the first page only | pushInSecondWindow(_:) | a page in a second window follows
        KeptIsRenamed renames the page of a kept view | showInPlace(_:id:) | another page in a kept view
        IgnoresIdentity ignores the identity of a kept view | showInPlace(_:id:) | another item in a kept view
        ReplacesKept replaces the component of a kept view in each pass | showInPlace(_:id:) | another item in a kept view
        SkipsEqualIdentity skips an update of the same page with another state | showInPlace(_:id:) | a page in a kept view counts when its state is ready
        GlobalEngine reports pages to a global engine | show(_:) | a page counts at each visit, alone
        GlobalComponents reports components of a global engine | show(_:) | a page counts at each visit, alone
        GlobalScenes reports scenes to a global engine | enterBackground() | a page that becomes ready in the background
        """)
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
