/// What rows measure with.
final class Context {
    let options: Options
    let allocations: AllocationCounter?
    let folder: TemporaryFolder
    /// Created when it is first needed, with the reason if there is none.
    private lazy var instructionCounter = Result { try InstructionCounter(in: folder) }

    init(_ options: Options, _ allocations: AllocationCounter?) throws {
        self.options = options
        self.allocations = allocations
        folder = try TemporaryFolder()
    }

    /// How often something is repeated.
    var repetitions: Int { options.isQuick ? 7 : 25 }

    /// What a probe's round takes, as a figure.
    func instructions(
        _ id: String, _ title: String, _ probe: Probe, reach: Reach? = nil, note: String? = nil
    ) -> Figure {
        do {
            // What has no part in a round, such as the length of a path, makes a difference behind the point.
            let value = try instructionCounter.get().instructions(of: probe).rounded()
            return .exact(id, title, value, .instructions, reach: reach, note: note)
        } catch {
            return .unmeasured(id, title, "\(error)", .instructions, reach: reach)
        }
    }

    /// What a body allocates on this thread, for each of so many rounds, as a figure.
    func allocations(
        _ id: String, _ title: String, rounds: Int, reach: Reach? = nil, note: String? = nil, _ body: () -> Void
    ) -> Figure {
        guard let allocations else {
            return .unmeasured(id, title, "the hook does not count right here", reach: reach)
        }
        let count = allocations.count(body).own.calls
        return .exact(id, title, Double(count) / Double(rounds), .count, reach: reach, note: note)
    }

    /// Tells what goes on, to whoever waits.
    func progress(_ text: String) {
        _ = Terminal.write("  … \(text)\n", to: 2)
    }
}
