import NavigationSimulator
import TestSupport
import Testing

@testable import PageViewAudit

@Suite(.watched)
struct ClockTests {
    /// Returns a trace of pages with the given names, and the seconds at which each of them is counted.
    static func visits(_ names: [String], session: String? = nil, _ random: inout SplitMix) -> (String, [Double]) {
        var (trace, times, time) = ("", [Double](), 0.0)
        let key = session.map { " session=\($0)" } ?? ""
        for (index, name) in names.enumerated() {
            time += Double(Int.random(in: 2_000...30_000, using: &random)) / 1_000
            trace += "\(time) create \(name)#\(index)\(key) page=\(name)\n\(time) didAppear \(name)#\(index)\(key)\n"
            times.append(time)
            trace += "\(time + 1.5) didDisappear \(name)#\(index)\(key)\n"
        }
        return (trace, times)
    }

    @Test("An offset is found with repeated, missing and wrong lines", arguments: [nil, 1_700_000_000 * 1_000_000_000])
    func offsetIsFound(_ beganAt: Int64?) throws {
        for seed in 0..<TestDepth.number(8, proof: 20) {
            var random = SplitMix(seed)
            let names = (0..<20).map { _ in ["home", "list", "item", "cart"].randomElement(using: &random) ?? "" }
            let (trace, times) = Self.visits(names, &random)
            let offset = Double(Int.random(in: -90_000...90_000, using: &random)) / 1_000
            var sent: [Sent] = []
            for (name, time) in zip(names, times) {
                let time = time + offset + 1_700_000_000
                let kind = Int.random(in: 0..<10, using: &random)
                if kind == 0 { continue }
                sent.append(
                    Sent(kind == 1 ? "other" : name, time + Double(Int.random(in: 0...20, using: &random)) / 1_000))
                if kind == 2 { sent.append(Sent(name, time + 1)) }
            }
            sent.shuffle(using: &random)
            let audit = try AuditCase(trace, sent, beganAt: beganAt).audit()
            let wrong = sent.filter { $0.name == "other" }.count
            let found = (audit.clocks[0].offset ?? 0) - (beganAt == nil ? 1_700_000_000 * 1_000_000_000 : 0)
            // An offset below half a second is none.
            let isNone = beganAt != nil && abs(offset) < 0.5
            #expect(isNone ? found == 0 : abs(Double(found) / 1_000_000_000 - offset) < 0.021, "seed \(seed)")
            #expect(audit.summary[.right] + audit.summary[.wrongName] + audit.summary[.missing] == 20, "seed \(seed)")
            #expect(audit.summary[.wrongName] == wrong && audit.summary[.outOfPlace] == 0, "seed \(seed)")
            audit.checkConservation()
        }
    }

    @Test("Each session has its own offset, and a session of fewer than three matches has that of the file")
    func sessions() throws {
        var random = SplitMix(3)
        let (first, times) = Self.visits(["a", "b", "c", "d", "e", "f"], session: "s", &random)
        let (second, others) = Self.visits(["e", "f", "g", "a"], session: "t", &random)
        let (third, few) = Self.visits(["a", "b"], session: "u", &random)
        var sent: [Sent] = []
        for (name, time) in zip(["a", "b", "c", "d", "e", "f"], times) {
            sent.append(Sent(name, time + 100, session: "s"))
        }
        for (name, time) in zip(["e", "f", "g", "a"], others) { sent.append(Sent(name, time - 40, session: "t")) }
        for (name, time) in zip(["a", "b"], few) { sent.append(Sent(name, time + 100.4, session: "u")) }
        let audit = try AuditCase(first + second + third, sent).audit()
        #expect(
            audit.clockOffsets == [
                AuditClock(session: "s", offset: 100_000_000_000, matches: 6),
                AuditClock(session: "t", offset: -40_000_000_000, matches: 4),
                AuditClock(session: "u", offset: 100_000_000_000, matches: 2),
            ])
        #expect(audit.summary.isRight)
        #expect(audit.entry(ofLine: 10).delay == 400_000_000)
    }

    @Test("The header has the calendar time of the trace, and the option replaces it")
    func header() throws {
        let trace = "trace beganAt=2026-03-02T10:00:00+01:00\n" + OutcomeTests.visit
        let zero = 1_772_442_000.0
        var audit = AuditCase(trace, [Sent("a", zero + 0.25)], beganAt: nil)
        #expect(try audit.audit().json[0].contains(#""t":0.25,"seq":1"#))
        audit.options.beganAt = Int64(zero - 7) * 1_000_000_000
        #expect(try audit.audit().json[0].contains(#""t":7.25,"seq":1"#))
    }

    @Test("Without the calendar time and without an equal name, lines have no time")
    func noTime() throws {
        let audit = try AuditCase(OutcomeTests.visit, [Sent("x", 500)], beganAt: nil).audit()
        #expect(audit.json.first == #"{"line":1,"outcome":"outOfPlace","name":"x","cause":"unexplained"}"#)
        #expect(audit.clockOffsets == [])
        audit.checkConservation()
    }

    @Test("Times at the ends of the range are compared without overflow")
    func extremeTimes() throws {
        for beganAt in [nil, 0, Int64.min, Int64.max] {
            var log = SentLog()
            log.addFile("sent.txt")
            for (line, time) in [Int64.min, .max, 0, 1].enumerated() {
                log.append(time: time, line: line + 1, name: "a", session: nil)
            }
            log.finish()
            var options = AuditOptions()
            options.beganAt = beganAt
            options.tolerance = .max
            let trace = "-9000000000 create a#1 page=a\n-9000000000 didAppear a#1\n9000000000 didAppear a#1\n"
            let audit = Audit(seen: try AuditCase(trace, []).seen, log: log, options: options)
            audit.checkConservation()
        }
    }
}
