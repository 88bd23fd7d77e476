import PageViewAutomation
import PageViewTesting
import TestSupport
import Testing

/// The adapters of the guides are right on the platforms as they are, and adapters that trust the callbacks are not.
@Suite(.watched) @MainActor
struct PlatformTests {
    // MARK: The adapters of the guides

    @Test(
        "The adapter for activities is right, with each quirk of devices and libraries",
        arguments: TestDepth.sample(4, of: [0, 1, 2, 4, 8, 16, 32, 1 + 2 + 4, 2 + 4 + 8 + 32]))
    func activities(_ rawValue: Int) async {
        let quirks = SimulatedAndroid.Quirks(rawValue: rawValue)
        let failures = await failures { engine in
            let loop = EventLoop()
            return SimulatedAndroid(loop, ActivityPages(engine: engine) { loop.post($0) }, quirks)
        }
        // What no adapter can know, by the guide.
        var losses: [String] = []
        if quirks.contains(.keepsNoActivities) {
            losses += ["a page removed below the current page is destroyed", "a page hidden in the background ends"]
        }
        if quirks.contains(.stopsEarly) { losses.append("the last page of a turn carries the deep link") }
        #expect(Set(failures) == Set(losses))
    }

    @Test("The adapter for activities runs nearly all checks")
    func activitiesRun() async throws {
        let report = try await checkAdapter { engine in
            let loop = EventLoop()
            return SimulatedAndroid(loop, ActivityPages(engine: engine) { loop.post($0) })
        }
        expectRun(report, atLeast: 75)
    }

    @Test("The adapter for a back stack is right in Compose", arguments: [false, true])
    func compose(_ composesNeighbours: Bool) async throws {
        let report = try await checkAdapter { engine in
            let compose = SimulatedCompose(EventLoop(), ValuePages(engine))
            compose.composesNeighbours = composesNeighbours
            return compose
        }
        expectRun(report, atLeast: 80)
    }

    @Test("The adapter for destinations is right in Navigation 2")
    func destinations() async throws {
        let report = try await checkAdapter { engine in
            let loop = EventLoop()
            return SimulatedDestinations(loop, DestinationPages(engine: engine) { loop.post($0) }, engine)
        }
        expectRun(report, atLeast: 55)
    }

    @Test("The adapter for the state of React Navigation is right, also if blurs are lost", arguments: [false, true])
    func reactNavigation(_ losesBlurs: Bool) async throws {
        let report = try await checkAdapter { engine in
            let navigation = SimulatedReactNavigation(EventLoop(), ValuePages(engine))
            navigation.losesBlurs = losesBlurs
            return navigation
        }
        expectRun(report, atLeast: 80)
    }

    @Test("The adapter for observers of navigators is right in Flutter")
    func flutter() async throws {
        let report = try await checkAdapter { engine in
            let loop = EventLoop()
            return SimulatedFlutter(loop, ObserverPages(RoutePages(engine: engine) { loop.post($0) }))
        }
        expectRun(report, atLeast: 80)
    }

    @Test(
        "The adapter for tabs and stacks is right, whatever a toolkit calls",
        arguments: TestDepth.sample(4, of: [0, 1, 2, 4, 8, 16, 1 + 4 + 8, 2 + 16]))
    func toolkit(_ quirks: Int) async throws {
        let report = try await checkAdapter { engine in
            let loop = EventLoop()
            let turn = TurnUpdate(of: engine) { work in MainActor.assumeIsolated { loop.post { work() } } }
            return SimulatedToolkit(
                loop, ContainerPages(engine: engine, turn: turn), engine, SimulatedToolkit.Quirks(rawValue: quirks))
        }
        expectRun(report, atLeast: 80)
    }

    private func expectRun(_ report: CompatibilityReport, atLeast count: Int) {
        let run = report.checks.filter { $0.result == .passed }
        #expect(run.count >= count, "\(report)")
    }

    // MARK: Adapters that trust the callbacks

    @Test("`onStop` as a disappearance, a component for each instance: home key, rotation and fragments count again")
    func naiveActivities() async throws {
        let failures = await failures { engine in
            SimulatedAndroid(EventLoop(), NaiveActivities(engine))
        }
        expectFailure("a return from the background counts nothing, alone in its window", in: failures)
    }

    @Test("Effects as appearances: a cancelled gesture and a rotation count")
    func effects() async throws {
        let failures = await failures { engine in SimulatedCompose(EventLoop(), EffectPages(engine)) }
        expectFailure("a cancelled transition back counts nothing, above another page", in: failures)
    }

    @Test("Each destination as an appearance: the one between two navigations counts")
    func eachDestination() async throws {
        let failures = await failures { engine in
            SimulatedDestinations(EventLoop(), ListenerPages(engine), engine)
        }
        expectFailure("only the last page of a turn counts", in: failures)
    }

    @Test("Focus and blur as appearances: a page below a sheet counts again")
    func focusAndBlur() async throws {
        let failures = await failures { engine in SimulatedReactNavigation(EventLoop(), EffectPages(engine)) }
        expectFailure("a page below a sheet does not count again", in: failures)
    }

    @Test("`RouteAware` as appearances: a replaced page and a tab do not count")
    func routeAware() async throws {
        let failures = await failures { engine in SimulatedFlutter(EventLoop(), AwarePages(engine)) }
        expectFailure("a page that replaces another one counts", in: failures)
        expectFailure("a tab counts at each selection", in: failures)
    }

    private func failures<Adapter: AdapterUnderTest>(
        _ make: @MainActor (PageViewEngine) -> Adapter
    ) async -> [String] {
        do throws(CompatibilityFailure) {
            _ = try await checkAdapter { engine in make(engine) }
            return []
        } catch {
            return error.report.failures.map(\.name)
        }
    }

    private func expectFailure(_ name: String, in failures: [String]) {
        #expect(failures.contains(name), "\(failures)")
    }
}

/// Shows each value that the platform gives.
@MainActor
private final class ValuePages: ValueCallbacks {
    private let engine: PageViewEngine

    init(_ engine: PageViewEngine) { self.engine = engine }

    func shows(_ value: NavigationValue) { engine.show(value.entries()) }
    func enters(_ key: String, _ page: PageViewNotifier) {}
    func leaves(_ key: String) {}
    func moved(toForeground isForeground: Bool) { engine.reportMainScene(isForeground) }
}

extension PageViewEngine {
    fileprivate func reportMainScene(_ isForeground: Bool) {
        report(isForeground ? .foreground : .background, of: mainScene)
    }
}

/// Passes on what the observers and the shells report.
@MainActor
private final class ObserverPages: FlutterCallbacks {
    private let pages: RoutePages

    init(_ pages: RoutePages) { self.pages = pages }

    func didPush(_ route: NavigationValue.Screen, above previous: String?, in navigator: String) {
        pages.didPush(route, above: previous, in: navigator)
    }
    func didRemove(_ key: String, in navigator: String) { pages.didRemove(key, in: navigator) }
    func didReplace(_ old: String, by route: NavigationValue.Screen, in navigator: String) {
        pages.didReplace(old, by: route, in: navigator)
    }
    func showsBranch(_ index: Int, of branches: [String], in shell: String) {
        pages.showsBranch(index, of: branches, in: shell)
    }
    func becameTop(_ key: String, _ page: PageViewNotifier) {}
    func wasCovered(_ key: String) {}
    func appMoved(toForeground isForeground: Bool) { pages.moved(toForeground: isForeground) }
    func setLocked(_ isLocked: Bool) { pages.setLocked(isLocked) }
}

/// An adapter as one writes it at first: a callback is a fact.
@MainActor
private class Trusting {
    let engine: PageViewEngine
    var handles: [String: ComponentHandle] = [:]

    init(_ engine: PageViewEngine) { self.engine = engine }

    func appear(_ key: String, _ page: PageViewNotifier) {
        let handle = handles[key] ?? engine.makeHandle()
        if handles[key] == nil { engine.declare(page, for: handle.id) }
        handles[key] = handle
        handle.report(.didAppear)
    }

    func disappear(_ key: String) { handles[key]?.report(.didDisappear) }
}

private final class NaiveActivities: Trusting, ActivityCallbacks {
    private var pages: [String: PageViewNotifier] = [:]

    func created(_ key: String, _ page: PageViewNotifier?, isOpaque: Bool, host: String?, level: Int?) {
        pages[key] = page
        handles[key] = nil
    }

    func changed(_ key: String, to state: ActivityPages.State) {
        if state == .resumed, let page = pages[key] { appear(key, page) }
        if state == .stopped { disappear(key) }
    }

    func turnedTo(_ key: String) {}
    func selected(_ key: String) {}
    func setLocked(_ isLocked: Bool) {}
    func finished(_ key: String) { handles[key] = nil }
}

/// Effects in Compose, or focus and blur in React Navigation.
private final class EffectPages: Trusting, ValueCallbacks {
    func shows(_ value: NavigationValue) {}
    func enters(_ key: String, _ page: PageViewNotifier) { appear(key, page) }
    func leaves(_ key: String) {
        disappear(key)
        handles[key] = nil
    }
    func moved(toForeground isForeground: Bool) { engine.reportMainScene(isForeground) }
}

private final class ListenerPages: Trusting, DestinationCallbacks {
    private var last: String?

    func changed(to key: String, _ page: PageViewNotifier, isFloating: Bool, in activity: String) {
        if let last { disappear(last) }
        appear(key, page)
        last = key
    }

    func resumed(_ activity: String) {}
    func closed(_ activity: String) { if let last { disappear(last) } }
}

private final class AwarePages: Trusting, FlutterCallbacks {
    func didPush(_ route: NavigationValue.Screen, above previous: String?, in navigator: String) {}
    func didRemove(_ key: String, in navigator: String) {}
    func didReplace(_ old: String, by route: NavigationValue.Screen, in navigator: String) {}
    func showsBranch(_ index: Int, of branches: [String], in shell: String) {}
    func becameTop(_ key: String, _ page: PageViewNotifier) { appear(key, page) }
    func wasCovered(_ key: String) { disappear(key) }
    func setLocked(_ isLocked: Bool) {}
    func appMoved(toForeground isForeground: Bool) { engine.reportMainScene(isForeground) }
}
