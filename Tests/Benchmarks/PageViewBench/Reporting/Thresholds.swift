/// What exact figures may be at most: a change that costs more has to say so, by changing the table.
struct Thresholds: Equatable {
    struct Fault: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    /// The id of a figure, and its bound.
    let bounds: [(id: String, most: Double)]

    static func == (left: Thresholds, right: Thresholds) -> Bool {
        left.bounds.elementsEqual(right.bounds) { $0 == $1 }
    }

    /// Reads a table: an id and a number on each line, and comments behind `#`.
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

    /// Those of some rows alone: where only these were measured, nothing is said about the others.
    func of(_ rows: [Row]) -> Thresholds {
        Thresholds(bounds: bounds.filter { bound in rows.contains { $0.has(bound.id) } })
    }

    /// Reads the table in a file.
    init(path: String) throws(Fault) {
        guard let text = TextFile.read(path) else { throw Fault(description: "\(path) cannot be read") }
        try self.init(text)
    }

    /// The table with what was measured in place of its numbers, and of instructions five parts in a hundred more; the
    /// rest of it, comments too, stays as it is.
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

    /// What is recorded as the most that a figure may be.
    private static func bound(for value: Double, _ unit: Unit) -> Double {
        // Another C library copies memory with some other instructions.
        (unit == .instructions ? value * 1.05 : value).rounded(.up)
    }

    /// What is too much, or was not measured; and what is so far below its bound that recording it would lower the bound
    /// by more than five parts in a hundred.
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
