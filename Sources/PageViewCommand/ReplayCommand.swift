import NavigationTraces

/// `pageview replay`: page views out of traces.
struct ReplayCommand {
    private static let fullBuffer = 64 << 10

    static func run(_ arguments: ArraySlice<Path>) throws(Arguments.Misuse) -> ExitStatus {
        let arguments = try Arguments(arguments, flags: ["--all", "--skip-invalid"])
        var source = LineSource(skipsInvalid: arguments.has("--skip-invalid"))
        let operands = arguments.operands.isEmpty ? [.standardInput] : arguments.operands
        let inputs = Input.named(by: operands, includingDocuments: false)
        for input in inputs {
            var writer = RecordWriter(writesAll: arguments.has("--all"))
            var replay = TraceReplay()
            _ = source.read(input) { line, _, _ in
                switch line {
                case .header(let header): replay = TraceReplay(policy: header.policy)
                case .event(let event): for record in replay.apply(event) { writer.write(record) }
                case .expectation: break
                }
                if writer.count >= Self.fullBuffer { Terminal.write(writer.takeBytes()) }
            } pause: {
                Terminal.write(writer.takeBytes())
            }
        }
        return Terminal.status
    }
}
