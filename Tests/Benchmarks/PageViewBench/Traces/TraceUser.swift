import NavigationSimulator
import NavigationTraces

/// Who makes a trace: a dozen components on their way at any time, of which a random one goes on.
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
    /// What is known of each component: whether its page is ready, once it has been made.
    private var isReady: [Bool?]
    private var onTheWay: [(component: Int, steps: ArraySlice<Step>)] = []

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
        while onTheWay.count < 12 {
            let component = below(components)
            if onTheWay.contains(where: { $0.component == component }) { continue }
            onTheWay.append((component, appearance(of: component)[...]))
        }
        let index = below(onTheWay.count)
        let component = onTheWay[index].component
        if let step = onTheWay[index].steps.popFirst() { append(step, component, to: &line) }
        if onTheWay[index].steps.isEmpty { onTheWay.swapAt(index, onTheWay.count - 1) }
        if onTheWay.last?.steps.isEmpty == true { onTheWay.removeLast() }
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
