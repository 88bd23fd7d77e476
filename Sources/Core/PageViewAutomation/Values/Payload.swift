/// The named values that a page view carries, in the order in which they were given.
///
/// Two payloads are equal if they have equal values under the same names, in any order. Payloads are small, so a look-up searches
/// the names one after another. Copies share storage.
public struct Payload: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// The names and values. Each name occurs once.
    public private(set) var entries: [Entry]

    /// One named value.
    public struct Entry: Sendable, Hashable {
        /// The name.
        public let key: String
        /// The value.
        public let value: AnalyticsValue

        package init(key: String, value: AnalyticsValue) { (self.key, self.value) = (key, value) }
    }

    package init() { entries = [] }

    /// Creates a payload of named values. If a name occurs twice, the last value wins, at the position of the first.
    public init(_ elements: some Sequence<(String, AnalyticsValue)>) {
        var builder = PayloadBuilder(capacity: elements.underestimatedCount)
        for (key, value) in elements { builder.set(key, value) }
        self = builder.finished
    }

    /// Creates a payload from a literal. If a name occurs twice, the last value wins.
    public init(dictionaryLiteral elements: (String, AnalyticsValue)...) { self.init(elements) }

    /// Creates a payload of entries. The caller guarantees that their names differ.
    package init(uniqueEntries: [Entry]) { entries = uniqueEntries }

    package var isEmpty: Bool { entries.isEmpty }

    /// The value of a name; `nil` if there is none. Setting `nil` removes the value.
    public subscript(key: String) -> AnalyticsValue? {
        get { entries.first { $0.key.isSame(as: key) }?.value }
        set {
            let index = entries.firstIndex { $0.key.isSame(as: key) }
            switch (index, newValue) {
            case (let index?, let value?): entries[index] = Entry(key: key, value: value)
            case (let index?, nil): entries.remove(at: index)
            case (nil, let value?): entries.append(Entry(key: key, value: value))
            case (nil, nil): break
            }
        }
    }

    /// Returns whether the other payload contains all values of this one.
    package func isContained(in other: Payload, by isSame: (AnalyticsValue, AnalyticsValue) -> Bool) -> Bool {
        guard entries.count > Self.linearSearchLimit else {
            return entries.allSatisfy { entry in other[entry.key].map { isSame(entry.value, $0) } ?? false }
        }
        var values: [ExactName: AnalyticsValue] = [:]
        for entry in other.entries { values[ExactName(entry.key)] = entry.value }
        return entries.allSatisfy { entry in values[ExactName(entry.key)].map { isSame(entry.value, $0) } ?? false }
    }

    // With more names, a linear search for each name would take quadratic time.
    fileprivate static let linearSearchLimit = 16

    /// Returns whether both payloads have equal values under the same names.
    public static func == (left: Payload, right: Payload) -> Bool {
        left.entries.count == right.entries.count && left.isContained(in: right, by: ==)
    }

    /// Hashes the values independently of their order.
    public func hash(into hasher: inout Hasher) {
        var sum = entries.count
        for entry in entries {
            var own = Hasher()
            own.combine(entry)
            sum &+= own.finalize()
        }
        hasher.combine(sum)
    }
}

/// A builder of payloads, which finds the keys of a large payload by hash.
package struct PayloadBuilder {
    private var entries: [Payload.Entry] = []
    // Empty up to `linearSearchLimit` keys.
    private var indices: [ExactName: Int] = [:]

    package init() {}

    package init(capacity: Int) { entries.reserveCapacity(capacity) }

    /// Sets a value. A key that is set again keeps its position.
    package mutating func set(_ key: String, _ value: AnalyticsValue) {
        let entry = Payload.Entry(key: key, value: value)
        if let index = index(of: key) { return entries[index] = entry }
        entries.append(entry)
        guard entries.count > Payload.linearSearchLimit else { return }
        // The first key above the limit adds all keys before it too.
        let first = indices.isEmpty ? 0 : entries.count - 1
        for index in first..<entries.count { indices[ExactName(entries[index].key)] = index }
    }

    private func index(of key: String) -> Int? {
        guard entries.count <= Payload.linearSearchLimit else { return indices[ExactName(key)] }
        // The search runs over indices, because a search over the elements would copy each entry.
        return entries.indices.first { entries[$0].key.isSame(as: key) }
    }

    package var finished: Payload { Payload(uniqueEntries: entries) }
}
