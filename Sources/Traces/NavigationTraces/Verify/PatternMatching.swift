import PageViewAutomation

extension TraceExpectation.Condition {
    func matches(_ record: TraceReplay.Record) -> Bool {
        guard let found = Self(of: record) else { return false }
        return found.name == name && fields.match(found.fields)
    }

    /// The kind of record that the condition is about; it has the condition's name.
    var subject: TraceExpectation.Subject? { TraceExpectation.Subject(rawValue: name.rawValue) }
}

extension FieldList {
    func match(_ found: FieldList) -> Bool { fields.allSatisfy { $0.value.matches(found.value($0.key)) } }
}

extension FieldValue {
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

/// Descriptions of records in failure messages, in the notation of expectations (TR-003).
extension TraceExpectation.Condition {
    /// Creates the condition with all properties of a record; `nil` for a record that no expectation can claim.
    init?(of record: TraceReplay.Record) {
        let session = record.session
        var fields = FieldList()
        switch record.record {
        case .pageView(let view):
            fields.add(view.page)
            fields.add(.component, view.component.map(session.name(of:)))
            fields.add(.scene, session.name(of: view.scene))
            fields.add(.payload, view.payload)
            fields.add(.previous, Expected(view.previous?.page.name.rawValue))
            fields.add(.cause, view.cause.rawValue)
            fields.add(.t, seconds: view.countedAt.nanoseconds)
            fields.add(.appearedAt, seconds: view.appearedAt?.nanoseconds)
            fields.add(.appearance, whole: view.id.appearance.map { Int64($0.ordinal) })
            fields.add(.seq, whole: Int64(clamping: view.sequence))
            fields.add(.deepLink, view.deepLink.map { .link(DeepLinkPattern(of: $0)) } ?? .nothing)
            self.init(.pageView, fields)
        case .pageLeave(let leave):
            fields.add(leave.page)
            fields.add(.component, session.name(of: leave.component))
            fields.add(.outcome, leave.outcome.rawValue)
            fields.add(.foreground, seconds: leave.foregroundNanoseconds)
            fields.add(.background, seconds: leave.backgroundNanoseconds)
            fields.add(.current, seconds: leave.currentNanoseconds)
            self.init(.pageLeave, fields)
        case .interaction(let interaction):
            fields.add(.name, interaction.name)
            fields.add(.page, interaction.page.map { FieldValue($0.page) } ?? .nothing)
            fields.add(.component, Expected(interaction.page.map { session.name(of: $0.component) }))
            self.init(.interaction, fields)
        case .deepLink(let visit):
            let link = DeepLinkPattern(of: visit)
            fields.add(.url, link.url)
            fields.add(.referrer, link.referrer)
            self.init(.deepLink, fields)
        case .diagnostic(let diagnostic):
            fields.add(.kind, diagnostic.kind.rawValue)
            fields.add(.component, diagnostic.component.map(session.name(of:)))
            self.init(.diagnostic, fields)
        case .currentPage: return nil
        }
    }

    /// The keys that each message about this record contains. A page view has many keys, so only a few are printed.
    var describingKeys: [TraceKey] { name == .pageView ? [.page, .component, .t] : TraceKey.allCases }
}

extension DeepLinkPattern {
    fileprivate init(of visit: DeepLinkVisit) {
        self.init(url: visit.link.url, referrer: Expected(visit.referrer?.page.name.rawValue))
    }
}

extension Expected {
    /// Creates the condition that the value equals this one, or that no value exists if it is `nil`.
    init(_ value: Value?) { self = value.map { .value($0) } ?? .nothing }
}
