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
        arguments: [EnginePolicy.standard, .literal, .session])
    func anythingReplaysInPart(_ policy: EnginePolicy) {
        for seed in 1...TestDepth.number(2, proof: 200) {
            var reports = RandomReports(seed: UInt64(seed))
            let lines = [.header(TraceHeader(policy: policy))] + (0..<200).map { _ in TraceLine.event(reports.next()) }
            #expect(differences(lines, sizes: [1, 2, 5, 20, 60], every: 25) == [], "\(seed)")
        }
    }

    /// What a state decides later: the facts before the start, and the reports after it.
    static let restored: [(name: String, before: String, after: String, live: [String])] = [
        (
            "selection", "create tabs\ncreate a page=a parent=tabs\ncreate b page=b parent=tabs\nselect a",
            "didAppear b\ndidAppear a", ["a"]
        ),
        (
            "empty selection",
            "create tabs\ncreate a parent=tabs\ncreate b page=b parent=tabs\nselect a\ndestroy a\ndidAppear b",
            "select b", ["b"]
        ),
        (
            "exclusive container",
            "create tabs exclusive=true\ncreate a page=a parent=tabs\ncreate b page=b parent=tabs\ndidAppear a",
            "didAppear b\ndidAppear a", ["b", "a"]
        ),
        (
            "hidden by a list", "show [box visible=false]\ncreate a page=a parent=box", "1 didAppear a\n2 show [box]",
            ["2000000000"]
        ),
        ("last list", "show [a page=a] [b page=b]", "show [b]\ndidAppear a\nrecord page=c", ["c"]),
        (
            "order", "create a page=a\ncreate b page=b\ndidAppear a\ndidAppear b\nfocus a",
            "deepLink app://x\ncreate c page=c\ndidAppear c", ["c by app://x from a"]
        ),
        (
            "level", "create a page=a level=1\ndidAppear a\ncreate b page=b",
            "didAppear b\ndeepLink app://x\ncreate c page=c\ndidAppear c", ["b", "c by app://x from a"]
        ),
        (
            "target", "create a page=a\ncreate b page=b\ndeepLink app://x page=b", "didAppear a\ndidAppear b",
            ["a", "b by app://x"]
        ),
        (
            "age of a link", "create a page=a\ndeepLink app://x expires=3\n2 create b page=b", "4 didAppear a", ["a"]
        ),
        (
            "order of held appearances",
            "create box\ndidAppear box\ncreate a page=a parent=box attached=false\ncreate b page=b parent=box\n"
                + "didAppear a\ndidAppear b\ndetach box\ncreate a attached=true",
            "attach box\ndidAppear box", ["a", "b"]
        ),
        (
            "detach in an update", "create a page=a\ndidAppear a\nbegin\ndetach a", "attach a\ncommit\ndidAppear a", []
        ),
        (
            "void in an update", "create a page=a\ndidAppear a\nbegin\ndetach a", "commit\nattach a\ndidAppear a", ["a"]
        ),
        ("nested updates", "begin\nbegin\ncreate a page=a\ndidAppear a", "commit\nrecord page=c\ncommit", ["c", "a"]),
        (
            "destroyed in an update", "create a page=a\ndidAppear a\nbegin\ndestroy a",
            "deepLink app://x\ncreate b page=b\ndidAppear b\ncommit", ["b by app://x from a"]
        ),
    ]

    @Test("A late recording restores what decides later page views", arguments: restored.indices)
    func stateIsRestored(_ index: Int) throws {
        let example = Self.restored[index]
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let run = RecordedRun(policy: .standard, sizes: [1, 2, 3, 4])
        for event in Reading(example.before, .lines).events { run.apply(event) }
        try run.startRecorders(in: folder)
        let count = run.emitted.count
        for event in Reading(example.after, .lines).events { run.apply(event) }
        #expect(run.differences() == [], "\(example.name)")
        let live = run.emitted.dropFirst(count).map(\.text)
        #expect(live.count == example.live.count, "\(example.name): \(live)")
        for (text, expected) in zip(live, example.live) {
            let words = expected.split(separator: " ", maxSplits: 1)
            #expect(text.contains(" \(words[0]) "), "\(example.name): \(text)")
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
            for _ in 0..<60 {
                try run.startRecorders(in: folder)
                run.apply(reports.next())
            }
            #expect(run.differences().first == nil, "\(seed)")
        }
    }
}
