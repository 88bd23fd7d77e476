/// A line of the report: a measured value with its target.
struct Figure: Sendable, Equatable {
    /// The stable id for thresholds and JSON, such as `appearance.instructions`.
    let id: String
    let title: String
    let unit: Unit
    let outcome: Outcome
    /// The target of the value; `nil` if the figure is only informative.
    var target: Target?
    /// A note that a reader needs to interpret the value.
    var note: String?
    /// Whether an unmeasured figure is an error, because an option requested it.
    private(set) var isRequired = false
    /// The reason why the value may miss its target.
    private var reason: String?

    init(id: String, title: String, unit: Unit, outcome: Outcome, target: Target? = nil, note: String? = nil) {
        self.id = id
        self.title = title
        self.unit = unit
        self.outcome = outcome
        self.target = target
        self.note = note
    }

    enum Outcome: Sendable, Equatable {
        /// An exact value, which is the same in each run.
        case exact(Double)
        /// The median, and the range of the middle half of the samples.
        case sampled(Double, ClosedRange<Double>)
        /// No value, with the reason.
        case unmeasured(String)
    }

    /// The measured value or median; `nil` if nothing was measured.
    var value: Double? {
        switch outcome {
        case .exact(let value), .sampled(let value, _): value
        case .unmeasured: nil
        }
    }

    /// Whether the value reaches its target; `nil` without a value or a target.
    var isReached: Bool? {
        guard let value, let target else { return nil }
        return target.isMet(by: value)
    }

    /// The reason why the value misses its target; `nil` if it does not.
    var reasonMissed: String? { isReached == false ? reason : nil }

    /// The line for a value that misses its target; `nil` if it does not, or has no target.
    var missedTarget: String? {
        guard isReached == false, let target, let value else { return nil }
        return "\(id): expected \(target.text(unit)), found \(unit.text(value))"
    }

    /// Returns the figure with the reason that applies if it misses its target.
    func missed(because reason: String) -> Figure {
        var figure = self
        figure.reason = reason
        return figure
    }
}

extension Figure {
    /// An exact value, which is the same in each run.
    static func exact(
        _ id: String, _ title: String, _ value: Double, _ unit: Unit, target: Target? = nil, note: String? = nil
    ) -> Figure {
        Figure(id: id, title: title, unit: unit, outcome: .exact(value), target: target, note: note)
    }

    /// Returns a figure with the median of samples.
    static func sampled(
        _ id: String, _ title: String, _ samples: Samples?, _ unit: Unit, target: Target? = nil, note: String? = nil
    ) -> Figure {
        let outcome = samples.map { Outcome.sampled($0.median, $0.spread) } ?? .unmeasured("no samples")
        return Figure(id: id, title: title, unit: unit, outcome: outcome, target: target, note: note)
    }

    /// Returns a figure without a value, with the reason.
    ///
    /// - Parameter isRequired: Whether an option requested the figure, so that the missing value is an error.
    static func unmeasured(
        _ id: String, _ title: String, _ reason: String, _ unit: Unit = .count, target: Target? = nil,
        isRequired: Bool = false
    ) -> Figure {
        var figure = Figure(id: id, title: title, unit: unit, outcome: .unmeasured(reason), target: target)
        figure.isRequired = isRequired
        return figure
    }
}

extension Figure {
    /// The figure as a JSON object on one line.
    var json: String {
        var fields = [("id", Self.quoted(id)), ("title", Self.quoted(title)), ("unit", Self.quoted(unit.rawValue))]
        switch outcome {
        case .exact(let value): fields.append(("value", Self.number(value)))
        case .sampled(let median, let spread):
            fields.append(("value", Self.number(median)))
            fields.append(("spread", "[\(Self.number(spread.lowerBound)),\(Self.number(spread.upperBound))]"))
        case .unmeasured(let reason): fields += [("value", "null"), ("unmeasured", Self.quoted(reason))]
        }
        switch target {
        case .atMost(let bound): fields.append(("atMost", Self.number(bound)))
        case .atLeast(let bound): fields.append(("atLeast", Self.number(bound)))
        case nil: break
        }
        if let isReached { fields.append(("isReached", "\(isReached)")) }
        if let reasonMissed { fields.append(("reasonMissed", Self.quoted(reasonMissed))) }
        if let note { fields.append(("note", Self.quoted(note))) }
        return "{" + fields.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
    }

    private static func number(_ value: Double) -> String {
        guard value.isFinite else { return "null" }
        return value == value.rounded() && abs(value) < 9e15 ? "\(Int(value))" : "\(value)"
    }

    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "\n": result += "\\n"
            case "\0"..<" ": result += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

/// The bound that a figure must reach.
enum Target: Sendable, Equatable {
    case atMost(Double)
    case atLeast(Double)

    func isMet(by value: Double) -> Bool {
        switch self {
        case .atMost(let bound): value <= bound
        case .atLeast(let bound): value >= bound
        }
    }

    /// Returns the factor by which a value misses the target.
    ///
    /// Returns `nil` if the value meets the target, or if the factor would be infinite.
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

/// The unit of a figure, and the format of its numbers.
enum Unit: String, Sendable {
    case count
    case instructions
    case nanoseconds
    case seconds
    case bytes
    case ratio

    func text(_ value: Double) -> String {
        switch self {
        case .count: Self.number(value)
        case .instructions: Self.number(value) + " instr."
        case .nanoseconds: Self.number(value) + " ns"
        case .seconds: Self.number(value) + " s"
        case .bytes: Self.number(value) + " B"
        case .ratio: Self.number(value) + "×"
        }
    }

    /// Returns a number with three significant digits and grouped thousands; whole numbers stay whole.
    static func number(_ value: Double) -> String {
        guard value.isFinite else { return "–" }
        let size = abs(value)
        let decimals = value == value.rounded() || size >= 100 ? 0 : size >= 10 ? 1 : size >= 0.1 ? 2 : 4
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        guard size * scale < 9e15 else { return "\(value)" }
        let whole = Int((size * scale).rounded())
        var fraction = decimals == 0 ? "" : String(whole % Int(scale))
        if decimals > 0 { fraction = "." + String(repeating: "0", count: decimals - fraction.count) + fraction }
        return (value < 0 && whole != 0 ? "-" : "") + grouped(whole / Int(scale)) + fraction
    }

    private static func grouped(_ number: Int) -> String {
        var digits = String(number)
        var result = ""
        while digits.count > 3 {
            result = "," + digits.suffix(3) + result
            digits.removeLast(3)
        }
        return digits + result
    }
}
