/// Named values that travel with a page view, in the order in which they were given.
///
/// Two payloads are equal when they have equal values under the same names, in whatever order. Payloads are small, so
/// names are looked for one after another. A copy shares its storage.
public struct Payload: Sendable {
    /// The names and values, each name once.
    public private(set) var entries: [Entry]

    /// One named value.
    public struct Entry: Sendable, Hashable {
        /// The name.
        public let key: String
        /// The value.
        public let value: AnalyticsValue

        /// Creates a named value.
        public init(key: String, value: AnalyticsValue) {
            self.key = key
            self.value = value
        }
    }

    /// Creates an empty payload.
    public init() {
        entries = []
    }

    /// Creates a payload of named values; of a name given twice the last value wins, in the place of the first.
    public init(_ elements: some Sequence<(String, AnalyticsValue)>) {
        var builder = PayloadBuilder(capacity: elements.underestimatedCount)
        for (key, value) in elements { builder.set(key, value) }
        self = builder.finished
    }

    /// Whether the other payload has these values too, whatever else it has.
    package func isContained(in other: Payload, by isSame: (AnalyticsValue, AnalyticsValue) -> Bool) -> Bool {
        guard entries.count > Self.fewEntries else {
            return entries.allSatisfy { entry in other[entry.key].map { isSame(entry.value, $0) } ?? false }
        }
        // Looking for many names one after another would take forever.
        var values: [ExactName: AnalyticsValue] = [:]
        for entry in other.entries { values[ExactName(entry.key)] = entry.value }
        return entries.allSatisfy { entry in values[ExactName(entry.key)].map { isSame(entry.value, $0) } ?? false }
    }

    private static let fewEntries = 16

    /// Creates a payload of entries whose names are known to differ.
    package init(uniqueEntries: [Entry]) {
        entries = uniqueEntries
    }

    /// Whether there are no values.
    public var isEmpty: Bool { entries.isEmpty }

    /// The value of this name, or `nil` if there is none; setting `nil` removes it.
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
}

extension Payload: ExpressibleByDictionaryLiteral {
    /// Creates a payload from a literal; of a name given twice the last value wins.
    public init(dictionaryLiteral elements: (String, AnalyticsValue)...) { self.init(elements) }
}

extension Payload: Hashable {
    /// Whether both have equal values under the same names.
    public static func == (left: Payload, right: Payload) -> Bool {
        left.entries.count == right.entries.count && left.isContained(in: right) { $0 == $1 }
    }

    /// Hashes so that the order of the names does not matter.
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

extension String {
    /// Whether both are the same bytes. Names are compared so: what another tool keeps apart must not become one here
    /// because Unicode calls it equivalent.
    package func isSame(as other: String) -> Bool {
        // Names that differ mostly differ in length; those of one length mostly are the same.
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }
}

/// Collects named values; the keys of a large object are found by hash.
package struct PayloadBuilder {
    private var entries: [Payload.Entry] = []
    private var places: [ExactName: Int] = [:]
    private static let fewEntries = 16

    package init() {}

    /// Creates a builder with room for so many values.
    package init(capacity: Int) { entries.reserveCapacity(capacity) }

    package mutating func set(_ key: String, _ value: AnalyticsValue) {
        let entry = Payload.Entry(key: key, value: value)
        if let place = place(of: key) {
            entries[place] = entry
        } else {
            entries.append(entry)
            if entries.count > Self.fewEntries { note(key) }
        }
    }

    private func place(of key: String) -> Int? {
        guard entries.count <= Self.fewEntries else { return places[ExactName(key)] }
        // By its place, for else each entry would be copied to be looked at.
        return entries.indices.first { entries[$0].key.isSame(as: key) }
    }

    private mutating func note(_ key: String) {
        if places.isEmpty {
            for (place, entry) in entries.enumerated() { places[ExactName(entry.key)] = place }
        } else {
            places[ExactName(key)] = entries.count - 1
        }
    }

    package var finished: Payload { Payload(uniqueEntries: entries) }
}

/// A name that is the same only if its bytes are; see `String.isSame(as:)`.
package struct ExactName: Hashable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (left: ExactName, right: ExactName) -> Bool { left.text.isSame(as: right.text) }

    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
