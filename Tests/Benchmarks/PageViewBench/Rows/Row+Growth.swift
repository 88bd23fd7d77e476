extension Row {
    /// What the number of live pages does to the cost of each report.
    static let growth = Row(id: "growth", title: "2. Cost as live pages grow") { context in
        let exact = Burden.Act.allCases.filter { $0 != .scattered }.flatMap { instructions($0, context) }
        return context.options.isExact ? exact : exact + (try times(context))
    }

    private static func instructions(_ act: Burden.Act, _ context: Context) -> [Figure] {
        let figures = Burden.probes.filter { $0.name.hasPrefix("growth.\(act.rawValue).") }.map { probe in
            let size = probe.name.split(separator: ".").last.flatMap { Double($0) } ?? 0
            return context.instructions(
                "instructions.\(probe.name)", "instructions, \(Unit.number(size)) live: \(act.title)", probe)
        }
        guard figures.count == 2, let few = figures[0].value, let many = figures[1].value, few > 0 else {
            return figures
        }
        return figures + [
            .exact(
                "growth.ratio.\(act.rawValue)", "the same, many to one", (many / few * 1_000).rounded() / 1_000, .ratio,
                reach: .atMost(1.3))
        ]
    }

    private static func times(_ context: Context) throws -> [Figure] {
        let sizes = [1, 10, 100, 1_000, 10_000] + (context.options.isQuick ? [] : [100_000, 1_000_000])
        let burdens = sizes.map { size in
            context.progress("\(size) live pages")
            return Burden(live: size)
        }
        return try Burden.Act.allCases.flatMap { act in
            let samples = try Interleaving.run(
                context.repetitions,
                burdens.map { burden in
                    { Stopwatch.nanoseconds(perRound: 1_000) { burden.perform(act, 1_000) } }
                })
            return zip(sizes, samples).map { size, own in
                let title = "\(Unit.number(Double(size))) live: \(act.title)"
                guard size > 1 else {
                    return Figure.sampled("growth.ns.\(act.rawValue)", title, own, .nanoseconds, note: act.note)
                }
                return Figure.sampled(
                    "growth.\(act.rawValue).\(size)", "\(title), times one live", own.ratios(to: samples[0]), .ratio,
                    reach: .atMost(size <= 10_000 ? 1.3 : 4)
                )
                .missed(
                    because:
                        "It waits for one read from memory, because no cache holds the states of all pages; with one "
                        + "page it takes less time than such a read does.")
            }
        }
    }
}
