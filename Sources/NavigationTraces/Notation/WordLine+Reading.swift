import AnalyticsJSON
import PageViewAutomation

extension WordLine {
    /// What the line says.
    func traceLine(mayBeHeader: Bool) throws(LineError) -> TraceLine {
        switch head {
        case .header:
            guard mayBeHeader else {
                throw LineError(
                    offset: range.lowerBound, message: "expected the header to be the first line, found it here")
            }
            return .header(try header())
        case .event(let kind):
            return .event(
                TraceEvent(
                    time: time.map { Timestamp(nanoseconds: $0) }, session: try string(.session), try action(kind)))
        case .expectation(let name):
            return .expectation(TraceExpectation(session: try string(.session), try claim(name)))
        }
    }

    private func header() throws(LineError) -> TraceHeader {
        if let version = try string(.version), version != "1" { throw wrong(.version, "'version' to be 1") }
        var header = TraceHeader(title: try string(.title))
        if let preset = try string(.policy) {
            guard let policy = EnginePolicy(preset: preset) else {
                throw wrong(.policy, "'policy' to be standard, literal or session")
            }
            header.policy = policy
        }
        for (choice, word) in policies {
            guard case .text(let name) = word.value, header.policy.choose(choice, name) else {
                let what = "'policy.\(choice)' to be counts or \(choice.defaultName)"
                throw LineError(offset: word.offset, message: "expected \(what), found \(word.described)")
            }
        }
        header.exhaustive = try exhaustive()
        return header
    }

    private func exhaustive() throws(LineError) -> [TraceExpectation.Subject]? {
        guard let names = try string(.exhaustive) else { return nil }
        var subjects: [TraceExpectation.Subject] = []
        for name in names.split(separator: ",") {
            guard let subject = TraceExpectation.Subject(rawValue: String(name)) else {
                let all = TraceExpectation.Subject.allCases.map(\.rawValue).joined(separator: ", ")
                throw wrong(.exhaustive, "'exhaustive' to name some of \(all)")
            }
            subjects.append(subject)
        }
        return subjects
    }
}
