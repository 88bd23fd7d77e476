import PageViewAutomation

/// Compares expectations with emitted records (TR-003).
extension TraceExpectation.Claim {
    func matches(_ record: TraceReplay.Record) -> Bool {
        guard let found = Self(of: record) else { return false }
        return found.name == name && fields.match(found.fields)
    }

    /// The kind of record that the claim is about, which has the claim's name.
    var subject: TraceExpectation.Subject? { TraceExpectation.Subject(rawValue: name.rawValue) }
}

extension FieldList {
    /// Returns whether the values found meet all conditions of this list.
    func match(_ found: FieldList) -> Bool { fields.allSatisfy { $0.value.matches(found.value($0.key)) } }
}

extension FieldValue {
    /// Returns whether the value found meets the condition that this value states.
    fileprivate func matches(_ found: FieldValue?) -> Bool {
        switch (self, found) {
        case (.payload(let expected), .payload(let payload)): expected.isContained(in: payload)
        case (.page(let name, let context), .page(let foundName, let foundContext)):
            (name == nil || name == foundName) && context.matches(foundContext.value)
        case (.link(let expected), .link(let link)):
            (expected.url == nil || expected.url == link.url) && expected.referrer.matches(link.referrer.value)
        default: self == found
        }
    }
}

extension Expected {
    /// The value that is expected; `nil` for none.
    fileprivate var value: Value? { if case .value(let value) = self { value } else { nil } }
}

extension Payload {
    /// Returns whether the other payload has these keys with the same values. It may have others.
    func isContained(in other: Payload) -> Bool {
        isContained(in: other) { $0.isSame(as: $1) }
    }
}

extension AnalyticsValue {
    /// Returns whether both values are the same. The numbers `1` and `1.0` are.
    func isSame(as other: AnalyticsValue) -> Bool {
        switch (self, other) {
        case (.int(let whole), .double(let number)), (.double(let number), .int(let whole)):
            return Double(whole) == number
        case (.array(let left), .array(let right)):
            return left.count == right.count && zip(left, right).allSatisfy { $0.isSame(as: $1) }
        case (.object(let left), .object(let right)):
            return left.entries.count == right.entries.count && left.isContained(in: right)
        default:
            return self == other
        }
    }
}
