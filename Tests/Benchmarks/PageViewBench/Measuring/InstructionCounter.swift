/// Counts instructions of a probe exactly, by a simulated processor: the difference of two runs with different numbers of
/// rounds, so that what comes before and after the rounds cancels out.
struct InstructionCounter {
    /// This program without debug information, which the simulator need not be able to read.
    private let program: String

    /// Prepares a copy of this program in a folder; throws where there is no valgrind.
    init(in folder: TemporaryFolder) throws {
        guard try ChildProcess.run(["valgrind", "--version"]).status == 0 else {
            throw ChildProcess.Failure(description: "valgrind cannot be run")
        }
        program = folder.file("probe")
        guard try ChildProcess.run(["strip", "-g", "-o", program, Program.path]).status == 0 else {
            throw ChildProcess.Failure(description: "strip cannot be run")
        }
    }

    /// How many instructions one round of a probe takes.
    func instructions(of probe: Probe) throws -> Double {
        let few = probe.rounds
        let many = 3 * few
        return Double(try total(probe, many) - total(probe, few)) / Double(many - few)
    }

    private func total(_ probe: Probe, _ rounds: Int) throws -> Int {
        let log = program + ".log"
        let run = try ChildProcess.run(
            [
                "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program,
                "--probe", probe.name, "--rounds", "\(rounds)",
            ],
            streams: .init(errors: log),
            // Hashing that differs from run to run would make the numbers differ.
            environment: ["SWIFT_DETERMINISTIC_HASHING": "1"])
        let text = TextFile.read(log) ?? ""
        guard run.status == 0, let total = Self.collected(in: text) else {
            throw ChildProcess.Failure(description: "valgrind failed: \(text.suffix(300))")
        }
        return total
    }

    /// The number in callgrind's line `==7== Collected : 1234`.
    static func collected(in text: String) -> Int? {
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count >= 4, words[1] == "Collected", words[2] == ":" { return Int(words[3]) }
        }
        return nil
    }
}
