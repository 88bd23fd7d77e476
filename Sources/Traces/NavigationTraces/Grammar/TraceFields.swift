import AnalyticsJSON
import PageViewAutomation

/// The values of one line by key, in either notation.
///
/// A conforming type reads a value when it is requested, and checks that it has the requested type.
protocol TraceFields {
    func has(_ key: TraceKey) -> Bool
    func string(_ key: TraceKey) throws(LineError) -> String?
    /// Returns a text, or ``Expected/nothing`` for `null`.
    func expectedString(_ key: TraceKey) throws(LineError) -> Expected<String>
    /// Returns a number of seconds, in nanoseconds.
    func seconds(_ key: TraceKey) throws(LineError) -> Int64?
    func whole(_ key: TraceKey) throws(LineError) -> Int64?
    func bool(_ key: TraceKey) throws(LineError) -> Bool?
    func payload(_ key: TraceKey) throws(LineError) -> Payload?
    func page() throws(LineError) -> PageContext?
    /// Returns the entries of a `show`, each as a line of its own.
    func entries() throws(LineError) -> [Self]?
    /// Returns the condition on a page: ``FieldValue/page(name:context:)``, or ``FieldValue/nothing`` for `null`.
    func pageCondition(allowsNull: Bool) throws(LineError) -> FieldValue?
    /// Returns the condition on a deep link: ``FieldValue/link(_:)``, or ``FieldValue/nothing`` for `null`.
    func linkCondition() throws(LineError) -> FieldValue?
    /// Returns the error that the value of a key is not `what`.
    func wrong(_ key: TraceKey, _ what: String) -> LineError
    /// Returns the error that `what` lacks a key, or both of two alternative keys.
    func missing(_ key: TraceKey, or other: TraceKey?, of what: String) -> LineError
}

extension TraceFields {
    func missing(_ key: TraceKey, of what: String) -> LineError { missing(key, or: nil, of: what) }

    func required(_ key: TraceKey, of what: StaticString) throws(LineError) -> String {
        guard let value = try string(key) else { throw missing(key, of: what.description) }
        return value
    }

    /// Returns a calendar time, in nanoseconds since the beginning of 1970.
    func calendarTime(_ key: TraceKey) throws(LineError) -> Int64? {
        guard let text = try string(key) else { return nil }
        guard let time = CalendarTime(text), time.hasZone else {
            throw wrong(key, "'\(key)' to be a time in ISO 8601 with a zone, such as 2026-03-02T09:00:00Z")
        }
        return time.nanoseconds
    }

    /// Returns the policy that the value names as a whole (POL-005).
    func preset() throws(LineError) -> EnginePolicy? {
        guard let name = try string(.policy) else { return nil }
        guard let preset = PolicyPreset(rawValue: name) else {
            throw wrong(.policy, "'policy' to be standard, literal or session")
        }
        return preset.policy
    }

    func choice<Choice: NamedInTraces>(_ key: TraceKey, _ type: Choice.Type) throws(LineError) -> Choice? {
        guard let name = try string(key) else { return nil }
        guard let choice = Choice(name: name) else { throw wrong(key, "'\(key)' to be one of \(Choice.names)") }
        return choice
    }
}

extension JSONParser {
    var isAtNumber: Bool { next == 0x2D || next.map { (0x30...0x39).contains($0) } == true }
}

package protocol NamedInTraces: CaseIterable {
    var name: String { get }
}

extension NamedInTraces {
    package init?(name: String) {
        guard let value = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = value
    }

    static var names: String { allCases.map(\.name).joined(separator: ", ") }
}

extension NamedInTraces where Self: RawRepresentable<String> {
    package var name: String { rawValue }
}

extension PageLeave.Outcome: NamedInTraces {}
extension PageView.Cause: NamedInTraces {}
extension TraceExpectation.Subject: NamedInTraces {}

/// The value of a key: of an event to print, of a record, or of a condition that an expectation states.
enum FieldValue: Sendable, Hashable {
    case text(String)
    case nothing
    case seconds(Int64)
    case whole(Int64)
    case truth(Bool)
    case payload(Payload)
    case page(name: String?, context: Expected<String>)
    case link(DeepLinkPattern)
    case entries([TraceEvent.Action.ShownEntry])
}

/// The keys of a line and their values, in print order.
struct FieldList: Sendable, Hashable {
    struct Field: Sendable, Hashable {
        let key: TraceKey
        let value: FieldValue
    }

    private(set) var fields: [Field] = []

    func keeping(_ keys: [TraceKey]) -> FieldList {
        var list = FieldList()
        list.fields = fields.filter { keys.contains($0.key) }
        return list
    }

    func value(_ key: TraceKey) -> FieldValue? { fields.first { $0.key == key }?.value }

    mutating func add(_ key: TraceKey, _ value: FieldValue?) {
        if let value { fields.append(Field(key: key, value: value)) }
    }

    mutating func add(_ key: TraceKey, _ text: String?) { add(key, text.map { .text($0) }) }

    mutating func add(_ key: TraceKey, _ payload: Payload?) { add(key, payload.map { .payload($0) }) }

    mutating func add(_ key: TraceKey, _ truth: Bool?) { add(key, truth.map { .truth($0) }) }

    mutating func add(_ key: TraceKey, seconds: Int64?) { add(key, seconds.map { .seconds($0) }) }

    mutating func add(_ key: TraceKey, whole: Int64?) { add(key, whole.map { .whole($0) }) }

    mutating func add(_ key: TraceKey, _ expected: Expected<String>) {
        switch expected {
        case .anything: break
        case .nothing: add(key, FieldValue.nothing)
        case .value(let text): add(key, text)
        }
    }

    mutating func add(_ page: PageContext?) { add(.page, page.map { FieldValue($0) }) }
}

extension FieldValue {
    init(_ page: PageContext) {
        self = .page(name: page.name.rawValue, context: page.context.map { .value($0.rawValue) } ?? .anything)
    }
}
