/// What is compared runs in turns, so that whatever else the machine does meets all of them alike.
enum Interleaving {
    /// Runs alternatives in turns, each round beginning with another one; the results of each, in their order.
    static func turns<Value>(_ repetitions: Int, _ alternatives: [() throws -> Value]) throws -> [[Value]] {
        // Once unmeasured: memory is touched for the first time, arrays grow.
        for alternative in alternatives { _ = try alternative() }
        var values = [[Value]](repeating: [], count: alternatives.count)
        for repetition in 0..<max(1, repetitions) {
            for turn in alternatives.indices {
                let index = (turn + repetition) % alternatives.count
                values[index].append(try alternatives[index]())
            }
        }
        return values
    }

    /// The same with numbers.
    static func run(_ repetitions: Int, _ alternatives: [() throws -> Double]) throws -> [Samples] {
        try turns(repetitions, alternatives).compactMap(Samples.init)
    }
}
