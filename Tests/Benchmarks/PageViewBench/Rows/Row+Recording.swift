extension Row {
    /// What it costs to keep the last events for the day on which a count is wrong.
    static let recording = Row(
        id: "recording", title: "11. Recording: didAppear, ready with 3 values, didDisappear, pending"
    ) { context in
        // More than the recorder keeps, so that each event pushes one out.
        let rounds = 1_000
        var population = Population(RecordedSubject.self, pages: 1)
        population.appearAgain(rounds)
        let again = Probe.all.filter { $0.name.hasPrefix("recording.") }.map { probe in
            context.instructions(
                "instructions.\(probe.name)", "instructions, with a recorder of the last 1,000 events", probe,
                note: "The same without one is the engine with pending, above.")
        }
        return [
            context.allocations(
                "recording.allocations", "allocations, with a recorder of the last 1,000 events", rounds: rounds,
                reach: .atMost(0)
            ) { population.appearAgain(rounds) }
        ] + again
    }
}
