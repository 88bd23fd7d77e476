/// All figures, row by row, as a table, JSON or Markdown.
struct Report {
    enum Form: Sendable {
        case table
        case json
        case markdown
    }

    /// A row of the benchmark with its figures.
    struct Section {
        let title: String
        let figures: [Figure]
    }

    var sections: [Section] = []

    func text(_ form: Form) -> String {
        switch form {
        case .table: sections.map { "\($0.title)\n\n\(Table($0.figures).text)" }.joined(separator: "\n")
        case .markdown: sections.map { "### \($0.title)\n\n\(Table($0.figures).markdown)" }.joined(separator: "\n")
        case .json: "[\n" + sections.flatMap(\.figures).map(\.json).joined(separator: ",\n") + "\n]\n"
        }
    }
}

/// Figures as a table with columns.
struct Table {
    static let header = ["what", "median", "middle half", "target", ""]
    private let lines: [[String]]
    /// The notes; lines refer to them by number.
    private let notes: [String]

    init(_ figures: [Figure]) {
        var notes: [String] = []
        lines = figures.map { figure in
            func number(_ note: String?) -> String {
                guard let note else { return "" }
                if !notes.contains(note) { notes.append(note) }
                return " [\((notes.firstIndex(of: note) ?? 0) + 1)]"
            }
            var cells = [figure.title + number(figure.note)] + Self.cells(of: figure)
            cells[cells.count - 1] += number(figure.reasonMissed)
            return cells
        }
        self.notes = notes
    }

    private static func shortfall(of figure: Figure) -> String {
        guard let value = figure.value, let factor = figure.target?.shortfall(of: value) else { return "" }
        return " by \(Unit.number(factor))×"
    }

    private static func cells(of figure: Figure) -> [String] {
        let target = figure.target?.text(figure.unit) ?? ""
        let verdict = figure.isReached.map { $0 ? "reached" : "MISSED" + Self.shortfall(of: figure) } ?? ""
        switch figure.outcome {
        case .exact(let value): return [figure.unit.text(value), "exact", target, verdict]
        case .sampled(let median, let spread):
            let middle = "\(Unit.number(spread.lowerBound)) … \(Unit.number(spread.upperBound))"
            return [figure.unit.text(median), middle, target, verdict]
        case .unmeasured(let reason): return ["not measured", reason, "", ""]
        }
    }

    /// The table for a terminal.
    var text: String {
        let all = [Self.header] + lines
        // A reason instead of a number does not widen the column.
        let widths = Self.header.indices.map { column in
            all.filter { $0[1] != "not measured" || column < 2 }.map { $0[column].count }.max() ?? 0
        }
        func line(_ cells: [String]) -> String {
            let padded = cells.indices.map { column in
                let gap = String(repeating: " ", count: max(0, widths[column] - cells[column].count))
                let isText = column == 0 || column == widths.count - 1 || cells[1] == "not measured"
                return isText ? cells[column] + gap : gap + cells[column]
            }
            return "  " + padded.joined(separator: "  ").trimmingEnd()
        }
        let rule = "  " + widths.map { String(repeating: "─", count: $0) }.joined(separator: "──")
        let footer = notes.enumerated().map { "  [\($0 + 1)] \($1)" }
        return ([line(Self.header), rule] + lines.map(line) + footer).joined(separator: "\n") + "\n"
    }

    /// The table for a Markdown document.
    var markdown: String {
        func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
        let head = [line(Self.header), line(["---", "---:", "---:", "---:", "---"])]
        let footer = notes.isEmpty ? [] : [""] + notes.enumerated().map { "[\($0 + 1)] \($1)  " }
        return (head + lines.map(line) + footer).joined(separator: "\n") + "\n"
    }
}

extension String {
    fileprivate func trimmingEnd() -> String { String(reversed().drop { $0 == " " }.reversed()) }
}
