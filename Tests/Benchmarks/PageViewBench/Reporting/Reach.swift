/// What a figure should be.
enum Reach: Sendable, Equatable {
    case atMost(Double)
    case atLeast(Double)

    func isMet(by value: Double) -> Bool {
        switch self {
        case .atMost(let bound): value <= bound
        case .atLeast(let bound): value >= bound
        }
    }

    /// By how much a value misses it: how many times too much, or how many times too little. `nil` if it is met, or if no
    /// number says it.
    func shortfall(of value: Double) -> Double? {
        guard !isMet(by: value) else { return nil }
        let (bound, factor) =
            switch self {
            case .atMost(let bound): (bound, value / bound)
            case .atLeast(let bound): (bound, bound / value)
            }
        return bound > 0 && factor.isFinite ? factor : nil
    }

    func text(_ unit: Unit) -> String {
        switch self {
        case .atMost(let bound): "≤ " + unit.text(bound)
        case .atLeast(let bound): "≥ " + unit.text(bound)
        }
    }
}
