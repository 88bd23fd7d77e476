import AnalyticsJSON
import PageViewAutomation

/// The values of one line by their keys, whatever the notation; read when they are asked for, by the kind they must have.
protocol TraceFields {
    func has(_ key: TraceKey) -> Bool
    func string(_ key: TraceKey) throws(LineError) -> String?
    /// A text, or what stands for none.
    func expectedString(_ key: TraceKey) throws(LineError) -> Expected<String>
    /// Seconds, as nanoseconds.
    func seconds(_ key: TraceKey) throws(LineError) -> Int64?
    func whole(_ key: TraceKey) throws(LineError) -> Int64?
    func bool(_ key: TraceKey) throws(LineError) -> Bool?
    func payload(_ key: TraceKey) throws(LineError) -> Payload?
    func page() throws(LineError) -> PageContext?
    func pagePattern(allowsNull: Bool) throws(LineError) -> PagePattern?
    func expectedLink() throws(LineError) -> Expected<DeepLinkPattern>
    /// That the value of a key is none of those it may be.
    func wrong(_ key: TraceKey, _ what: String) -> LineError
    /// That a key is missing, or one that could stand for it.
    func missing(_ key: TraceKey, or other: TraceKey?, of what: String) -> LineError
}

extension TraceFields {
    func missing(_ key: TraceKey, of what: String) -> LineError { missing(key, or: nil, of: what) }

    func required(_ key: TraceKey, of what: StaticString) throws(LineError) -> String {
        guard let value = try string(key) else { throw missing(key, of: what.description) }
        return value
    }

    /// One of the names of an enumeration.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ key: TraceKey, _ type: Choice.Type
    ) throws(LineError) -> Choice? {
        guard let name = try string(key) else { return nil }
        guard let choice = Choice(rawValue: name) else {
            throw wrong(key, "'\(key)' to be one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return choice
    }
}
