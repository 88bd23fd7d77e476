import NavigationSimulator
import Foundation
import NavigationTraces
import PageViewAutomation
import TestSupport
import Testing

/// A recording replays to the live page views (RC-001 to RC-004).
@Suite(.watched)
struct TraceRecorderTests {
    private static let all = 5_000

    /// Applies events to an engine with recorders of these sizes. Returns the differences of their replays.
    private func differences(_ lines: [TraceLine], sizes: [Int], every step: Int) -> [String] {
        var policy = EnginePolicy.standard
        if case .header(let header)? = lines.first { policy = header.policy }
        var runs: [String: RecordedRun] = [:]
        var differences: [String] = []
        func compare(_ run: RecordedRun) {
            for (size, recorder) in run.recorders where differences.count < 2 {
                if let difference = run.difference(recorder) { differences.append("last \(size)\n\(difference)") }
            }
        }
        var count = 0
        for case .event(let event) in lines {
            let name = event.session ?? ""
            let run = runs[name] ?? RecordedRun(policy: policy, sizes: sizes)
            runs[name] = run
            run.apply(event)
            count += 1
            if count % step == 0 { compare(run) }
            if event.action == .stop {
                compare(run)
                runs[name] = nil
            }
        }
        for run in runs.values { compare(run) }
        return differences
    }

    /// Whether an event changes what a recording with a later start does not restore.
    private static func isLostByLaterStart(_ event: TraceEvent) -> Bool {
        switch event.action {
        case .create(_, _, let declaration):
            declaration.parent != nil || declaration.isExclusive != nil || declaration.level != nil
        case .component(_, .select, _), .component(_, .deselect, _), .component(_, .focus, _), .begin, .show: true
        case .deepLink(_, let scene, _, let target, let expires): scene == nil || target != nil || expires != nil
        default: false
        }
    }

    private static let journeys: [URL] = {
        let folder = packageFolder.appending(path: "Specs/Traces")
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().filter { $0.hasSuffix(".trace") || $0.hasSuffix(".jsonl") }
            .map { folder.appending(path: $0) }
    }()

    @Test(
        "Whole and partial recordings of every journey replay to the live page views",
        arguments: TestDepth.sample(32, of: journeys))
    func journeysReplay(_ file: URL) throws {
        let reading = Reading(Array(try Data(contentsOf: file)), nil)
        try #require(reading.errors.isEmpty && !reading.events.isEmpty)
        #expect(differences(reading.lines, sizes: [Self.all], every: 1_000) == [])
        // A later start restores no container, selection, level, update, or link's target and way to its scene (RC-004).
        if reading.events.contains(where: Self.isLostByLaterStart) { return }
        #expect(differences(reading.lines, sizes: [2, 7, 20], every: 50) == [])
    }

    @Test(
        "Whole and partial recordings of random journeys replay to the live page views",
        arguments: TestDepth.sample(7, of: UIFramework.all))
    func randomJourneysReplay(_ framework: UIFramework) {
        for (seed, policy) in [(1, EnginePolicy.standard), (2, .literal), (3, .session), (4, .standard)].prefix(
            TestDepth.number(2, proof: 4))
        {
            var lines = SimulatedJourney.random(seed: UInt64(seed), framework: framework, actions: 25).lines
            lines.removeAll { if case .header = $0 { true } else { false } }
            lines.insert(.header(TraceHeader(policy: policy)), at: 0)
            // A later start does not restore which containers hide their content, and reveals depend on that (RC-004).
            let sizes = policy.reveal == .counts ? [Self.all] : [Self.all, 1, 9, 40]
            #expect(differences(lines, sizes: sizes, every: 40) == [], "\(seed)")
        }
    }

    @Test(
        "Whole recordings of random reports replay to the live page views",
        arguments: [EnginePolicy.standard, .literal, .session])
    func anythingReplaysWhole(_ policy: EnginePolicy) {
        for seed in 1...TestDepth.number(4, proof: 20) {
            var reports = RandomReports(seed: UInt64(seed))
            let lines = [.header(TraceHeader(policy: policy))] + (0..<200).map { _ in TraceLine.event(reports.next()) }
            #expect(differences(lines, sizes: [Self.all], every: 1_000) == [], "\(seed)")
        }
    }

    @Test(
        "Partial recordings of random reports replay to the live page views",
        arguments: [EnginePolicy.standard, .literal])
    func anythingReplaysInPart(_ policy: EnginePolicy) {
        for seed in 1...TestDepth.number(4, proof: 20) {
            var reports = RandomReports(seed: UInt64(seed))
            var lines = [.header(TraceHeader(policy: policy))] + (0..<200).map { _ in TraceLine.event(reports.next()) }
            lines.removeAll { if case .event(let event) = $0 { Self.isLostByLaterStart(event) } else { false } }
            #expect(differences(lines, sizes: [5, 20, 60], every: 50) == [], "\(seed)")
        }
    }
}
