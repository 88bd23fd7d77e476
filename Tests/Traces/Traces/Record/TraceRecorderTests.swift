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
            if differences.isEmpty { differences += run.differences().prefix(2) }
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

    @Test("Whole and partial recordings of every journey replay to the live page views")
    func journeysReplay() throws {
        for (name, reading) in TestDepth.sample(32, of: try journeys()) {
            try #require(!reading.events.isEmpty)
            #expect(differences(reading.lines, sizes: [Self.all], every: 1_000) == [], "\(name)")
            #expect(differences(reading.lines, sizes: [2, 7, 20], every: 50) == [], "\(name)")
        }
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
            #expect(differences(lines, sizes: [Self.all, 1, 9, 40], every: 40) == [], "\(seed)")
        }
    }

    /// Applies random reports of each seed to an engine with recorders of these sizes, and compares the replays.
    private func expectNoDifference(_ policy: EnginePolicy, seeds: Int, sizes: [Int], every step: Int) {
        for seed in 1...seeds {
            var reports = RandomReports(seed: UInt64(seed))
            let lines = [.header(TraceHeader(policy: policy))] + (0..<200).map { _ in TraceLine.event(reports.next()) }
            #expect(differences(lines, sizes: sizes, every: step) == [], "\(seed)")
        }
    }

    @Test(
        "Whole recordings of random reports replay to the live page views",
        arguments: [EnginePolicy.standard, .literal, .session])
    func anythingReplaysWhole(_ policy: EnginePolicy) {
        expectNoDifference(policy, seeds: TestDepth.number(4, proof: 20), sizes: [Self.all], every: 1_000)
    }

    @Test(
        "Partial recordings of random reports replay to the live page views",
        arguments: [EnginePolicy.standard, .literal, .session])
    func anythingReplaysInPart(_ policy: EnginePolicy) {
        expectNoDifference(policy, seeds: TestDepth.number(1, proof: 200), sizes: [1, 2, 5, 20, 60], every: 25)
    }

    /// What a state decides later: the facts before the start, the reports after it, and what the page views must contain.
    private static let restored = """
        selection | create tabs; create a page=a parent=tabs; create b page=b parent=tabs; select a | didAppear b; \
        didAppear a | a
        empty selection | create tabs; create a parent=tabs; create b page=b parent=tabs; select a; destroy a; \
        didAppear b | select b | b
        exclusive container | create tabs exclusive=true; create a page=a parent=tabs; create b page=b parent=tabs; \
        didAppear a | didAppear b; didAppear a | b, a
        hidden by a list | show [box visible=false]; create a page=a parent=box | 1 didAppear a; 2 show [box] | \
        2000000000
        last list | show [a page=a] [b page=b] | show [b]; didAppear a; record page=c | c
        order | create a page=a; create b page=b; didAppear a; didAppear b; focus a | deepLink app://x; create c \
        page=c; didAppear c | c by app://x from a
        level | create a page=a level=1; didAppear a; create b page=b | didAppear b; deepLink app://x; create c \
        page=c; didAppear c | b, c by app://x from a
        target | create a page=a; create b page=b; deepLink app://x page=b | didAppear a; didAppear b | a, b by app://x
        age of a link | create a page=a; deepLink app://x expires=3; 2 create b page=b | 4 didAppear a | a
        order of held appearances | create box; didAppear box; create a page=a parent=box attached=false; create b \
        page=b parent=box; didAppear a; didAppear b; detach box; create a attached=true | attach box; didAppear box | \
        a, b
        detach in an update | create a page=a; didAppear a; begin; detach a | attach a; commit; didAppear a |
        void in an update | create a page=a; didAppear a; begin; detach a | commit; attach a; didAppear a | a
        nested updates | begin; begin; create a page=a; didAppear a | commit; record page=c; commit | c, a
        destroyed in an update | create a page=a; didAppear a; begin; destroy a | deepLink app://x; create b page=b; \
        didAppear b; commit | b by app://x from a
        """.split(separator: "\n").map { line in
            line.split(separator: "|", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
        }

    @Test("A late recording restores what decides later page views", arguments: restored)
    func stateIsRestored(_ cells: [String]) throws {
        func events(_ cell: String) -> [TraceEvent] { Reading(cell.replacing("; ", with: "\n"), .lines).events }
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let run = RecordedRun(policy: .standard, sizes: [1, 2, 3, 4])
        for event in events(cells[1]) { run.apply(event) }
        try run.startRecorders(in: folder)
        let count = run.emitted.count
        for event in events(cells[2]) { run.apply(event) }
        #expect(run.differences() == [], "\(cells[0])")
        let live = run.emitted.dropFirst(count).map(\.text)
        let expected = cells[3].split(separator: ", ")
        #expect(live.count == expected.count, "\(cells[0]): \(live)")
        for (text, expected) in zip(live, expected) {
            let words = expected.split(separator: " ", maxSplits: 1)
            #expect(text.contains(" \(words[0]) "), "\(cells[0]): \(text)")
            if words.count > 1 { #expect(text.contains(words[1].split(separator: " from")[0]), "\(text)") }
        }
    }

    @Test(
        "A recording that starts at any report, also inside an update, replays to the live page views",
        arguments: [EnginePolicy.standard, .literal, .session])
    func anyStartReplays(_ policy: EnginePolicy) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for seed in 1...TestDepth.number(1, proof: 200) {
            let run = RecordedRun(policy: policy, sizes: [])
            var reports = RandomReports(seed: UInt64(1_000 + seed))
            for _ in 0..<TestDepth.number(40, proof: 60) {
                try run.startRecorders(in: folder)
                run.apply(reports.next())
            }
            #expect(run.differences().first == nil, "\(seed)")
        }
    }
}
