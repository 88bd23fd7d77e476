import TestWatch
import Testing

@testable import PageViewBench

/// What the program is called with.
@Suite(.watched)
struct OptionsTests {
    @Test("Options are read with their values")
    func options() throws {
        let options = try Options(["--json", "--filter", "memory", "--quick", "--trace", "12", "--sessions", "0"])
        #expect(options.form == .json && options.filter == "memory" && options.isQuick && !options.isExact)
        #expect(options.trace?.events == 12 && options.trace?.sessions == 1)
    }

    @Test(
        "An unknown option is rejected",
        arguments: [
            ["--jsn"], ["memory"], ["--filter"], ["--rounds", "x"], ["--rounds", "-1"], ["--sessions", "5"],
            ["--rounds", "5"],
        ])
    func misuse(arguments: [String]) {
        #expect(throws: Options.Misuse.self) { try Options(arguments) }
    }

    @Test("Wrong use has its own exit status, and an unreadable table of thresholds fails")
    func status() {
        Bench.$errorOutput.withValue(-1) {
            #expect(Bench.run(["--nothing"], allocations: nil) == 64)
            #expect(Bench.run(["--filter", "nothing"], allocations: nil) == 64)
            #expect(Bench.run(["--probe", "nothing"], allocations: nil) == 64)
            #expect(Bench.run(["--filter", "tracker", "--check", "/nothing"], allocations: nil) == 70)
        }
    }

    @Test("Rows and probes have unique names")
    func names() {
        #expect(Set(Row.all.map(\.id)).count == Row.all.count)
        #expect(Set(Probe.all.map(\.name)).count == Probe.all.count)
    }

    @Test("The count of instructions is read from the output of valgrind")
    func collected() {
        #expect(InstructionCounter.collected(in: "==7== Events    : Ir\n==7== Collected : 1234\n==7== \n") == 1234)
        #expect(InstructionCounter.collected(in: "==7== Events    : Ir\n") == nil)
    }
}
