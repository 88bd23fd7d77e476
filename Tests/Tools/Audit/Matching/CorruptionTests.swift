import NavigationSimulator
import TestSupport
import Testing

@testable import PageViewAudit

@Suite(.watched)
struct CorruptionTests {
    /// A trace with a log, and the outcome of each line and of each page view without one.
    struct Corrupted {
        var trace = ""
        /// The lines with their outcomes.
        var lines: [(sent: Sent, outcome: String)] = []
        var missing: [String] = []
    }

    /// Makes a session of many pages, each with a name of its own, and corrupts some of their lines.
    static func make(session: String, offset: Double, _ random: inout SplitMix) -> Corrupted {
        var result = Corrupted()
        var (time, views) = (1.0, 0)
        let key = "session=\(session)"
        func jitter() -> Double { Double(Int.random(in: 10...60, using: &random)) / 1_000 }
        func send(_ name: String, _ time: Double, _ outcome: String, id: String? = nil) {
            result.lines.append((Sent(name, time + offset, session: session, id: id), outcome))
        }
        var kind = 13
        for number in 0..<40 {
            let (name, component) = ("page \(number)", "page\(number)#1")
            // Two corruptions of which the first one reaches into the next page could be one that costs less.
            kind = kind == 11 ? 13 : Int.random(in: 0..<14, using: &random)
            let wait = kind == 9 || kind == 10 ? 4.0 : 0
            views += kind == 10 ? 0 : 1
            result.trace += """
                \(time) create \(component) \(key) page="\(name)" state=\(wait > 0 ? "pending" : "ready")
                \(time) didAppear \(component) \(key)

                """
            let counted = time + wait
            if kind == 9 { result.trace += "\(counted) ready \(component) \(key)\n" }
            let id = "\(session) \(number)"
            let event = counted + 3
            switch kind {
            case 0: result.missing.append("\(views) missing/unexplained")
            case 1: send("other \(name)", counted + jitter(), "wrongName/unmappedName")
            case 2: send(name, counted + 8, "tooLate/unexplained")
            case 9: send(name, time + jitter(), "tooEarly/notReady")
            case 10: send(name, time + jitter(), "tooEarly/leftBeforeReady")
            case 11:
                // The line of the next page comes before that of this one, so that only one of them is in order.
                send(name, counted + 21, "tooLate/unexplained")
            default: send(name, counted + jitter(), "right", id: id)
            }
            switch kind {
            case 3:
                result.trace +=
                    "\(event) willDisappear \(component) \(key)\n\(event + 1) didAppear \(component) \(key)\n"
                send(name, event + 1 + jitter(), "repeated/cancelledTransition")
            case 4:
                result.trace += "\(event) didAppear \(component) \(key)\n"
                send(name, event + jitter(), "repeated/duplicateCallback")
            case 5:
                result.trace += "\(event) sceneBackground main \(key)\n\(event + 1) sceneForeground main \(key)\n"
                send(name, event + 1 + jitter(), "repeated/foreground")
            case 6:
                views += 1
                result.trace += """
                    \(event) create sheet\(number) \(key) page="sheet \(number)"
                    \(event) didAppear sheet\(number) \(key)
                    \(event + 3) didDisappear sheet\(number) \(key)

                    """
                send("sheet \(number)", event + jitter(), "right")
                send(name, event + 3 + jitter(), "repeated/reveal")
            case 7: send(name, counted + 30, "repeated/retry", id: id)
            case 8: send(name, counted + 8, "repeated/unexplained")
            case 12: send("page \(number)", time + 19 + 61, "outOfPlace/pageLeft")
            default: break
            }
            result.trace += "\(time + 18) didDisappear \(component) \(key)\n"
            time += 20
        }
        return result
    }

    @Test(
        "The audit finds exactly the corruptions, in any order of arrival",
        arguments: 0..<TestDepth.number(3, proof: 30))
    func corruptionsAreFound(_ seed: Int) throws {
        var random = SplitMix(seed)
        let isKnown = Bool.random(using: &random)
        let base = 1_700_000_000.0
        var (trace, lines, missing) = ("", [(sent: Sent, outcome: String)](), [String]())
        for session in ["s", "t", "u"] {
            let offset = Bool.random(using: &random) ? 0 : Double(Int.random(in: -400...400, using: &random))
            let part = Self.make(session: session, offset: base + offset, &random)
            trace += part.trace
            lines += part.lines
            missing += part.missing
        }
        let retries = Dictionary(grouping: lines.indices.filter { lines[$0].sent.id != nil }) { lines[$0].sent.id }
        lines.shuffle(using: &random)
        // Of two lines with one id, the earlier one stands for the event.
        for (id, indices) in retries where indices.count == 2 {
            let places = lines.indices.filter { lines[$0].sent.id == id }
            if lines[places[0]].outcome != "right" { lines.swapAt(places[0], places[1]) }
        }
        let audit = try AuditCase(
            trace, lines.map(\.sent), beganAt: isKnown ? Int64(base) * 1_000_000_000 : nil
        ).audit()
        let expected = zip(lines, audit.lineOutcomes).filter { $0.outcome != $1 }
        #expect(expected.isEmpty, "seed \(seed): \(expected)")
        #expect(audit.missing == missing, "seed \(seed)")
        audit.checkConservation()
    }

    @Test(
        "Every line and every page view of random logs has exactly one outcome",
        arguments: 0..<TestDepth.number(3, proof: 40))
    func conservation(_ seed: Int) throws {
        var random = SplitMix(seed)
        let events = [
            "didAppear", "didAppear", "willDisappear", "didDisappear", "ready", "pending", "willAppear", "detach",
            "attach",
            "destroy",
        ]
        var (trace, time) = ("", 0.0)
        for _ in 0..<300 {
            time += Double(Int.random(in: 0...4_000, using: &random)) / 1_000
            let session = ["s", "t"].randomElement(using: &random) ?? ""
            let number = Int.random(in: 0..<8, using: &random)
            let event = events.randomElement(using: &random) ?? ""
            switch Int.random(in: 0..<12, using: &random) {
            case 0...2:
                let state = Bool.random(using: &random) ? "ready" : "pending"
                let scene = Bool.random(using: &random) ? "" : " scene=second"
                trace += "\(time) create c\(number) session=\(session) page=p\(number % 5) state=\(state)\(scene)\n"
            case 3: trace += "\(time) sceneBackground main session=\(session)\n"
            case 4: trace += "\(time) sceneForeground main session=\(session)\n"
            case 5 where number == 0: trace += "\(time) sessionEnd session=\(session)\n"
            case 6 where number < 3: trace += "\(time) sceneClose second session=\(session)\n"
            case 7 where number < 3: trace += "\(time) record session=\(session) page=p\(number)\n"
            default: trace += "\(time) \(event) c\(number) session=\(session)\n"
            }
        }
        var sent: [Sent] = []
        for _ in 0..<200 {
            let id = Bool.random(using: &random) ? nil : "\(Int.random(in: 0..<100, using: &random))"
            sent.append(
                Sent(
                    "p\(Int.random(in: 0..<6, using: &random))",
                    Double(Int.random(in: 0...600_000, using: &random)) / 1_000,
                    session: ["s", "t", "u"].randomElement(using: &random), id: id))
        }
        for beganAt in [nil, 0] as [Int64?] { try AuditCase(trace, sent, beganAt: beganAt).audit().checkConservation() }
    }
}
