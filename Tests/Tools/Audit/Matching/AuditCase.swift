import NavigationTraces
import TestSupport
import Testing

@testable import PageViewAudit

/// A line that an app sent, in a test.
struct Sent {
    var name: String
    /// The time in seconds, by the clock of the app.
    var time: Double
    var session: String?
    var id: String?

    init(_ name: String, _ time: Double, session: String? = nil, id: String? = nil) {
        (self.name, self.time, self.session, self.id) = (name, time, session, id)
    }
}

/// A trace and what an app sent, in a test.
struct AuditCase {
    /// The trace, in which a line such as `5 +a#1 scene=second` creates `a#1` with the page `a`, and reports its `didAppear`.
    var trace: String
    var sent: [Sent]
    var options: AuditOptions
    var map = NameMap()

    /// Creates a case whose calendar time of trace time 0 is the beginning of 1970.
    init(_ trace: String, _ sent: [Sent], beganAt: Int64? = 0, sharesClock: Bool = false) {
        (self.trace, self.sent) = (trace, sent)
        options = AuditOptions()
        options.beganAt = beganAt
        options.sharesClock = sharesClock
    }

    var seen: SeenTrace {
        get throws {
            var reader = SeenReader()
            let lines = trace.split(separator: "\n").map(Self.expanded)
            for line in try TestSupport.lines(lines.joined(separator: "\n")) { reader.take(line) }
            return reader.finish()
        }
    }

    private static func expanded(_ line: Substring) -> String {
        let words = line.split(separator: " ")
        guard words.count > 1, words[1].first == "+" else { return String(line) }
        let (time, component) = (words[0], words[1].dropFirst())
        let session = words.first { $0.hasPrefix("session=") } ?? ""
        let keys = words.dropFirst(2).joined(separator: " ")
        return "\(time) create \(component) page=\(component.prefix { $0 != "#" }) \(keys)\n"
            + "\(time) didAppear \(component) \(session)"
    }

    var log: SentLog {
        var log = SentLog(map: map)
        log.addFile("sent.txt")
        for (index, sent) in sent.enumerated() {
            var identity = EventIdentity.none
            if let id = sent.id { identity = EventIdentity(high: UInt64(truncatingIfNeeded: id.hashValue), low: 1) }
            log.append(
                time: Int64((sent.time * 1_000_000_000).rounded()), line: index + 1, name: sent.name,
                session: sent.session,
                identity: identity)
        }
        log.finish()
        return log
    }

    func audit() throws -> Audit { Audit(seen: try seen, log: log, options: options) }
}

extension Audit {
    /// The outcome and the cause of each line, in the order of the lines: `right`, `repeated/reveal`.
    var lineOutcomes: [String] { outcomes.indices.map { entry(ofLine: $0).text } }

    /// The number and the cause of each page view without a line.
    var missing: [String] {
        var missing: [String] = []
        forEachMissing { missing.append("\($0.pageView ?? 0) \($0.text)") }
        return missing
    }

    /// The output in JSON Lines.
    var json: [String] {
        var writer = AuditJSON(files: log.files)
        forEachEntry { writer.write($0) }
        for clock in clockOffsets { writer.write(clock) }
        writer.write(summary)
        return String(decoding: writer.takeBytes(), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Checks that each line and each page view has exactly one outcome.
    func checkConservation(_ location: SourceLocation = #_sourceLocation) {
        let entries = outcomes.indices.map { entry(ofLine: $0) }
        let matched = entries.compactMap { $0.sequence.map { number in "\(number)" } }
        var missing = 0
        forEachMissing { _ in missing += 1 }
        #expect(matched.count + missing == seen.pageViewCount, sourceLocation: location)
        let summary = summary
        let lines = AuditOutcome.allCases.filter { $0 != .missing && $0 != .ignored }.reduce(0) { $0 + summary[$1] }
        #expect(lines == outcomes.count && summary[.missing] == missing, sourceLocation: location)
        let causes = summary.causes.reduce(0) { $0 + $1.count }
        let withCause = AuditOutcome.allCases.filter(\.hasCause).reduce(0) { $0 + summary[$1] }
        #expect(causes == withCause, sourceLocation: location)
        // A page view belongs to one line at most, and both sides agree.
        let views = seen.stays.indices.filter { seen.stays[$0].line >= 0 }
        #expect(views.count == matched.count, sourceLocation: location)
        #expect(views.allSatisfy { stays[Int(seen.stays[$0].line)] == Int32($0) }, sourceLocation: location)
    }
}

extension AuditEntry {
    var text: String { outcome.hasCause ? "\(outcome.name)/\(cause.name)" : outcome.name }
}

/// What an app sent during a trace, with the outcomes of its lines and of the page views without a line.
struct AuditRow: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let trace: String
    let sent: [Sent]
    let outcomes: String
    var map = ""

    init(_ title: String, _ trace: String, _ sent: [Sent], _ outcomes: String, map: String = "") {
        (testDescription, self.trace, self.sent, self.outcomes, self.map) = (title, trace, sent, outcomes, map)
    }

    /// Checks the outcomes, by the clock of the trace.
    func check(_ location: SourceLocation = #_sourceLocation) throws {
        var audit = AuditCase(trace, sent, sharesClock: true)
        audit.map = try NameMap(Array(map.utf8))
        let result = try audit.audit()
        result.checkConservation()
        #expect((result.lineOutcomes + result.missing).joined(separator: ", ") == outcomes, sourceLocation: location)
    }
}
