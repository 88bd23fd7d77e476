import NavigationTraces
import PageViewAutomation

/// Finds and shortens sequences for which the engine and the reference model disagree.
enum Disagreement {
    /// Returns the index of the first step after which they disagree.
    static func first(in steps: [Step], _ policy: EnginePolicy) -> Int? {
        var pair = Pair(policy: policy)
        return steps.firstIndex { pair.take($0) != nil }
    }

    /// Returns the first disagreement as text.
    static func text(of steps: [Step], _ policy: EnginePolicy) -> String? {
        var pair = Pair(policy: policy)
        for step in steps {
            if let difference = pair.take(step) { return difference }
        }
        return nil
    }

    /// Removes the steps that a disagreement does not need. The remaining disagreement may be another one.
    static func shortened(_ steps: [Step], _ policy: EnginePolicy) -> [Step] {
        var steps = steps
        var isShorter = true
        while isShorter {
            isShorter = false
            for place in steps.indices.reversed() where place < steps.count {
                var fewer = steps
                fewer.remove(at: place)
                guard let end = first(in: fewer, policy) else { continue }
                steps = Array(fewer[...end])
                isShorter = true
            }
        }
        return steps
    }

    /// Returns the steps in the line notation. Steps that a trace cannot express become remarks.
    static func notation(_ steps: [Step]) -> String {
        var text = ""
        for step in steps {
            switch step {
            case .event(let event):
                var printer = TracePrinter(notation: .lines)
                printer.print(.event(event))
                text += String(decoding: printer.takeBytes(), as: UTF8.self)
            case .stop: text += "# stop\n"
            case .start(let isCountingVisible): text += "# start, counting visible pages: \(isCountingVisible)\n"
            }
        }
        return text
    }
}
