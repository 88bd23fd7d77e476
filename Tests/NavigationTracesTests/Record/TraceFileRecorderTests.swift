import Foundation
import PageViewAutomation
import Testing

@testable import NavigationTraces

/// A recording in a file (RC-005).
struct TraceFileRecorderTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func path(_ name: String) -> String { folder.appending(path: name).path }

    private func contents(_ name: String) throws -> Reading {
        Reading(Array(try Data(contentsOf: folder.appending(path: name))), nil)
    }

    @Test("The file is the trace, line by line, in the notation that its name says", arguments: ["t.jsonl", "t.trace"])
    func fileIsTheTrace(_ name: String) throws {
        let clock = SteppingClock()
        let engine = PageViewEngine(clock: EngineClock { clock.now })
        let memory = TraceRecorder(of: engine)
        let file = try TraceFileRecorder(of: engine, path: path(name))
        let item = engine.makeComponent(page: Page(PageViewNotifier(PageViewEvent(name: "item"))))
        engine.report(.didAppear, of: item)
        // Nobody has flushed: a crash of the app would leave this.
        #expect(try contents(name) == Reading(memory.bytes(), .jsonLines))
        engine.report(.didDisappear, of: item)
        engine.report(.create(engine.lifecycle.makeComponent(), in: engine.mainScene, parent: nil, attached: true))
        file.stop()
        engine.report(.didAppear, of: item)
        let lines = try contents(name).lines
        #expect(lines == Array(memory.lines.dropLast()))
        let statistics = file.statistics
        #expect(statistics.writtenLines == 6 && statistics.lostLines == 0 && statistics.lastError == nil)
    }

    @Test("Journeys come out of the file as they went in", arguments: [UIFramework.uiKit, .gtkStack])
    func journeysReplayFromTheFile(_ framework: UIFramework) throws {
        let run = RecordedRun(policy: .standard, sizes: [10_000])
        let options = RecordingOptions(naming: RecordedRun.naming)
        let file = try TraceFileRecorder(of: run.engine, path: path("j.jsonl"), flushing: .onDemand, options: options)
        for case .event(let event) in SimulatedJourney.random(seed: 9, framework: framework, actions: 40).lines {
            run.apply(event)
        }
        #expect(try contents("j.jsonl").lines.isEmpty)
        file.flush()
        #expect(RecordedRun.replayed(try contents("j.jsonl").lines) == run.emitted.map(\.text))
    }

    @Test("A file that is there is not touched, and one that cannot be made is told")
    func fileIsNew() throws {
        try Data("mine".utf8).write(to: folder.appending(path: "t.jsonl"))
        let engine = PageViewEngine()
        #expect(throws: RecordingError.self) { try TraceFileRecorder(of: engine, path: path("t.jsonl")) }
        #expect(throws: RecordingError.self) { try TraceFileRecorder(of: engine, path: path("no/t.jsonl")) }
        #expect(try Data(contentsOf: folder.appending(path: "t.jsonl")) == Data("mine".utf8))
    }

    @Test("What has no room is counted, and the file ends with a whole line")
    func limitIsKept() throws {
        let engine = PageViewEngine()
        let file = try TraceFileRecorder(of: engine, path: path("t.trace"), limit: 200)
        for _ in 0..<100 { engine.report(.active, of: engine.mainScene) }
        let bytes = try Data(contentsOf: folder.appending(path: "t.trace"))
        #expect(bytes.count <= 200 && bytes.last == 0x0A)
        let statistics = file.statistics
        #expect(statistics.writtenLines + statistics.lostLines == 101 && statistics.lostLines > 0)
    }

    #if os(Linux)
    @Test("A disk that is full disturbs nobody, and is told once")
    func refusedLinesAreCounted() throws {
        let errors = Protected<[RecordingError]>([])
        let engine = PageViewEngine()
        let writer = TraceFileWriter(
            try RecordingFile(existing: "/dev/full"), .lines, flushing: .everyLine, limit: 1_000,
            options: RecordingOptions()
        ) { error in
            errors.withLock { $0.append(error) }
            // It is told outside of everything, and may report.
            engine.report(.inactive, of: engine.mainScene)
        }
        let queue = InputQueue { writer.write($0) }
        engine.core.add(queue)
        for _ in 0..<20 { engine.report(.active, of: engine.mainScene) }
        engine.core.remove(queue)
        #expect(writer.statistics.lostLines == 22 && writer.statistics.writtenLines == 0)
        #expect(errors.withLock { $0.map(\.path) } == ["/dev/full"] && writer.statistics.lastError != nil)
    }

    @Test("Where lines are missing the file says so")
    func missingLinesAreTold() throws {
        var output = TraceFileWriter.Output(try RecordingFile(existing: "/dev/full"), .lines)
        output.add(Array("0 note a\n".utf8), lines: 1)
        #expect(output.hand() != nil)
        output.add(Array("1 note b\n1 note c\n".utf8), lines: 2)
        #expect(output.hand() == nil)
        output.file = try RecordingFile(path("t.trace"))
        output.add(Array("2 note d\n".utf8), lines: 1)
        #expect(output.hand() == nil)
        let text = try String(contentsOf: folder.appending(path: "t.trace"), encoding: .utf8)
        #expect(text == "note \"3 lines are missing here\"\n2 note d\n")
        #expect(output.statistics.writtenLines == 1 && output.statistics.lostLines == 3)
    }
    #endif

    @Test("Threads that report at once are in the file in the engine's order, each line whole")
    func threadsAreInOrder() async throws {
        let emitted = Protected<[String]>([])
        let engine = PageViewEngine()
        engine.addReceiver(of: .pageViews) { record in
            guard case .pageView(let pageView) = record else { return }
            emitted.withLock { $0.append("\(pageView.page.name.rawValue) \(pageView.countedAt.nanoseconds)") }
        }
        let memory = TraceRecorder(of: engine, last: 64)
        let file = try TraceFileRecorder(of: engine, path: path("t.jsonl"))
        await withTaskGroup { group in
            for thread in 0..<4 {
                group.addTask {
                    let name = PageName(rawValue: "page \(thread)")
                    for round in 0..<100 {
                        let notifier = PageViewNotifier(pending: PageContext(name: name))
                        let component = engine.makeComponent(page: Page(notifier))
                        engine.report(.didAppear, of: component)
                        notifier.ready(payload: ["round": .int(Int64(round))])
                        if round % 10 == 0 { _ = memory.lines }
                        engine.report(.destroy, of: component)
                    }
                }
            }
        }
        file.stop()
        var replay = TraceReplay()
        var replayed: [String] = []
        let reading = try contents("t.jsonl")
        #expect(reading.errors.isEmpty)
        for event in reading.events {
            for case .pageView(let pageView) in replay.apply(event).map(\.record) {
                replayed.append("\(pageView.page.name.rawValue) \(pageView.countedAt.nanoseconds)")
            }
        }
        #expect(replayed.count == 400)
        #expect(replayed == emitted.withLock { $0 })
    }
}
