/// The program: reads its options, measures row by row, writes the report.
public enum Bench {
    /// Runs the program.
    ///
    /// - Parameters:
    ///   - arguments: What it was called with, without its own name.
    ///   - allocations: What counts allocations; `nil` where nothing does.
    /// - Returns: The exit status.
    public static func run(_ arguments: [String], allocations: AllocationCounter?) -> Int32 {
        do throws(Options.Misuse) {
            let options = try Options(arguments)
            if options.showsHelp { return show(Options.usage) }
            if options.listsRows { return show(Row.all.map { "\($0.id): \($0.title)\n" }.joined()) }
            if let trace = options.trace {
                return BenchmarkTrace(events: trace.events, sessions: trace.sessions).writeToStandardOutput() ? 0 : 74
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
            return measure(rows, options, allocations)
        } catch {
            complain("\(error.message)\n\n\(Options.usage)")
            return 64
        }
    }

    private static func measure(_ rows: [Row], _ options: Options, _ allocations: AllocationCounter?) -> Int32 {
        do {
            var thresholds = try (options.thresholds ?? options.record).map(Thresholds.init(path:))
            if options.filter != nil { thresholds = thresholds?.of(rows) }
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
            _ = show(report.text(options.form))
            let figures = report.sections.flatMap(\.figures)
            if let path = options.record, let text = TextFile.read(path) {
                return TextFile.write(try Thresholds.recorded(figures, in: text), to: path) ? 0 : 74
            }
            guard let (faults, hints) = thresholds?.check(figures) else { return 0 }
            for line in faults + hints { complain(line) }
            return faults.isEmpty ? 0 : 1
        } catch {
            complain("\(error)")
            return 70
        }
    }

    private static func show(_ text: String) -> Int32 {
        Terminal.write(text, to: 1) ? 0 : 74
    }

    private static func complain(_ text: String) {
        _ = Terminal.write("pageview-bench: \(text)\n", to: 2)
    }
}
