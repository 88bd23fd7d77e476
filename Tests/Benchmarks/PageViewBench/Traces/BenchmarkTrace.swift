import Glibc
import NavigationSimulator
import NavigationTraces

/// The trace for measuring a replay: components appear and disappear many times.
///
/// Some pages are ready before they appear, most become ready while live, and some are left before. The trace includes
/// duplicate reports and cancelled transitions. The same parameters make the same trace on every machine.
struct BenchmarkTrace {
    let events: Int
    /// The number of sessions; with more than one, their lines interleave.
    let sessions: Int
    let components: Int

    init(events: Int, sessions: Int = 1, components: Int = 20_000) {
        self.events = events
        self.sessions = sessions
        self.components = max(components, sessions)
    }

    /// Writes the trace to a file; returns whether the write succeeded.
    func write(to path: String) -> Bool {
        guard let file = unsafe fopen(path, "w") else { return false }
        let isWritten = unsafe write(to: file)
        return unsafe fclose(file) == 0 && isWritten
    }

    /// Writes the trace to a descriptor, which stays open; returns whether the write succeeded.
    func write(to descriptor: Int32) -> Bool {
        guard let file = unsafe fdopen(dup(descriptor), "w") else { return false }
        let isWritten = unsafe write(to: file)
        return unsafe fclose(file) == 0 && isWritten
    }

    private func write(to file: UnsafeMutablePointer<FILE>) -> Bool {
        var user = TraceUser(components: components, sessions: sessions)
        var line: [UInt8] = []
        for _ in 0..<events {
            line.removeAll(keepingCapacity: true)
            user.appendNext(to: &line)
            if unsafe fwrite(line, 1, line.count, file) != line.count { return false }
        }
        return unsafe fflush(file) == 0
    }
}

/// A generator of trace lines: a dozen components are active at any time, and a random one takes its next step.
struct TraceUser {
    private struct Step {
        let event: StaticString
        var more: [UInt8] = []
    }

    private let components: Int
    private let sessions: Int
    private let names: [String]
    private var random = SplitMix(seed: 7)
    private var clock = 0
    /// Whether the page of each component is ready; `nil` for a component that is not created yet.
    private var isReady: [Bool?]
    private var active: [(component: Int, steps: ArraySlice<Step>)] = []

    private static let subjects = [
        "home", "product", "cart", "search", "profile", "order", "media", "player", "settings", "chat", "feed", "story",
        "wallet", "offer", "map", "login",
    ]
    private static let parts = [
        "", "-detail", "-list", "-edit", "-step", "-results", "-history", "-page", "-summary", "-draft", "-modal",
        "-sheet",
    ]
    private static let contexts = ["shop", "account", "checkout", "media", "onboarding", "push", "link", "a", "b", "c"]
    private static let scenes = ["main", "scene-2", "left", "external"]

    init(components: Int, sessions: Int) {
        self.components = components
        self.sessions = sessions
        names = Self.subjects.flatMap { subject in Self.parts.map { subject + $0 } }
        isReady = Array(repeating: nil, count: components)
    }

    /// Appends the next line.
    mutating func appendNext(to line: inout [UInt8]) {
        while active.count < 12 {
            let component = below(components)
            if active.contains(where: { $0.component == component }) { continue }
            active.append((component, appearance(of: component)[...]))
        }
        let index = below(active.count)
        let component = active[index].component
        if let step = active[index].steps.popFirst() { append(step, component, to: &line) }
        if active[index].steps.isEmpty { active.swapAt(index, active.count - 1) }
        if active.last?.steps.isEmpty == true { active.removeLast() }
    }

    private mutating func append(_ step: Step, _ component: Int, to line: inout [UInt8]) {
        clock += 1 + below(9)
        line += "{\"t\":\(clock / 1_000).".utf8
        let milliseconds = clock % 1_000
        if milliseconds < 100 { line += "0".utf8 }
        if milliseconds < 10 { line += "0".utf8 }
        line += "\(milliseconds),\"event\":\"\(step.event)\",\"component\":\"\(names[component % names.count])#".utf8
        line += "\(component)\",\"scene\":\"\(Self.scenes[component & 3])\"".utf8
        if sessions > 1 { line += ",\"session\":\"s\(component % sessions)\"".utf8 }
        line += step.more
        line += "}\n".utf8
    }

    private mutating func appearance(of component: Int) -> [Step] {
        var steps: [Step] = []
        var ready: Bool
        if let known = isReady[component] {
            ready = known
            if ready, chance(40) {
                ready = false
                steps.append(Step(event: "pending"))
            }
        } else {
            ready = chance(30)
            let page =
                "\"name\":\"\(names[component % names.count])\",\"context\":\"\(Self.contexts[component * 7 % 10])\""
            let state = ready ? "ready" : "pending"
            steps.append(Step(event: "create", more: Array(",\"page\":{\(page)},\"state\":\"\(state)\"".utf8)))
        }
        steps.append(Step(event: "willAppear"))
        if !ready, chance(20) {
            ready = true
            steps.append(Step(event: "ready"))
        }
        steps.append(Step(event: "didAppear"))
        if !ready, chance(93) {
            ready = true
            steps.append(Step(event: "ready", more: Array(",\"payload\":{\"items\":\(below(100))}".utf8)))
        }
        if chance(2) { steps.append(Step(event: "didAppear")) }
        if chance(3) { steps += ["willDisappear", "willAppear", "didAppear"].map { Step(event: $0) } }
        steps += ["willDisappear", "didDisappear"].map { Step(event: $0) }
        if !ready, chance(50) {
            ready = true
            steps.append(Step(event: "ready"))
        }
        isReady[component] = ready
        return steps
    }

    private mutating func below(_ bound: Int) -> Int { Int(random.next() % UInt64(max(1, bound))) }

    private mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
}

/// A trace of many concurrent sessions: each has its first line before any has its second.
struct SessionTrace {
    let sessions: Int
    /// Whether each session has a name; otherwise all components are in one session.
    let isNamed: Bool

    static let eventsPerSession = 4

    /// Writes the trace to a file; returns whether the write succeeded.
    func write(to path: String) -> Bool {
        guard let file = unsafe fopen(path, "w") else { return false }
        var isWritten = true
        for step in 0..<Self.eventsPerSession {
            for position in 0..<sessions {
                // The step visits every session, and consecutive lines belong to distant sessions.
                let line = Self.line(
                    step, (position &* 611_953) % sessions, isNamed: isNamed, time: step * sessions + position)
                let count = unsafe fwrite(Array(line.utf8), 1, line.utf8.count, file)
                isWritten = isWritten && count == line.utf8.count
            }
        }
        return unsafe fclose(file) == 0 && isWritten
    }

    private static func line(_ step: Int, _ session: Int, isNamed: Bool, time: Int) -> String {
        let name = isNamed ? "\"session\":\"s\(session)\",\"component\":\"item\"" : "\"component\":\"item#\(session)\""
        let rest =
            switch step {
            case 0: #""event":"create","page":{"name":"item","context":"shop"},"state":"pending""#
            case 1: #""event":"didAppear""#
            case 2: #""event":"ready","payload":{"items":12}"#
            default: #""event":"didDisappear""#
            }
        return "{\"t\":\(time),\(name),\(rest)}\n"
    }
}
