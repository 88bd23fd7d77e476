/// What was measured several times; at least once.
struct Samples: Sendable, Equatable {
    let values: [Double]

    /// Creates samples; none at all are nothing.
    init?(_ values: [Double]) {
        guard !values.isEmpty else { return nil }
        self.values = values
    }

    var median: Double { quantile(0.5) }

    /// Where the middle half of them lies.
    var spread: ClosedRange<Double> { quantile(0.25)...quantile(0.75) }

    /// What this share of them is not above, between two neighbours in proportion.
    func quantile(_ share: Double) -> Double {
        let sorted = values.sorted()
        let place = share * Double(sorted.count - 1)
        let low = Int(place.rounded(.down))
        let high = Int(place.rounded(.up))
        return sorted[low] + (sorted[high] - sorted[low]) * (place - Double(low))
    }

    /// How many times the other each is, pair by pair: what slowed one of a pair slowed the other one too.
    func ratios(to other: Samples) -> Samples? {
        Samples(zip(values, other.values).filter { $1 > 0 }.map { $0 / $1 })
    }
}
