/// All figures, row by row, in one of the forms in which they can be had.
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
