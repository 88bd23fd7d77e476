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

    /// Makes the steps, and compares what the platform calls with the rows. A step without a row prepares the next one.
    private func expect(_ rows: [String: String], _ loop: EventLoop, _ steps: [(row: String?, step: () -> Void)]) {
        for (row, step) in steps {
            step()
            let log = loop.takeLog()
            if let row { #expect(rows[row] == log, "\(row)") }
        }
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
        let (android, pages) = launch()
        expect(
            rows, android.loop,
            [
                ("A starts B", { android.show(pages[1]) }), ("the user goes back", { android.hide(pages[1]) }),
                ("B looks like a dialog", { _ = android.cover(with: pages[1]) }),
            ])
        _ = android.recreate()
        #expect(android.loop.takeLog().hasSuffix(try #require(rows["rotation below a dialog"])))
        expect(
            rows, android.loop,
            [
                ("it closes", { android.dismiss(pages[1]) }),
                ("the home key, the lock", { _ = android.enterBackground() }),
                ("the user returns", { android.enterForeground() }),
                ("rotation, fold, resizing", { _ = android.recreate() }),
                ("a predictive back gesture is cancelled", { _ = android.cancelHide(pages[0]) }),
                ("`startActivities` with B and C", { _ = android.showInOneTurn([pages[1], pages[2]]) }),
            ])
        let (other, otherPages) = launch([.relaunchesStopped])
        other.show(otherPages[1])
        _ = other.loop.takeLog()
        _ = other.recreate()
        #expect(other.loop.takeLog().hasSuffix(try #require(rows["an activity that is stopped is relaunched"])))
    }

    @Test("Effects in Compose")
    func compose() throws {
        let loop = EventLoop()
        let compose = SimulatedCompose(loop, ValuePages(PageViewEngine()))
        let pages = pages(of: compose)
        expect(
            try rows("ConnectingAndroid"), loop,
            [
                (nil, { compose.show(pages[0]) }), ("B is pushed onto A", { compose.show(pages[1]) }),
                ("the gesture is cancelled", { _ = compose.cancelHide(pages[1]) }),
                ("rotation", { _ = compose.recreate() }),
            ])
    }

    @Test("Observers in Flutter")
    func flutter() throws {
        let loop = EventLoop()
        let flutter = SimulatedFlutter(loop, RoutePages(engine: PageViewEngine()) { loop.post($0) })
        let pages = pages(of: flutter)
        expect(
            try rows("ConnectingFlutter"), loop,
            [
                (nil, { flutter.show(pages[0]) }), ("B is pushed onto A", { flutter.show(pages[1]) }),
                ("a swipe back is cancelled", { _ = flutter.cancelHide(pages[1]) }),
                ("B is popped", { flutter.hide(pages[1]) }),
                ("a dialog opens over A", { _ = flutter.cover(with: pages[1]) }), (nil, { flutter.hide(pages[1]) }),
                ("B and C are pushed in one turn", { _ = flutter.showInOneTurn([pages[1], pages[2]]) }),
                ("a route below the top is removed", { flutter.remove(pages[0]) }),
                (nil, { _ = flutter.hideInOneTurn([pages[2], pages[1]]) }), (nil, { flutter.show(pages[0]) }),
                ("B replaces A", { _ = flutter.replace(pages[0], with: pages[1]) }),
                (nil, { _ = flutter.showTabs([pages[2], pages[3]], in: pages[0]) }),
                ("another branch of a shell is selected", { _ = flutter.select(pages[3], in: pages[0]) }),
            ])
    }

    @Test("Focus and blur in React Navigation")
    func reactNavigation() throws {
        let loop = EventLoop()
        let navigation = SimulatedReactNavigation(loop, ValuePages(PageViewEngine()))
        let pages = pages(of: navigation)
        expect(
            try rows("NavigationAsAValue"), loop,
            [
                ("the first screen", { navigation.show(pages[0]) }),
                ("navigate from A to B", { navigation.show(pages[1]) }), ("go back", { navigation.hide(pages[1]) }),
                (
                    "two navigations in one turn, to B and C",
                    { _ = navigation.showInOneTurn([pages[1], pages[2]]) }
                ),
                (nil, { _ = navigation.hideInOneTurn([pages[2], pages[1]]) }),
                ("a transparent modal B over A", { _ = navigation.cover(with: pages[1]) }),
                ("the home key", { _ = navigation.enterBackground() }),
            ])
    }

    private func pages(of navigator: SimulatedNavigator) -> [SimulatedNavigator.Page] {
        ["A", "B", "C", "D"].map { navigator.makePage(PageViewNotifier(PageContext(name: PageName($0)))) }
    }
}
