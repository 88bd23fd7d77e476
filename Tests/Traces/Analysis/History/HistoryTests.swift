import TraceAnalysis
import NavigationSimulator
import NavigationTraces
import PageViewAutomation
import TestSupport
import Testing

/// Compares the history of a trace with the records of its replay.
@Suite(.watched)
struct HistoryTests {
    /// Every trace of the specification, and random journeys in every framework.
    static var traces: [Trace] { get throws { try loadedTraces.get() } }

    typealias Trace = (name: String, lines: [TraceLine], history: TraceHistory)

    /// Loaded once for all tests. An unreadable trace fails each test that needs the traces.
    private static let loadedTraces: Result<[Trace], any Error> = Result {
        var traces: [(name: String, lines: [TraceLine])] = try TestDepth.sample(15, of: journeys()).map {
            ($0.name, $0.reading.lines)
        }
        for (number, framework) in TestDepth.sample(7, of: Array(UIFramework.all.enumerated())) {
            for policy in [EnginePolicy.standard, .session, .literal].suffix(TestDepth.number(1, proof: 3)) {
                let journey = SimulatedJourney.random(seed: UInt64(number), framework: framework, actions: 60)
                traces.append(
                    (
                        "\(framework.name), \(policy)",
                        [.header(TraceHeader(policy: policy))] + journey.lines.filter { !$0.isHeader }
                    ))
            }
        }
        return traces.map { ($0.name, $0.lines, TestSupport.history($0.lines)) }
    }

    @Test("The history has each page view and page leave once, and the diagnostics of the replay in order")
    func everyRecordIsInTheHistory() throws {
        #expect(try Self.traces.count > TestDepth.number(20, proof: 150))
        for (name, lines, history) in try Self.traces {
            var (views, leaves, kinds) = ([String](), [String](), [Diagnostic.Kind]())
            for record in records(of: lines) {
                let session = record.session
                let name = session.name ?? ""
                switch record.record {
                case .pageView(let view):
                    let label = session.label(of: view.id)
                    views.append("\(name) \(label) \(view.page) \(view.sequence) \(view.countedAt) \(view.cause)")
                    if let time = view.appearedAt { views.append("\(name) \(label) since \(time)") }
                case .pageLeave(let leave):
                    let label = leave.id.map { session.label(of: .appearance($0)) } ?? session.name(of: leave.component)
                    let time = leave.id == nil ? 0 : leave.foregroundNanoseconds
                    leaves.append("\(name) \(label) \(leave.page) \(leave.outcome) \(leave.endedAt) \(time)")
                case .diagnostic(let diagnostic): kinds.append(diagnostic.kind)
                default: break
                }
            }
            var found: (views: [String], leaves: [String], kinds: [Diagnostic.Kind]) = ([], [], [])
            func add(_ count: AppearanceStory.Count, of page: PageContext, _ item: TraceHistory.Item) {
                found.views.append(
                    "\(item.session ?? "") \(item.label ?? "") \(page) \(count.sequence) \(count.time) \(count.cause)")
            }
            for item in history.items {
                switch item {
                case .appearance(let story):
                    guard let page = story.page else { continue }
                    let name = "\(story.session ?? "") \(story.label)"
                    if let count = story.count {
                        add(count, of: page, item)
                        if let time = story.beganAt { found.views.append("\(name) since \(time)") }
                    }
                    if let outcome = story.outcome, let end = story.endedAt {
                        found.leaves.append("\(name) \(page) \(outcome) \(end) \(story.foreground ?? 0)")
                    }
                case .manual(let story): add(story.count, of: story.page, item)
                case .diagnostic(let diagnostic): found.kinds.append(diagnostic.kind)
                default: break
                }
            }
            #expect(found.views.sorted() == views.sorted(), "\(name)")
            #expect(found.leaves.sorted() == leaves.sorted(), "\(name)")
            #expect(found.kinds == kinds, "\(name)")
        }
    }

    @Test("Appearances of a component do not overlap, and none ends before it begins")
    func appearancesOfAComponentDoNotOverlap() throws {
        for (name, _, history) in try Self.traces {
            var ends: [String: AppearanceStory] = [:]
            for story in history.appearances {
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

    @Test("The last change of a hold states the last missing condition")
    func lastChange() throws {
        var generator = SplitMix(seed: 11)
        for _ in 0..<200 {
            var text = "0 create x page=x attached=false\n0 sceneBackground\n1 didAppear x\n"
            var (hasWindow, isForeground, changes) = (false, false, 0)
            var last = "at 1"
            for time in 2..<Int.random(in: 3..<12, using: &generator) {
                let changesWindow = Bool.random(using: &generator)
                // Skip a change that would make the component visible.
                if changesWindow ? isForeground && !hasWindow : !isForeground && hasWindow { continue }
                if changesWindow {
                    text += "\(time) \(hasWindow ? "detach" : "attach") x\n"
                    hasWindow.toggle()
                } else {
                    text += "\(time) \(isForeground ? "sceneBackground" : "sceneForeground")\n"
                    isForeground.toggle()
                }
                changes += 1
                last = "\(time)"
            }
            let story = try #require(try history(text).appearances.first)
            #expect(story.holdChanges.count == changes, "\(text)")
            #expect(story.holdChanges.first.count == min(changes, 3), "\(text)")
            guard changes > 0 else { continue }
            #expect(story.holdChanges.last?.time.seconds == last, "\(text)")
            #expect(story.holdChanges.last?.missing.window == !hasWindow, "\(text)")
            #expect(story.holdChanges.last?.missing.foreground == !isForeground, "\(text)")
        }
    }

    @Test("The background spans of an appearance add up to the time in its page leave")
    func backgroundsAreThoseOfTheLeave() throws {
        var generator = SplitMix(seed: 7)
        var count = 0
        let histories =
            try Self.traces.map { ($0.name, $0.history) }
            + (0..<TestDepth.number(8, proof: 200)).map { ("random \($0)", history(random(300, &generator))) }
        for (name, history) in histories {
            for story in history.appearances {
                for span in story.backgrounds.first { #expect(span.end.map { span.start <= $0 } ?? true, "\(name)") }
                guard let background = story.background else { continue }
                #expect(story.backgroundLength == background, "\(name): \(story.label)")
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
        #expect(count > TestDepth.number(2, proof: 100))
    }

    /// Random reports of pages in three scenes that often enter the background and close.
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

    @Test("A scene that closes ends only its own announcements, in the order they were made")
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

    @Test("The history has the start and the end of each scene's current pages")
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
