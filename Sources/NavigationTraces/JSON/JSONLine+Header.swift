import AnalyticsJSON
import PageViewAutomation

extension JSONLine {
    func header() throws(LineError) -> TraceHeader {
        guard try whole(.trace) == 1 else { throw wrong(.trace, "'trace' to be 1, the version") }
        return TraceHeader(title: try string(.title), policy: try policy(), exhaustive: try exhaustive())
    }

    private func policy() throws(LineError) -> EnginePolicy {
        guard var parser = parser(at: .policy) else { return .standard }
        switch parser.next {
        case 0x22:
            let name = try parser.string()
            guard let policy = EnginePolicy(preset: name) else {
                throw wrong(.policy, "'policy' to be standard, literal or session")
            }
            return policy
        case 0x7B:
            var values: [PolicyChoice: JSONParser] = [:]
            try parser.object(level: 2) { parser, key throws(LineError) in
                // Unknown policies are unknown keys; of one given twice the last counts.
                if let choice = PolicyChoice(rawValue: parser.text(of: key)) { values[choice] = parser }
                try parser.skipValue(level: 3)
            }
            var policy = EnginePolicy.standard
            for choice in PolicyChoice.allCases {
                guard var value = values[choice] else { continue }
                let offset = value.at
                let name = try value.string("'\(choice)'")
                guard policy.choose(choice, name) else {
                    let what = "'\(choice)' to be counts or \(choice.defaultName)"
                    throw LineError(offset: offset, message: "expected \(what), found \(JSONParser.quoted(name))")
                }
            }
            return policy
        default:
            throw wrong(.policy, "'policy' to be a preset or an object")
        }
    }

    private func exhaustive() throws(LineError) -> [TraceExpectation.Subject]? {
        guard var parser = parser(at: .exhaustive) else { return nil }
        guard parser.next == 0x5B else { throw wrong(.exhaustive, "'exhaustive' to be an array") }
        var subjects: [TraceExpectation.Subject] = []
        try parser.array(level: 2) { parser throws(LineError) in
            let names = TraceExpectation.Subject.allCases.map(\.rawValue).joined(separator: ", ")
            guard parser.next == 0x22 else { throw parser.expected("one of \(names)") }
            let offset = parser.at
            guard let subject = TraceExpectation.Subject(rawValue: try parser.string()) else {
                throw LineError(offset: offset, message: "expected one of \(names), found another kind")
            }
            subjects.append(subject)
        }
        return subjects
    }
}
