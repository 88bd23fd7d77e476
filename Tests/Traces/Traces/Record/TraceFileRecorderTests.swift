import NavigationSimulator
import Foundation
import PageViewAutomation
import TestSupport
import Testing

@testable import NavigationTraces

/// Recordings in files (RC-005).
@Suite(.watched)
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

    @Test(
        "The file contains each line of the trace at once, in the notation of its ending",
        arguments: ["t.jsonl", "t.trace"])
    func fileIsTheTrace(_ name: String) throws {
        let engine = PageViewEngine(clock: ManualClock())
        let memory = TraceRecorder(of: engine)
        let file = try TraceFileRecorder(of: engine, path: path(name))
        let item = engine.show("item")
        // There was no flush, so a crash of the app would leave these contents.
        #expect(try contents(name) == Reading(memory.bytes(), .jsonLines))
        engine.report(.didDisappear, of: item)
        engine.report(.create(engine.lifecycle.makeComponent(), in: engine.mainScene, parent: nil, attached: true))
        file.stop()
        engine.report(.didAppear, of: item)
        let lines = try contents(name).lines
        #expect(lines == Array(memory.lines.dropLast()))
        #expect(file.writtenLines == 6 && file.lostLines == 0)
    }

    @Test(
        "A recorded journey replays from its file to the live page views",
        arguments: [UIFramework.uiKit, .named("gtkstack")])
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

    @Test("A recorder throws if the file exists or cannot be created")
    func fileIsNew() throws {
        try Data("mine".utf8).write(to: folder.appending(path: "t.jsonl"))
        let engine = PageViewEngine()
        #expect(throws: RecordingError.self) { try TraceFileRecorder(of: engine, path: path("t.jsonl")) }
        #expect(throws: RecordingError.self) { try TraceFileRecorder(of: engine, path: path("no/t.jsonl")) }
        // The system would create the file named before the NUL.
        #expect(throws: RecordingError.self) { try TraceFileRecorder(of: engine, path: folder.path + "/cut\0.jsonl") }
        #expect(!FileManager.default.fileExists(atPath: path("cut")))
        #expect(try Data(contentsOf: folder.appending(path: "t.jsonl")) == Data("mine".utf8))
    }

    @Test(
        "A file at its limit contains whole lines, also of the initial state, and the recorder counts the lost lines",
        arguments: [0, 60, 100, 200])
    func limitIsKept(_ limit: Int) throws {
        let engine = PageViewEngine()
        engine.show("home")
        let file = try TraceFileRecorder(of: engine, path: path("t.trace"), limit: limit)
        for _ in 0..<100 { engine.report(.active, of: engine.mainScene) }
        file.stop()
        let reading = try contents("t.trace")
        #expect(reading.errors.isEmpty && reading.lines.isEmpty == (limit == 0))
        #expect(UInt64(reading.lines.count) == file.writtenLines && file.lostLines >= 100 - file.writtenLines)
        let bytes = try Data(contentsOf: folder.appending(path: "t.trace"))
        #expect(bytes.count <= limit && (limit == 0 || bytes.last == 0x0A))
    }

    @Test("A line beyond the limit, and a report after it, take little time", arguments: ["t.trace", "t.jsonl"])
    func limitPrecedesTheWork(_ name: String) throws {
        let engine = PageViewEngine(clock: ManualClock())
        let file = try TraceFileRecorder(of: engine, path: path(name), limit: 1 << 10)
        let long = PageContext(name: PageName(rawValue: String(repeating: "é", count: 1 << 18)))
        let clock = ContinuousClock()
        let recording = clock.measure {
            engine.apply(.create(component: engine.lifecycle.makeComponent(), scene: nil, .init(page: long)))
            // The `create` is printed with the next event.
            engine.report(.active, of: engine.mainScene)
            engine.recordPageView(long, payload: ["text": .string(long.name.rawValue)])
            engine.recordPageView(long)
        }
        let line = TraceLine.event(TraceEvent(.pending(component: "c", scene: nil, page: long)))
        let printing = clock.measure { _ = printed(line, .lines) }
        #expect(recording < printing / 2)
        file.stop()
        #expect(file.lostLines == 4 && file.writtenLines == 1)
        #expect(try contents(name).lines.count == 1)
    }

    #if os(Linux)
    @Test("A full disk causes one error and counted lost lines")
    func refusedLinesAreCounted() throws {
        let errors = Locked<[RecordingError]>([])
        let engine = PageViewEngine()
        let writer = TraceFileWriter(
            try RecordingFile("/dev/full", isNew: false), .lines, flushing: .everyLine, limit: 1_000,
            options: RecordingOptions(), beganAt: nil
        ) { error in
            errors.withLock { $0.append(error) }
            // The callback is outside every lock, so it may report.
            engine.report(.inactive, of: engine.mainScene)
        }
        let queue = writer.makeQueue()
        engine.core.add(queue)
        for _ in 0..<20 { engine.report(.active, of: engine.mainScene) }
        engine.core.remove(queue)
        #expect(writer.output.withLock { [$0.lostLines, $0.writtenLines] } == [22, 0])
        #expect(errors.withLock { $0.map(\.path) } == ["/dev/full"])
    }

    @Test("After missing lines, the file has a note and begins a new session", arguments: [false, true])
    func missingLinesAreTold(_ isStopped: Bool) throws {
        let engine = PageViewEngine(clock: ManualClock())
        let writer = TraceFileWriter(
            try RecordingFile(path("first.trace")), .lines, flushing: .everyLine, limit: 1 << 20,
            options: RecordingOptions(), beganAt: nil, onError: { _ in })
        let queue = writer.makeQueue()
        engine.core.add(queue)
        func use(_ make: @Sendable () throws -> RecordingFile) throws {
            try writer.output.withLock { $0.file = try make() }
        }
        engine.show("home")
        try use { try RecordingFile("/dev/full", isNew: false) }
        // The file does not contain this component.
        let item = engine.show("item")
        if isStopped {
            engine.stop()
            engine.start(countingVisible: true)
        }
        let second = path("second.trace")
        try use { try RecordingFile(second) }
        // This report is the first that can be written again. It is part of the new initial state.
        engine.report(.willDisappear, of: item)
        engine.report(.didDisappear, of: item)
        engine.report(.didAppear, of: item)
        engine.core.remove(queue)
        let reading = try contents("second.trace")
        #expect(reading.errors.isEmpty)
        let texts = reading.lines.map { String(decoding: printed($0, .lines).dropLast(), as: UTF8.self) }
        #expect(texts.first == "note \"\(writer.output.withLock { $0.lostLines }) lines are missing here\"")
        #expect(texts.dropFirst().first?.hasSuffix("sessionEnd") == true)
        let replayed = RecordedRun.replayed(reading.lines)
        #expect(replayed.count == 1)
        #expect(replayed.first?.contains(" item-1/\(isStopped ? 3 : 2) item ") == true, "\(replayed)")
    }
    #endif

    @Test("Reports of several threads are whole lines in the engine's order")
    func threadsAreInOrder() async throws {
        @Sendable func text(_ view: PageView) -> String { "\(view.page.name.rawValue) \(view.countedAt.nanoseconds)" }
        let emitted = Locked<[String]>([])
        let engine = PageViewEngine()
        engine.addReceiver(of: .pageViews) { record in
            if case .pageView(let view) = record { emitted.withLock { $0.append(text(view)) } }
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
                        notifier.markReady(payload: ["round": .int(Int64(round))])
                        if round % 10 == 0 { _ = memory.lines }
                        engine.report(.destroy, of: component)
                    }
                }
            }
        }
        file.stop()
        let reading = try contents("t.jsonl")
        #expect(reading.errors.isEmpty)
        let replayed = pageViews(of: reading.lines).map(text)
        #expect(replayed.count == 400)
        #expect(replayed == emitted.withLock { $0 })
    }
}
