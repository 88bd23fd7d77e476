/// The benchmark program: it parses options, measures row by row, and writes the report.
public enum Bench {
    /// Runs the program.
    ///
    /// - Parameters:
    ///   - arguments: The arguments, without the name of the program.
    ///   - allocations: The counter of allocations; `nil` if the program has none.
    ///   - output: The descriptor for the report; by default standard output.
    /// - Returns: The exit status.
    public static func run(_ arguments: [String], allocations: AllocationCounter?, output: Int32 = 1) -> Int32 {
        do throws(Options.Misuse) {
            let options = try Options(arguments)
            if options.showsHelp { return show(Options.usage, output) }
            if options.listsRows { return show(Row.all.map { "\($0.id): \($0.title)\n" }.joined(), output) }
            if let trace = options.trace {
                let trace = BenchmarkTrace(events: trace.events, sessions: trace.sessions)
                return trace.write(to: output) ? 0 : outputFailure()
            }
            if let name = options.probe {
                guard let probe = Probe.all.first(where: { $0.name == name }) else {
                    throw Options.Misuse(message: "expected a probe, found \(name)")
                }
                probe.run(options.rounds)
                return 0
            }
            let rows = Row.all.filter { row in options.filter.map { row.id.contains($0) } ?? true }
            guard !rows.isEmpty else { throw Options.Misuse(message: "expected the name of a row after --filter") }
            // If the descriptor is closed, a file of the measurement would get its number and receive the report.
            guard Terminal.isOpen(output) else { return outputFailure() }
            return measure(rows, options, allocations, output)
        } catch {
            printError("\(error.message)\n\n\(Options.usage)")
            return 64
        }
    }

    private static func measure(
        _ rows: [Row], _ options: Options, _ allocations: AllocationCounter?, _ output: Int32
    ) -> Int32 {
        do {
            var thresholds = try (options.thresholds ?? options.record).map(Thresholds.init(path:))
            if options.filter != nil { thresholds = thresholds?.of(rows) }
            if let missing = options.missing { throw ChildProcess.Failure(description: missing) }
            let context = try Context(options, allocations)
            var report = Report()
            var figuresOfRow: [String: [Figure]] = [:]
            // The C library rounds sizes depending on earlier requests, so memory is measured first.
            for row in rows.filter(\.needsFreshHeap) + rows.filter({ !$0.needsFreshHeap }) {
                context.progress(row.title)
                figuresOfRow[row.id] = try row.measure(context)
            }
            for row in rows {
                guard let figures = figuresOfRow[row.id], !figures.isEmpty else { continue }
                report.sections.append(.init(title: row.title, figures: figures))
            }
            let shown = show(report.text(options.form), output)
            guard shown == 0 else { return shown }
            let figures = report.sections.flatMap(\.figures)
            if let path = options.record, let text = TextFile.read(path) {
                return TextFile.write(try Thresholds.recorded(figures, in: text), to: path) ? 0 : 74
            }
            var (faults, hints) = thresholds?.check(figures) ?? ([], [])
            if options.requiresTargets { faults += figures.compactMap(\.missedTarget) }
            for line in faults + hints { printError(line) }
            let missingFigures = figures.filter(\.isRequired)
            for figure in missingFigures { printError("\(figure.title): expected a figure, found nothing measured") }
            return !missingFigures.isEmpty ? 70 : faults.isEmpty ? 0 : 1
        } catch {
            printError("\(error)")
            return 70
        }
    }

    private static func show(_ text: String, _ output: Int32) -> Int32 {
        Terminal.write(text, to: output) ? 0 : outputFailure()
    }

    private static func outputFailure() -> Int32 {
        printError("the output cannot be written")
        return 74
    }

    /// The descriptor for errors. Tests replace it, so that a test run is quiet.
    @TaskLocal static var errorOutput: Int32 = 2

    private static func printError(_ text: String) {
        _ = Terminal.write("pageview-bench: \(text)\n", to: errorOutput)
    }
}
