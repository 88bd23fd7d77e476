import NavigationTraces

/// `pageview verify`: checks the expectations in traces and in documents (TR-005).
struct VerifyCommand {
    private var source: LineSource
    private var passed = 0
    private var failed = 0
    /// The first trace with a failure. A document is not a trace that `explain` can read.
    private var failedTrace: String?

    static func run(_ arguments: Arguments) throws(Arguments.Misuse) -> ExitStatus {
        guard !arguments.operands.isEmpty else {
            throw Arguments.Misuse(message: "expected a file or folder to verify, found none")
        }
        var command = VerifyCommand(source: LineSource(skipsInvalid: arguments.has("--skip-invalid")))
        return command.verify(arguments.operands)
    }

    private mutating func verify(_ operands: [Path]) -> ExitStatus {
        let inputs = Input.named(by: operands, includingDocuments: true)
        for input in inputs {
            if input.isDocument { verifyDocument(input) } else { verifyTrace(input) }
        }
        if passed + failed == 0, Terminal.status == .success {
            let names = operands.map(\.text).joined(separator: ", ")
            Terminal.printError(
                "\(names): expected an expectation, found none; add a line such as 'expect pageView home'")
        }
        // After an error, a summary of nothing would look like a result.
        if passed + failed > 0 || Terminal.status == .success {
            Terminal.writeLine("\(passed) passed, \(failed) failed")
        }
        if let failedTrace {
            Terminal.printError("Run 'pageview explain \(failedTrace)' for the reason of each page view.")
        }
        return Terminal.status
    }

    private mutating func verifyTrace(_ input: Input) {
        var verifier = TraceVerifier()
        let isWhole = source.read(input) { line, number, _ in
            Self.report(verifier.check(line, number: number), in: input)
        }
        if isWhole { Self.report(verifier.finish(), in: input) }
        passed += verifier.passed
        failed += verifier.failed
        if verifier.failed > 0, failedTrace == nil { failedTrace = input.path == nil ? "-" : input.name }
    }

    private mutating func verifyDocument(_ input: Input) {
        guard let document = source.readDocument(input) else { return }
        for example in document.examples {
            var verifier = TraceVerifier()
            let isWhole = source.read(example, of: input) { line, number, _ in
                Self.report(verifier.check(line, number: number), in: input)
            }
            if isWhole { Self.report(verifier.finish(), in: input) }
            passed += verifier.passed
            failed += verifier.failed
        }
    }

    private static func report(_ failures: [VerificationFailure], in input: Input) {
        if !failures.isEmpty { Terminal.record(.failedExpectation) }
        for failure in failures { Terminal.writeLine("\(input.name):\(failure.line): \(failure.message)") }
    }
}
