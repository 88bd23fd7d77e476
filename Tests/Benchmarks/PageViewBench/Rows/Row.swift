/// A row of the benchmark: a question, and the figures that answer it.
struct Row: Sendable {
    let id: String
    let title: String
    /// Whether the row is measured before all others, because it depends on the state of the heap.
    var needsFreshHeap = false
    let measure: @Sendable (Context) throws -> [Figure]

    /// Returns whether the row has a figure with this id.
    ///
    /// The id of a figure begins with the row's id or, if it counts instructions, with `instructions.` and the row's id.
    func has(_ figure: String) -> Bool {
        let prefix = "instructions."
        return (figure.hasPrefix(prefix) ? figure.dropFirst(prefix.count) : figure[...]).hasPrefix(id)
    }

    static let all: [Row] = [
        .appearance, .growth, .memory, .queries, .threads, .tracker, .replay, .sessions, .startup, .size, .recording,
        .durable,
    ]
}

/// The options, counters and temporary files of a measurement.
final class Context {
    let options: Options
    let allocations: AllocationCounter?
    let folder: TemporaryFolder
    /// The counter, or the error that prevents it. Created on first use.
    private lazy var instructionCounter = Result { try InstructionCounter(in: folder) }

    init(_ options: Options, _ allocations: AllocationCounter?) throws {
        self.options = options
        self.allocations = allocations
        folder = try TemporaryFolder()
    }

    /// The number of repetitions of a timed measurement.
    var repetitions: Int { options.isQuick ? 7 : 25 }

    /// Returns the instructions of one round of a probe, as a figure.
    func instructions(
        _ id: String, _ title: String, _ probe: Probe, target: Target? = nil, note: String? = nil
    ) -> Figure {
        do {
            // Influences outside the rounds, such as the length of a path, change the fraction only.
            let value = try instructionCounter.get().instructions(of: probe).rounded()
            return .exact(id, title, value, .instructions, target: target, note: note)
        } catch {
            return .unmeasured(id, title, "\(error)", .instructions, target: target)
        }
    }

    /// Returns the allocations of a body on this thread, divided by the number of rounds, as a figure.
    func allocations(
        _ id: String, _ title: String, rounds: Int, target: Target? = nil, note: String? = nil, _ body: () -> Void
    ) -> Figure {
        guard let allocations else {
            return .unmeasured(id, title, "the allocation hook does not count on this system", target: target)
        }
        let count = allocations.count(body).own.calls
        return .exact(id, title, Double(count) / Double(rounds), .count, target: target, note: note)
    }

    /// Prints the current step to standard error.
    func progress(_ text: String) {
        _ = Terminal.write("  … \(text)\n", to: 2)
    }
}
