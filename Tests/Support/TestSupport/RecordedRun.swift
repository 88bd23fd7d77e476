package import Foundation
package import NavigationTraces
package import PageViewAutomation

/// An engine with recorders that receives the reports of a trace, and its live page views (RC-004).
package final class RecordedRun {
    /// A page view as text that is the same live and in a replay.
    package struct Emitted: Equatable, CustomStringConvertible {
        package let text: String
        /// The index of the input that led to the page view, from 0.
        package let input: UInt64

        package var description: String { text }
    }

    package let engine: PageViewEngine
    /// The recorders of the last inputs, with the number of inputs before their start.
    package private(set) var recorders: [(size: Int, start: UInt64, recorder: TraceRecorder)]
    /// The recorders that write files, with the number of inputs before their start.
    private var files: [(path: String, start: UInt64, recorder: TraceFileRecorder)] = []
    private let session: ReplaySession
    /// The number of inputs so far.
    private var inputCount: UInt64 { counter.evictedCount + (hasInput ? 1 : 0) }
    private var hasInput = false
    private let counter: TraceRecorder
    private let log = Log<Emitted>()

    package static let naming = RecordedNaming(component: { id, _ in "c\(id.tag)" }, scene: { "s\($0.tag)" })

    package init(policy: EnginePolicy, sizes: [Int]) {
        let clock = ManualClock()
        let engine = PageViewEngine(policy: policy, clock: clock)
        self.engine = engine
        let options = RecordingOptions(naming: Self.naming)
        recorders = sizes.map { ($0, 0, TraceRecorder(of: engine, last: $0, options: options)) }
        let counter = TraceRecorder(of: engine, last: 1)
        self.counter = counter
        session = ReplaySession(name: nil, engine: engine) {
            clock.now = $0
            return clock.now
        }
        let (main, log) = (engine.mainScene, log)
        engine.addReceiver(of: .pageViews) { record in
            guard case .pageView(let pageView) = record else { return }
            let text = Self.text(pageView, { "c\($0.tag)" }, { $0 == main ? "main" : "s\($0.tag)" })
            log.append(Emitted(text: text, input: counter.evictedCount))
        }
    }

    package func apply(_ event: TraceEvent) {
        var event = event
        event.session = nil
        session.apply(event)
        hasInput = true
    }

    /// Starts recorders of everything from now on, in memory and in a file.
    package func startRecorders(in folder: URL) throws {
        let start = inputCount
        let options = RecordingOptions(naming: Self.naming)
        recorders.append((.max, start, TraceRecorder(of: engine, last: .max, options: options)))
        let path = folder.appending(path: "\(UUID()).\(start % 2 == 0 ? "trace" : "jsonl")").path
        let file = try TraceFileRecorder(of: engine, path: path, flushing: .onDemand, options: options)
        files.append((path, start, file))
    }

    /// All page views so far.
    package var emitted: [Emitted] { log.values }

    /// Compares a replay of a recorder's trace with the live page views since the recorder's oldest event.
    ///
    /// Returns a description of the difference; `nil` if there is none.
    package func difference(_ recorder: TraceRecorder, startedAt start: UInt64 = 0) -> String? {
        difference(recorder.lines, since: start + recorder.evictedCount)
    }

    /// Compares replays of all recordings with the live page views. Returns descriptions of the differences.
    package func differences() -> [String] {
        recorders.compactMap { size, start, recorder in
            // The notations take turns.
            let notation: TraceNotation = (size / 2 + Int(start)) % 2 == 0 ? .lines : .jsonLines
            let lines = Reading(recorder.bytes(as: notation), notation).lines
            guard lines == recorder.lines else { return "last \(size) from \(start): other lines as \(notation)" }
            return difference(recorder, startedAt: start).map { "last \(size) from \(start)\n\($0)" }
        }
            + files.compactMap { path, start, recorder in
                // A `create` at the end waits for the next input.
                recorder.stop()
                guard let data = FileManager.default.contents(atPath: path) else { return "\(path) is missing" }
                return difference(Reading(Array(data), nil).lines, since: start).map { "file from \(start)\n\($0)" }
            }
    }

    private func difference(_ lines: [TraceLine], since first: UInt64) -> String? {
        let links = Self.links(lines)
        let live = emitted.filter { $0.input >= first }.map { Self.withoutOldReferrer($0.text, links) }
        let replayed = Self.replayed(lines).map { Self.withoutOldReferrer($0, links) }
        guard live != replayed else { return nil }
        let trace = lines.map { String(decoding: printed($0, .lines).dropLast(), as: UTF8.self) }.joined(
            separator: "\n")
        return "live:\n\(live.joined(separator: "\n"))\nreplayed:\n\(replayed.joined(separator: "\n"))\n\(trace)"
    }

    /// Returns the links that were opened since the recording began.
    private static func links(_ lines: [TraceLine]) -> Set<String> {
        var links: Set<String> = []
        for case .event(let event) in lines {
            if case .deepLink(let url, _, _, _, _) = event.action { links.insert(url) }
            if isBeginning(event) { links = [] }
        }
        return links
    }

    /// Removes the referrer of a link that was opened before the recording: it may differ in a replay (RC-004).
    private static func withoutOldReferrer(_ text: String, _ links: Set<String>) -> String {
        guard let by = text.range(of: " by "), let from = text.range(of: " from "),
            !links.contains(String(text[by.upperBound..<from.lowerBound]))
        else { return text }
        return String(text[..<from.lowerBound])
    }

    private static func isBeginning(_ event: TraceEvent) -> Bool {
        if case .note(let text, _) = event.action { text.hasPrefix("recorded from here on") } else { false }
    }

    /// Returns the page views of a replay from the beginning of the recording on.
    package static func replayed(_ lines: [TraceLine]) -> [String] {
        var replay = TraceReplay()
        var texts: [String] = []
        for line in lines {
            switch line {
            case .header(let header): replay = TraceReplay(policy: header.policy)
            case .event(let event):
                for record in replay.apply(event) {
                    guard case .pageView(let pageView) = record.record else { continue }
                    texts.append(
                        text(
                            pageView, { record.session.name(of: $0) }, { record.session.name(of: $0) }))
                }
                if isBeginning(event) { texts = [] }
            case .expectation: break
            }
        }
        return texts
    }

    /// Returns a page view as text, with its number in the engine.
    package static func text(
        _ pageView: PageView, _ component: (ComponentID) -> String, _ scene: (SceneID) -> String
    ) -> String {
        func text(_ id: PageViewID) -> String {
            id.appearance.map { "\(component($0.component))/\($0.ordinal)" } ?? "\(id)"
        }
        func text(_ reference: PageReference?) -> String {
            reference.map { "\(text($0.id)) \($0.page.name.rawValue) \($0.page.context?.rawValue ?? "")" } ?? "none"
        }
        var words = [
            "\(pageView.sequence)", "\(pageView.countedAt.nanoseconds)", text(pageView.id), pageView.page.name.rawValue,
            pageView.page.context?.rawValue ?? "", "\(pageView.payload)", scene(pageView.scene), "\(pageView.cause)",
            "since \(pageView.appearedAt.map { "\($0.nanoseconds)" } ?? "never")",
            "after \(text(pageView.previous))",
        ]
        if let link = pageView.deepLink {
            words.append("by \(link.link.url) from \(text(link.referrer))")
        }
        return words.joined(separator: " ")
    }
}
