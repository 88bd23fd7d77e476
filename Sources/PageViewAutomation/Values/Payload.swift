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
