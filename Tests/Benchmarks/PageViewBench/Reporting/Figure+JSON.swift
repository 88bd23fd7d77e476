extension Figure {
    /// One object on one line.
    var json: String {
        var fields = [("id", Self.quoted(id)), ("title", Self.quoted(title)), ("unit", Self.quoted(unit.rawValue))]
        switch outcome {
        case .exact(let value): fields.append(("value", Self.number(value)))
        case .sampled(let median, let spread):
            fields.append(("value", Self.number(median)))
            fields.append(("spread", "[\(Self.number(spread.lowerBound)),\(Self.number(spread.upperBound))]"))
        case .unmeasured(let reason): fields += [("value", "null"), ("unmeasured", Self.quoted(reason))]
        }
        switch reach {
        case .atMost(let bound): fields.append(("atMost", Self.number(bound)))
        case .atLeast(let bound): fields.append(("atLeast", Self.number(bound)))
        case nil: break
        }
        if let isReached { fields.append(("isReached", "\(isReached)")) }
        if let reasonMissed { fields.append(("reasonMissed", Self.quoted(reasonMissed))) }
        if let note { fields.append(("note", Self.quoted(note))) }
        return "{" + fields.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
    }

    private static func number(_ value: Double) -> String {
        guard value.isFinite else { return "null" }
        return value == value.rounded() && abs(value) < 9e15 ? "\(Int(value))" : "\(value)"
    }

    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "\n": result += "\\n"
            case "\0"..<" ": result += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
