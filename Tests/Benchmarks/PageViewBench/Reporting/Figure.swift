/// One line of the table: what was measured, and what it should be.
struct Figure: Sendable, Equatable {
    /// What does not change, for thresholds and for whoever reads the JSON, such as `appearance.instructions`.
    let id: String
    let title: String
    let unit: Unit
    let outcome: Outcome
    /// What it should be; `nil` informs only.
    var reach: Reach?
    /// What has to be known to read it.
    var note: String?
    /// Whether nothing was measured although what it takes was named or asked for.
    private(set) var isOwed = false
    /// Why it is not what it should be, where it is not.
    private var reason: String?

    init(id: String, title: String, unit: Unit, outcome: Outcome, reach: Reach? = nil, note: String? = nil) {
        self.id = id
        self.title = title
        self.unit = unit
        self.outcome = outcome
        self.reach = reach
        self.note = note
    }

    enum Outcome: Sendable, Equatable {
        /// A value that is the same each time.
        case exact(Double)
        /// The median, and where the middle half of the samples lies.
        case sampled(Double, ClosedRange<Double>)
        /// Nothing was measured, and why.
        case unmeasured(String)
    }

    /// What was measured, if anything.
    var value: Double? {
        switch outcome {
        case .exact(let value), .sampled(let value, _): value
        case .unmeasured: nil
        }
    }

    /// Whether it is what it should be; `nil` where nothing was measured, or nothing is asked for.
    var isReached: Bool? {
        guard let value, let reach else { return nil }
        return reach.isMet(by: value)
    }

    /// Why it is not what it should be; `nil` where it is.
    var reasonMissed: String? { isReached == false ? reason : nil }

    /// The same with the reason why it is missed, if it is.
    func missed(because reason: String) -> Figure {
        var figure = self
        figure.reason = reason
        return figure
    }
}

extension Figure {
    /// A value that is the same each time.
    static func exact(
        _ id: String, _ title: String, _ value: Double, _ unit: Unit, reach: Reach? = nil, note: String? = nil
    ) -> Figure {
        Figure(id: id, title: title, unit: unit, outcome: .exact(value), reach: reach, note: note)
    }

    /// The median of samples.
    static func sampled(
        _ id: String, _ title: String, _ samples: Samples?, _ unit: Unit, reach: Reach? = nil, note: String? = nil
    ) -> Figure {
        let outcome = samples.map { Outcome.sampled($0.median, $0.spread) } ?? .unmeasured("no samples")
        return Figure(id: id, title: title, unit: unit, outcome: outcome, reach: reach, note: note)
    }

    /// Nothing, and why.
    ///
    /// - Parameter isOwed: Whether what it takes was named or asked for, so that it should have been measured.
    static func unmeasured(
        _ id: String, _ title: String, _ reason: String, _ unit: Unit = .count, reach: Reach? = nil,
        isOwed: Bool = false
    ) -> Figure {
        var figure = Figure(id: id, title: title, unit: unit, outcome: .unmeasured(reason), reach: reach)
        figure.isOwed = isOwed
        return figure
    }
}
