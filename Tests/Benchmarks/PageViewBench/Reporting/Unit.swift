/// What a figure is a number of, and how such a number is written.
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

    /// Three digits that mean something, and thousands apart; whole numbers whole.
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
