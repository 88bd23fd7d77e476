/// One row of the benchmark: a question, and the figures that answer it.
struct Row: Sendable {
    let id: String
    let title: String
    /// Whether it is measured before all others.
    var needsFreshHeap = false
    let measure: @Sendable (Context) throws -> [Figure]

    /// Whether a figure with this id is one of the row's: ids begin with that of the row, behind `instructions.` where they
    /// count those.
    func has(_ figure: String) -> Bool {
        let prefix = "instructions."
        return (figure.hasPrefix(prefix) ? figure.dropFirst(prefix.count) : figure[...]).hasPrefix(id)
    }

    static let all: [Row] = [
        .appearance, .growth, .memory, .queries, .threads, .tracker, .replay, .sessions, .startup, .size, .recording,
    ]
}
