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

    func text(_ unit: Unit) -> String {
        switch self {
        case .atMost(let bound): "≤ " + unit.text(bound)
        case .atLeast(let bound): "≥ " + unit.text(bound)
        }
    }
}
