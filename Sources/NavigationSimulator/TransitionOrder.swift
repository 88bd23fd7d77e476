import NavigationTraces
public import PageViewLifecycle

/// The order in which a framework reports one transition, and how that is known (rule SIM-002).
public struct TransitionOrder: Hashable, Sendable {
    /// One report, or the time between two.
    public enum Step: Hashable, Sendable {
        /// About what goes.
        case old(ComponentEvent)
        /// About what comes.
        case new(ComponentEvent)
        /// About what else has a part in it.
        case others(ComponentEvent)
        /// About the scene.
        case scene(SceneEvent)
        /// About the scene that was active before.
        case oldScene(SceneEvent)
        /// The transition runs: time passes.
        case animation
    }

    /// How an order is known.
    public enum Evidence: String, Hashable, Sendable {
        /// The framework was run.
        case run = "V"
        /// Its source or its documentation was read.
        case read = "S"
        /// Everybody says so.
        case assumed = "K"
    }

    /// The reports, in order.
    public var steps: [Step]
    /// How it is known.
    public var evidence: Evidence
    /// Where it was seen.
    public var source: String

    /// Creates an order.
    public init(_ steps: [Step], _ evidence: Evidence = .assumed, source: String = "") {
        self.steps = steps
        self.evidence = evidence
        self.source = source
    }

    /// The same with the reports about what comes before those about what goes, or the other way round.
    ///
    /// No framework promises its order across components, so the page views must not depend on it.
    public var swapped: TransitionOrder {
        var swapped: [Step] = []
        for phase in steps.split(separator: .animation, omittingEmptySubsequences: false) {
            if !swapped.isEmpty || phase.startIndex > steps.startIndex { swapped.append(.animation) }
            let firstIsOld = phase.first?.isAboutOld ?? false
            swapped += phase.filter { $0.isAboutOld != firstIsOld } + phase.filter { $0.isAboutOld == firstIsOld }
        }
        return TransitionOrder(swapped, .assumed, source: "swapped: \(source)")
    }
}

extension TransitionOrder.Step {
    fileprivate var isAboutOld: Bool { if case .old = self { true } else { false } }
}
