/// The program: reads its options, measures row by row, writes the report.
public enum Bench {
    /// Runs the program.
    ///
    /// - Parameters:
    ///   - arguments: What it was called with, without its own name.
    ///   - allocations: What counts allocations; `nil` where nothing does.
    ///   - output: The descriptor that the report is written to: standard output, if nothing else is said.
    /// - Returns: The exit status.
    public static func run(_ arguments: [String], allocations: AllocationCounter?, output: Int32 = 1) -> Int32 {
        do throws(Options.Misuse) {
            let options = try Options(arguments)
            if options.showsHelp { return show(Options.usage, output) }
            if options.listsRows { return show(Row.all.map { "\($0.id): \($0.title)\n" }.joined(), output) }
            if let trace = options.trace {
                let trace = BenchmarkTrace(events: trace.events, sessions: trace.sessions)
                return trace.write(to: output) ? 0 : lost()
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
            // Otherwise a file of the measurement would get its number, and the report.
            guard Terminal.isOpen(output) else { return lost() }
            return measure(rows, options, allocations, output)
        } catch {
            complain("\(error.message)\n\n\(Options.usage)")
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
            // The C library rounds by what it was asked for before, so memory comes first, whatever comes with it.
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
            let (faults, hints) = thresholds?.check(figures) ?? ([], [])
            for line in faults + hints { complain(line) }
            let owed = figures.filter(\.isOwed)
            for figure in owed { complain("\(figure.title): expected a figure, found nothing measured") }
            return !owed.isEmpty ? 70 : faults.isEmpty ? 0 : 1
        } catch {
            complain("\(error)")
            return 70
        }
    }

    private static func show(_ text: String, _ output: Int32) -> Int32 {
        Terminal.write(text, to: output) ? 0 : lost()
    }

    private static func lost() -> Int32 {
        complain("the output cannot be written")
        return 74
    }

    private static func complain(_ text: String) {
        _ = Terminal.write("pageview-bench: \(text)\n", to: 2)
    }
}
