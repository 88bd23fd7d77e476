import Foundation
import PageViewAutomation
import TestSupport
import Testing

/// The simulated platforms call what the tables of the guides state.
@Suite(.watched) @MainActor
struct PlatformTableTests {
    private static let guides = "Sources/Core/PageViewAutomation/PageViewAutomation.docc/Guides/"

    /// Returns the callbacks of each row of a guide whose second cell is code or `nothing`.
    private func rows(_ guide: String) throws -> [String: String] {
        try repositoryText(Self.guides + guide + ".md").split(separator: "\n").reduce(into: [:]) { rows, line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 3, cells[1].hasPrefix("`") || cells[1] == "nothing" else { return }
            rows[cells[0]] = cells[1].replacing("`", with: "")
        }
    }

    private func expect(
        _ row: String, _ rows: [String: String], _ loop: EventLoop, _ location: SourceLocation = #_sourceLocation
    ) {
        #expect(rows[row] == loop.takeLog(), "\(row)", sourceLocation: location)
    }

    @Test("Activities")
    func activities() throws {
        let rows = try rows("ConnectingAndroid")
        func launch(_ quirks: SimulatedAndroid.Quirks = []) -> (SimulatedAndroid, [SimulatedAndroid.Page]) {
            let engine = PageViewEngine()
            let loop = EventLoop()
            let android = SimulatedAndroid(loop, ActivityPages(engine: engine) { loop.post($0) }, quirks)
            let pages = ["A", "B", "C"].map { android.makePage(PageViewNotifier(PageContext(name: PageName($0)))) }
            android.show(pages[0])
            _ = loop.takeLog()
            return (android, pages)
        }
        var (android, pages) = launch()
        android.show(pages[1])
        expect("A starts B", rows, android.loop)
        android.hide(pages[1])
        expect("the user goes back", rows, android.loop)
        _ = android.cover(with: pages[1])
        expect("B looks like a dialog", rows, android.loop)
        _ = android.recreate()
        #expect(android.loop.takeLog().hasSuffix(try #require(rows["rotation below a dialog"])))
        android.dismiss(pages[1])
        expect("it closes", rows, android.loop)
        _ = android.enterBackground()
        expect("the home key, the lock", rows, android.loop)
        android.enterForeground()
        expect("the user returns", rows, android.loop)
        _ = android.recreate()
        expect("rotation, fold, resizing", rows, android.loop)
        _ = android.cancelHide(pages[0])
        expect("a predictive back gesture is cancelled", rows, android.loop)
        _ = android.showInOneTurn([pages[1], pages[2]])
        expect("`startActivities` with B and C", rows, android.loop)
        (android, pages) = launch([.relaunchesStopped])
        android.show(pages[1])
        _ = android.loop.takeLog()
        _ = android.recreate()
        #expect(android.loop.takeLog().hasSuffix(try #require(rows["an activity that is stopped is relaunched"])))
    }

    @Test("Effects in Compose")
    func compose() throws {
        let rows = try rows("ConnectingAndroid")
        let loop = EventLoop()
        let compose = SimulatedCompose(loop, Deaf())
        let pages = pages(of: compose)
        compose.show(pages[0])
        _ = loop.takeLog()
        compose.show(pages[1])
        expect("B is pushed onto A", rows, loop)
        _ = compose.cancelHide(pages[1])
        expect("the gesture is cancelled", rows, loop)
        _ = compose.recreate()
        expect("rotation", rows, loop)
    }

    @Test("Observers in Flutter")
    func flutter() throws {
        let rows = try rows("ConnectingFlutter")
        let loop = EventLoop()
        let flutter = SimulatedFlutter(loop, Deaf())
        let pages = pages(of: flutter)
        flutter.show(pages[0])
        _ = loop.takeLog()
        flutter.show(pages[1])
        expect("B is pushed onto A", rows, loop)
        _ = flutter.cancelHide(pages[1])
        expect("a swipe back is cancelled", rows, loop)
        flutter.hide(pages[1])
        expect("B is popped", rows, loop)
        _ = flutter.cover(with: pages[1])
        expect("a dialog opens over A", rows, loop)
        flutter.hide(pages[1])
        _ = loop.takeLog()
        _ = flutter.showInOneTurn([pages[1], pages[2]])
        expect("B and C are pushed in one turn", rows, loop)
        flutter.remove(pages[0])
        expect("a route below the top is removed", rows, loop)
        _ = flutter.hideInOneTurn([pages[2], pages[1]])
        flutter.show(pages[0])
        _ = loop.takeLog()
        _ = flutter.replace(pages[0], with: pages[1])
        expect("B replaces A", rows, loop)
        _ = flutter.showTabs([pages[2], pages[3]], in: pages[0])
        _ = loop.takeLog()
        _ = flutter.select(pages[3], in: pages[0])
        expect("another branch of a shell is selected", rows, loop)
    }

    @Test("Focus and blur in React Navigation")
    func reactNavigation() throws {
        let rows = try rows("NavigationAsAValue")
        let loop = EventLoop()
        let navigation = SimulatedReactNavigation(loop, Deaf())
        let pages = pages(of: navigation)
        navigation.show(pages[0])
        expect("the first screen", rows, loop)
        navigation.show(pages[1])
        expect("navigate from A to B", rows, loop)
        navigation.hide(pages[1])
        expect("go back", rows, loop)
        _ = navigation.showInOneTurn([pages[1], pages[2]])
        expect("two navigations in one turn, to B and C", rows, loop)
        _ = navigation.hideInOneTurn([pages[2], pages[1]])
        _ = loop.takeLog()
        _ = navigation.cover(with: pages[1])
        expect("a transparent modal B over A", rows, loop)
        _ = navigation.enterBackground()
        expect("the home key", rows, loop)
    }

    private func pages(of navigator: SimulatedNavigator) -> [SimulatedNavigator.Page] {
        ["A", "B", "C", "D"].map { navigator.makePage(PageViewNotifier(PageContext(name: PageName($0)))) }
    }

    /// An adapter that reports nothing.
    private final class Deaf: ValueCallbacks, FlutterCallbacks {
        func shows(_ value: NavigationValue) {}
        func enters(_ key: String, _ page: PageViewNotifier) {}
        func leaves(_ key: String) {}
        func moved(toForeground isForeground: Bool) {}
        func didPush(_ route: NavigationValue.Screen, above previous: String?, in navigator: String) {}
        func didRemove(_ key: String, in navigator: String) {}
        func didReplace(_ old: String, by route: NavigationValue.Screen, in navigator: String) {}
        func showsBranch(_ index: Int, of branches: [String], in shell: String) {}
        func becameTop(_ key: String, _ page: PageViewNotifier) {}
        func wasCovered(_ key: String) {}
        func setLocked(_ isLocked: Bool) {}
        func appMoved(toForeground isForeground: Bool) {}
    }
}
