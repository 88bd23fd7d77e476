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
            // Another C library copies memory with some other instructions.
            let most = figure.unit == .instructions ? value * 1.05 : value
            let rest = line[words[1].endIndex...]
            lines.append("\(line[..<words[1].startIndex])\(Int(most.rounded(.up)))\(rest)")
        }
        return lines.joined(separator: "\n")
    }

    /// What is too much, or was not measured; and what is so far below its bound that the bound says nothing any more.
    func check(_ figures: [Figure]) -> (faults: [String], hints: [String]) {
        var faults: [String] = []
        var hints: [String] = []
        for (id, most) in bounds {
            let found = figures.first { $0.id == id }
            guard let value = found?.value, let unit = found?.unit else {
                faults.append("\(id): expected at most \(Unit.number(most)), found nothing measured")
                continue
            }
            if value > most {
                faults.append("\(id): expected at most \(unit.text(most)), found \(unit.text(value))")
            } else if value < most * 0.95 {
                hints.append("\(id): the threshold \(Unit.number(most)) can be tightened to \(Unit.number(value))")
            }
        }
        return (faults, hints)
    }
}
