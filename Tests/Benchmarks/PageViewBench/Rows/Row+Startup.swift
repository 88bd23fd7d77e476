extension Row {
    /// What the command costs before it does anything.
    static let startup = Row(id: "startup", title: "9. The command: start-up and size") { context in
        if context.options.isExact { return [] }
        guard context.options.buildsProbes else {
            return [.unmeasured("startup.ratio", "start-up, times an empty program", needsBuild, .ratio)]
        }
        do {
            context.progress("building the command")
            let probes = try ProbeBuild(context)
            let empty = try probes.build(.empty, of: probes.makePackage())
            return try measure(command: probes.command(), empty: empty, context) + [
                .exact(
                    "startup.size.small", "the same, built for size",
                    Double(TextFile.size(try probes.command(.small)) ?? 0), .bytes, reach: .atMost(8_000_000),
                    note: smallNote
                )
                .missed(because: commandBytes),
                .exact(
                    "startup.size.tiny", "the same, and without what the stack is unwound by",
                    Double(TextFile.size(try probes.command(.tiny)) ?? 0), .bytes, reach: .atMost(8_000_000),
                    note: tinyNote),
            ]
        } catch let failure as ChildProcess.Failure {
            return [
                .unmeasured(
                    "startup.ratio", "start-up, times an empty program", failure.description, .ratio, isOwed: true)
            ]
        }
    }

    private static let commandBytes =
        "The standard library is six million of them, and a fifth as much as the code are the unwinding tables."

    static let needsBuild = "--build-probes builds what is measured"

    private static func measure(command: String, empty: String, _ context: Context) throws -> [Figure] {
        // Few at a time, so that they take turns often.
        let batch = 20
        func time(_ arguments: [String]) -> () throws -> Double {
            {
                var seconds = 0.0
                for _ in 0..<batch { seconds += try ChildProcess.run(arguments).wallSeconds }
                return seconds * 1e9 / Double(batch)
            }
        }
        let samples = try Interleaving.run(context.repetitions, [time([empty]), time([command, "--help"])])
        return [
            .sampled("startup.empty.ns", "an empty static program", samples[0], .nanoseconds),
            .sampled("startup.command.ns", "pageview --help, static", samples[1], .nanoseconds),
            .sampled(
                "startup.ratio", "the second, times the first", samples[1].ratios(to: samples[0]), .ratio,
                reach: .atMost(1.5)),
            .exact("startup.empty.size", "size of the empty program", Double(TextFile.size(empty) ?? 0), .bytes),
            .exact(
                "startup.size", "size of the command, static and stripped", Double(TextFile.size(command) ?? 0), .bytes,
                reach: .atMost(8_000_000)
            )
            .missed(because: commandBytes),
        ]
    }
}
