/// A measured number and its target.
struct Figure {
    let id: String
    let title: String
    let value: Double
    let unit: String
    /// The ratio to the value of the row that this figure is compared with.
    var ratio: Double?
    var target: Target?

    /// One line for programs, with the fields id, value, unit, ratio, target, verdict and title. Tabs separate the
    /// fields; an empty field is `-`.
    var line: String {
        let verdict = target.map { $0.verdict(on: $0.isOfRatio ? ratio ?? .nan : value) }
        let fields = [
            id, Self.text(value), unit, ratio.map(Self.text) ?? "-", target?.text ?? "-", verdict ?? "-", title,
        ]
        return fields.joined(separator: "\t")
    }

    static func text(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\((value * 1_000).rounded() / 1_000)"
    }
}

/// The target of a figure.
enum Target {
    case atMost(Double)
    case ratioAtMost(Double)
    case ratioAtLeast(Double)
    /// The ratio differs from 1 by at most this much.
    case ratioWithin(Double)

    var isOfRatio: Bool { if case .atMost = self { false } else { true } }

    var text: String {
        switch self {
        case .atMost(let bound): "<= \(Figure.text(bound))"
        case .ratioAtMost(let bound): "<= \(Figure.text(bound))x"
        case .ratioAtLeast(let bound): ">= \(Figure.text(bound))x"
        case .ratioWithin(let share): "1x +- \(Figure.text(share * 100)) %"
        }
    }

    /// Returns whether a value meets the target, or by which factor it misses it.
    func verdict(on value: Double) -> String {
        let excess =
            switch self {
            case .atMost(let bound), .ratioAtMost(let bound): value / bound
            case .ratioAtLeast(let bound): bound / value
            case .ratioWithin(let share): max(value / (1 + share), (1 - share) / value)
            }
        // A value of 0 with a bound of 0 is 0 / 0.
        if excess <= 1 || value == 0 { return "reached" }
        guard excess.isFinite else { return "MISSED" }
        return "MISSED by \(Figure.text(excess < 10 ? (excess * 100).rounded() / 100 : excess.rounded()))x"
    }
}
