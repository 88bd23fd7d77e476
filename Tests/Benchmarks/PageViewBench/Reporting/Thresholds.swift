/// The upper bounds of exact figures; a change that costs more must also change the table.
struct Thresholds: Equatable {
    struct Fault: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    /// The ids of figures with their bounds.
    let bounds: [(id: String, most: Double)]

    static func == (left: Thresholds, right: Thresholds) -> Bool {
        left.bounds.elementsEqual(right.bounds) { $0 == $1 }
    }

    /// Parses a table: an id and a number on each line, and comments after `#`.
    init(_ text: String) throws(Fault) {
        var bounds: [(id: String, most: Double)] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
            if words.isEmpty { continue }
            guard words.count == 2, let most = Double(words[1]), most.isFinite, most >= 0 else {
                throw Fault(description: "line \(index + 1): expected an id and a number, found \(line)")
            }
            guard !bounds.contains(where: { $0.id == words[0] }) else {
                throw Fault(description: "line \(index + 1): expected \(words[0]) once, found it again")
            }
            bounds.append((String(words[0]), most))
        }
        guard !bounds.isEmpty else { throw Fault(description: "expected thresholds, found none") }
        self.bounds = bounds
    }

    private init(bounds: [(id: String, most: Double)]) { self.bounds = bounds }

    /// Returns the thresholds of some rows, for a measurement of only these rows.
    func of(_ rows: [Row]) -> Thresholds {
        Thresholds(bounds: bounds.filter { bound in rows.contains { $0.has(bound.id) } })
    }

    /// Reads the table from a file.
    init(path: String) throws(Fault) {
        guard let text = TextFile.read(path) else { throw Fault(description: "\(path) cannot be read") }
        try self.init(text)
    }

    /// Returns the table with the measured values as its numbers; instructions get five percent more.
    ///
    /// The rest of the table, including comments, stays unchanged.
    static func recorded(_ figures: [Figure], in text: String) throws(Fault) -> String {
        var lines: [String] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
            guard words.count == 2 else {
                lines.append(String(line))
                continue
            }
            guard let figure = figures.first(where: { $0.id == words[0] }), let value = figure.value else {
                throw Fault(description: "\(words[0]): expected a figure, found nothing measured")
            }
            let rest = line[words[1].endIndex...]
            lines.append("\(line[..<words[1].startIndex])\(Int(bound(for: value, figure.unit)))\(rest)")
        }
        return lines.joined(separator: "\n")
    }

    /// Returns the bound that is recorded for a measured value.
    private static func bound(for value: Double, _ unit: Unit) -> Double {
        // Another C library copies memory with other instructions.
        (unit == .instructions ? value * 1.05 : value).rounded(.up)
    }

    /// Compares figures with their bounds; returns faults and hints.
    ///
    /// A fault is a value above its bound, or a missing value. A hint is a value whose recording would lower the bound by more
    /// than five percent.
    func check(_ figures: [Figure]) -> (faults: [String], hints: [String]) {
        var faults: [String] = []
        var hints: [String] = []
        for (id, most) in bounds {
            let found = figures.first { $0.id == id }
            guard let value = found?.value, let unit = found?.unit else {
                faults.append("\(id): expected at most \(Unit.number(most)), found nothing measured")
                continue
            }
            let tighter = Self.bound(for: value, unit)
            if value > most {
                faults.append("\(id): expected at most \(unit.text(most)), found \(unit.text(value))")
            } else if tighter < most * 0.95 {
                hints.append("\(id): the threshold \(Unit.number(most)) can be tightened to \(Unit.number(tighter))")
            }
        }
        return (faults, hints)
    }
}
