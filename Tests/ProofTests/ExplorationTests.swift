import Foundation
import PageViewAutomation
import Testing

/// "Exactly one" as a theorem: every state that any sequence of reports can lead to.
struct ExplorationTests {
    @Test func count() async {
        let e = ProcessInfo.processInfo.environment
        let c = Int(e["C"] ?? "1")!, s = Int(e["S"] ?? "1")!, d = Int(e["D"] ?? "99")!
        let exploration = await Exploration(
            policy: allPolicies[Int(e["P"] ?? "0")!], components: c, scenes: s, withMemories: e["M"] == "1",
            depthLimit: d)
        print(
            "C\(c) S\(s) D\(d): states \(exploration.states), \(exploration.transitions) transitions, \(exploration.depth) \(exploration.isClosed) \(exploration.faults.prefix(3))"
        )
    }
}
