import TraceAnalysis
import NavigationSimulator
import NavigationTraces
import PageViewAutomation
import TestSupport
import TestWatch
import Testing

/// What the history of a trace says is what its replay emits.
@Suite(.watched)
struct HistoryTests {
    /// Every trace of the specification, and random journeys in every framework.
    static let traces: [(name: String, lines: [TraceLine])] = {
        var traces = ((try? journeys()) ?? []).map { ($0.name, $0.reading.lines) }
        for (number, framework) in UIFramework.all.enumerated() {
            for policy in [EnginePolicy.standard, .session, .literal] {
                let journey = SimulatedJourney.random(seed: UInt64(number), framework: framework, actions: 60)
                traces.append(
                    (
                        "\(framework.name), \(policy)",
                        [.header(TraceHeader(policy: policy))] + journey.lines.filter { !$0.isHeader }
                    ))
            }
        }
        return traces
    }()

    /// What a replay emits, with the session and the label of each record.
    private func records(of lines: [TraceLine]) -> [(record: EngineRecord, session: ReplaySession)] {
        var replay = TraceReplay()
        var records: [(EngineRecord, ReplaySession)] = []
        for line in lines {
            switch line {
            case .header(let header): replay = TraceReplay(policy: header.policy)
            case .event(let event): records += replay.apply(event).map { ($0.record, $0.session) }
            case .expectation: break
            }
        }
        return records
    }

    @Test("there are enough traces to mean something")
    func traces() {
        #expect(Self.traces.count > 150)
    }

    @Test("every page view and every leave is in the history once, with the same times, causes and outcomes")
    func everyPageViewAndLeaveIsInTheHistory() {
        for (name, lines) in Self.traces {
            let history = history(lines)
            var views: [String] = []
            var leaves: [String] = []
            for (record, session) in records(of: lines) {
                switch record {
                case .pageView(let view):
                    views.append(
                        "\(session.name ?? "") \(session.label(of: view.id)) \(view.page) \(view.sequence) \(view.countedAt.nanoseconds) \(view.cause) \(view.appearedAt.map(\.nanoseconds) ?? -1)"
                    )
                case .pageLeave(let leave):
                    let label = leave.id.map { session.label(of: .appearance($0)) } ?? session.name(of: leave.component)
                    leaves.append(
                        "\(session.name ?? "") \(label) \(leave.page) \(leave.outcome) \(leave.endedAt.nanoseconds) \(leave.id == nil ? 0 : leave.foregroundNanoseconds)"
                    )
                default: break
                }
            }
            var told: (views: [String], leaves: [String]) = ([], [])
            for item in history.items {
                switch item {
                case .appearance(let story):
                    if let count = story.count {
                        told.views.append(
                            "\(story.session ?? "") \(story.label) \(story.page.map { "\($0)" } ?? "") \(count.sequence) \(count.time.nanoseconds) \(count.cause) \(story.beganAt?.nanoseconds ?? -1)"
                        )
                    }
                    if let outcome = story.outcome, let end = story.endedAt {
                        told.leaves.append(
                            "\(story.session ?? "") \(story.label) \(story.page.map { "\($0)" } ?? "") \(outcome) \(end.nanoseconds) \(story.foreground ?? 0)"
                        )
                    }
                case .manual(let story):
                    told.views.append(
                        "\(story.session ?? "") manual/\(story.count.sequence) \(story.page) \(story.count.sequence) \(story.count.time.nanoseconds) \(story.count.cause) -1"
                    )
                default: break
                }
            }
            #expect(told.views.sorted() == views.sorted(), "\(name)")
            #expect(told.leaves.sorted() == leaves.sorted(), "\(name)")
        }
    }

    @Test("Every diagnostic is in the history")
    func everyDiagnosticIsARemark() {
        for (name, lines) in Self.traces {
            let kinds = records(of: lines).compactMap { record, _ in
                if case .diagnostic(let diagnostic) = record { diagnostic.kind } else { nil }
            }
            let told = history(lines).items.compactMap { item in
                if case .diagnostic(let diagnostic) = item { diagnostic.kind } else { nil }
            }
            #expect(told == kinds, "\(name)")
        }
    }

    @Test("an appearance of one component is over before its next begins, and none lasts after its end")
    func appearancesOfAComponentDoNotOverlap() {
        for (name, lines) in Self.traces {
            var ends: [String: AppearanceStory] = [:]
            for story in history(lines).appearances {
                let key = "\(story.session ?? "")\u{0}\(story.component)\u{0}\(story.label.prefix { $0 != "/" })"
                if let before = ends[key], before.end != .sessionEnded, let begin = story.heldSince ?? story.beganAt {
                    #expect(before.endedAt.map { $0 <= begin } ?? false, "\(name): \(story.label)")
                }
                if let end = story.endedAt, let begin = story.beganAt {
                    #expect(begin <= end, "\(name): \(story.label)")
                }
                ends[key] = story
            }
        }
    }

    @Test("a component that is no page is in the history, and its stays end")
    func untracked() throws {
        let history = try history(
            """
            0 create bar
            1 didAppear bar
            3 didDisappear bar
            4 didAppear bar
            5 create bar page=bar
            """)
        #expect(history.appearances.map(\.label) == ["bar/1", "bar/2"])
        #expect(history.appearances.map(\.page) == [nil, "bar"])
        #expect(history.appearances.map(\.endedAt?.seconds) == ["3", nil])
        #expect(history.appearances[1].becamePageAt?.seconds == "5")
        #expect(history.appearances[1].count?.time.seconds == "5")
    }

    @Test("the stays in the background that an appearance lived through take as long as its leave says")
    func backgroundsAreThoseOfTheLeave() {
        var generator = SplitMix(seed: 7)
        var count = 0
        for (name, lines) in Self.traces + (0..<200).map({ ("random \($0)", random(300, &generator)) }) {
            for story in history(lines).appearances {
                for span in story.backgrounds.first { #expect(span.end.map { span.start <= $0 } ?? true, "\(name)") }
                guard let background = story.background else { continue }
                #expect(story.backgrounds.total == background, "\(name): \(story.label)")
                if story.backgrounds.isComplete {
                    let sum = story.backgrounds.first.reduce(0) {
                        $0 + (($1.end ?? $1.start).nanoseconds - $1.start.nanoseconds)
                    }
                    #expect(sum == background, "\(name): \(story.label)")
                } else {
                    count += 1
                }
            }
        }
        #expect(count > 100)
    }

    /// Pages of three scenes that go to the background and close all the time.
    private func random(_ count: Int, _ generator: inout SplitMix) -> [TraceLine] {
        (0..<count).map { time in
            let scene = "s\(Int.random(in: 0..<3, using: &generator))"
            let component = "c\(Int.random(in: 0..<6, using: &generator))"
            let reports: [SceneEvent] = [.background, .foreground, .background, .foreground, .active]
            let action: TraceEvent.Action =
                switch Int.random(in: 0..<40, using: &generator) {
                case 0: .scene(scene, .close)
                case 1...30: .scene(scene, reports.randomElement(using: &generator) ?? .active)
                case 31: .component(component, .didDisappear, scene: nil)
                case 32: .component(component, .attach, scene: scene)
                case 33: .component(component, .detach, scene: nil)
                case 34: .create(component: component, scene: scene, TraceEvent.Declaration(page: "p"))
                default: .component(component, .didAppear, scene: scene)
                }
            return .event(TraceEvent(time: Timestamp(nanoseconds: Int64(time)), action))
        }
    }

    @Test("a scene that closes gives up what was announced in it, in the order of that, and nothing else")
    func announcementsOfScenes() throws {
        let history = try history(
            """
            0 create a page=a
            0 create b page=b scene=other
            0 create c page=c
            0 create d page=d scene=other
            1 willAppear d
            1 willAppear c
            1 willAppear a
            1 willAppear b
            2 didAppear b
            3 sceneClose
            4 create e page=e
            4 willAppear e
            5 sessionEnd
            """)
        #expect(history.announcements.map(\.component) == ["c", "a", "d", "e"])
        #expect(history.announcements.map(\.end?.seconds) == ["3", "3", "5", "5"])
        #expect(history.appearances.map(\.announcedAt?.seconds) == ["1"])
    }

    @Test("the current page of each scene is told from when to when")
    func currentPages() throws {
        let history = try history(
            """
            0 create home page=home
            0 didAppear home
            2 create sheet page=sheet
            2 didAppear sheet
            4 didDisappear sheet
            6 create other page=other scene=second
            6 didAppear other
            7 didDisappear home
            """)
        #expect(history.currentPages.map(\.label) == ["home/1", "sheet/1", "home/1", "other/1"])
        #expect(history.currentPages.map(\.start.seconds) == ["0", "2", "4", "6"])
        #expect(history.currentPages.map(\.end?.seconds) == ["2", "4", "7", nil])
    }
}

extension TraceLine {
    fileprivate var isHeader: Bool { if case .header = self { true } else { false } }
}
