/// One row of the benchmark: a question, and the figures that answer it.
struct Row: Sendable {
    let id: String
    let title: String
    /// Whether it is measured before all others.
    var needsFreshHeap = false
    let measure: @Sendable (Context) throws -> [Figure]

    static let all: [Row] = [
        .appearance, .growth, .memory, .queries, .threads, .tracker, .replay, .sessions, .startup, .size, .recording,
    ]
}
