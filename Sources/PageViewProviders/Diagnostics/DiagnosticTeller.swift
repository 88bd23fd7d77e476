import PageViewLifecycle

/// Delivers diagnostics to a handler, one at a time, in order, outside every lock.
final class DiagnosticTeller: Sendable {
    private let queue = WorkQueue<TrackingDiagnostic>()
    private let handler: (@Sendable (TrackingDiagnostic) -> Void)?

    init(_ handler: (@Sendable (TrackingDiagnostic) -> Void)?) {
        self.handler = handler
    }

    func tell(_ diagnostics: [TrackingDiagnostic]) {
        // A diagnostic that the handler causes is not delivered to it: that would have no end.
        guard let handler, !diagnostics.isEmpty, !queue.isDrainedByCurrentThread else { return }
        // A slow handler gets the first of many, which say most.
        queue.append(diagnostics, upTo: Self.mostWaiting)
        queue.drain(handler)
    }

    private static let mostWaiting = 1_000

    func tell(_ diagnostic: TrackingDiagnostic) { tell([diagnostic]) }
}
