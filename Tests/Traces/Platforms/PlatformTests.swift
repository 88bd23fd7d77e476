import PageViewTesting
import TestSupport
import Testing

/// The adapters of the guides are right on the platforms as they are.
@Suite(.watched) @MainActor
struct PlatformTests {
    @Test(
        "The adapter for activities is right, with each quirk of devices and libraries",
        arguments: TestDepth.sample(3, of: [0, 1, 2, 1 + 2 + 4, 4, 8, 2 + 4 + 8 + 32, 16, 32]))
    func activities(_ rawValue: Int) async {
        let quirks = SimulatedAndroid.Quirks(rawValue: rawValue)
        let report: CompatibilityReport
        do throws(CompatibilityFailure) {
            report = try await checkAdapter { engine in
                let loop = EventLoop()
                return SimulatedAndroid(loop, ActivityPages(engine: engine) { loop.post($0) }, quirks)
            }
        } catch {
            report = error.report
        }
        // What no adapter can know, by the guide.
        var losses: [String] = []
        if quirks.contains(.keepsNoActivities) {
            losses += ["a page removed below the current page is destroyed", "a page hidden in the background ends"]
        }
        if quirks.contains(.stopsEarly) { losses.append("the last page of a turn carries the deep link") }
        #expect(Set(report.failures.map(\.name)) == Set(losses))
        #expect(report.checks.count { $0.result == .passed } >= 75 || quirks != [])
    }

    @Test("The adapter for a back stack is right in Compose")
    func compose() async throws {
        try await run(atLeast: 80) { engine in SimulatedCompose(EventLoop(), ValuePages(engine)) }
    }

    @Test("The adapter for destinations is right in Navigation 2")
    func destinations() async throws {
        try await run(atLeast: 55) { engine in
            let loop = EventLoop()
            return SimulatedDestinations(loop, DestinationPages(engine: engine) { loop.post($0) }, engine)
        }
    }

    @Test("The adapter for the state of React Navigation is right")
    func reactNavigation() async throws {
        try await run(atLeast: 80) { engine in SimulatedReactNavigation(EventLoop(), ValuePages(engine)) }
    }

    @Test("The adapter for observers of navigators is right in Flutter")
    func flutter() async throws {
        try await run(atLeast: 80) { engine in
            let loop = EventLoop()
            return SimulatedFlutter(loop, RoutePages(engine: engine) { loop.post($0) })
        }
    }

    @Test(
        "The adapter for tabs and stacks is right, whatever a toolkit calls",
        arguments: [0, 1 + 4 + 8, 2 + 16] + (TestDepth.isProof ? [1, 2, 4, 8, 16] : []))
    func toolkit(_ quirks: Int) async throws {
        try await run(atLeast: 80) { engine in
            let loop = EventLoop()
            let turn = TurnUpdate(of: engine) { work in MainActor.assumeIsolated { loop.post { work() } } }
            return SimulatedToolkit(
                loop, ContainerPages(engine: engine, turn: turn), engine, SimulatedToolkit.Quirks(rawValue: quirks))
        }
    }

    /// Expects that an adapter is right, and that the compatibility test makes at least this number of checks.
    private func run<Adapter: AdapterUnderTest>(
        atLeast count: Int, _ make: @escaping @MainActor (PageViewEngine) -> Adapter
    ) async throws {
        let report = try await checkAdapter { engine in make(engine) }
        #expect(report.checks.count { $0.result == .passed } >= count, "\(report)")
    }
}

/// Shows each value that the platform gives.
@MainActor
final class ValuePages {
    private let engine: PageViewEngine

    init(_ engine: PageViewEngine) { self.engine = engine }

    func shows(_ value: NavigationValue) { engine.show(value.entries()) }
    func moved(toForeground isForeground: Bool) {
        engine.report(isForeground ? .foreground : .background, of: engine.mainScene)
    }
}
