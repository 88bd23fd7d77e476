import PageViewLifecycle
import TestSupport
import Testing

@testable import PageViewAutomation

/// The law of conservation (PV-007) under random reports of many threads. `ExplorationTests` checks it for every sequence.
@Suite(.watched)
struct ConservationTests {
    private static let policies: [EnginePolicy] = [
        .standard, .literal, .session,
        EnginePolicy.Choice.allCases.reduce(into: .standard) { $0[$1] = 0 },
        EnginePolicy(foreground: .counts(after: .milliseconds(1))),
    ]

    @Test("The law of conservation holds while many threads report at random")
    func manyThreadsKeepTheLaw() async {
        for round in 0..<20 {
            let stage = Stage(policy: Self.policies[round % Self.policies.count])
            let pages = (0..<6).map { stage.page("page \($0)", isReady: $0 % 2 == 0) }
            let scenes = [stage.engine.mainScene, stage.engine.makeScene()]
            await withTaskGroup(of: Void.self) { group in
                for thread in 0..<8 {
                    group.addTask {
                        var generator = SeededGenerator(seed: UInt64(round * 8 + thread))
                        for _ in 0..<200 {
                            let page = pages[Int.random(in: 0..<pages.count, using: &generator)]
                            let scene = scenes[Int.random(in: 0..<2, using: &generator)]
                            switch Int.random(in: 0..<10, using: &generator) {
                            case 0: stage.engine.report(.attach(page.component, to: scene))
                            case 1: page.notifier.markPending()
                            case 2: page.notifier.markReady()
                            case 3: stage.engine.report(.background, of: scene)
                            case 4: stage.engine.report(.foreground, of: scene)
                            default:
                                // Excludes `destroy`, because a destroyed component ends the race.
                                let events = ComponentEvent.allCases.filter { $0 != .destroy }
                                let event = events.randomElement(using: &generator)
                                stage.engine.report(event ?? .didAppear, of: page.component)
                            }
                        }
                    }
                }
            }
            stage.engine.stop()
            let law = Conservation(stage.recorder.records)
            #expect(law.faults.isEmpty, "round \(round): \(law.faults)")
            #expect(!law.outcomes.isEmpty)
        }
    }
}

/// The outcomes in a list of records, and the violations of the law of conservation.
private struct Conservation {
    private(set) var outcomes: [PageLeave] = []
    private(set) var faults: [String] = []

    init(_ records: [EngineRecord]) {
        var counted: Set<AppearanceID> = []
        var ended: Set<AppearanceID> = []
        var sequence: UInt64 = 0
        var time = Timestamp(nanoseconds: .min)
        for record in records {
            switch record {
            case .pageView(let pageView):
                sequence += 1
                if pageView.sequence != sequence { faults.append("number \(pageView.sequence) after \(sequence - 1)") }
                if pageView.countedAt < time { faults.append("time of \(pageView.id)") }
                time = pageView.countedAt
                if let id = pageView.id.appearance {
                    if !counted.insert(id).inserted { faults.append("\(id) counted twice") }
                    if ended.contains(id) { faults.append("\(id) counted after its end") }
                }
            case .pageLeave(let leave):
                outcomes.append(leave)
                guard let id = leave.id else {
                    if leave.outcome != .neverVisible { faults.append("an outcome without an appearance") }
                    continue
                }
                if !ended.insert(id).inserted { faults.append("\(id) ended twice") }
                if (leave.outcome == .counted) != counted.contains(id) { faults.append("\(id): \(leave.outcome)") }
                if leave.foregroundNanoseconds < 0 || leave.backgroundNanoseconds < 0 { faults.append("\(id): times") }
            case .interaction, .deepLink, .currentPage, .diagnostic:
                break
            }
        }
        for id in counted where !ended.contains(id) { faults.append("\(id) has no end") }
    }
}
