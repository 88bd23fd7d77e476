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
