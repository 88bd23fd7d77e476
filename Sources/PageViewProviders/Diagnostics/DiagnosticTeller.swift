import PageViewLifecycle

/// Tells diagnostics to whom it may concern, one at a time, in order, on no lock.
final class DiagnosticTeller: Sendable {
    private let outbox = Protected<Outbox<TrackingDiagnostic>>(Outbox())
    private let handler: (@Sendable (TrackingDiagnostic) -> Void)?

    init(_ handler: (@Sendable (TrackingDiagnostic) -> Void)?) {
        self.handler = handler
    }

    func tell(_ diagnostics: [TrackingDiagnostic]) {
        guard let handler, !diagnostics.isEmpty else { return }
        let isMine = outbox.withLock { outbox in
            // What a handler causes is not told to it again and again.
            guard outbox.drainer != .current else { return false }
            // A handler that is slow gets the first of many, which say most.
            outbox.waiting += diagnostics.prefix(max(0, Self.mostWaiting - outbox.waiting.count))
            return outbox.startDraining()
        }
        guard isMine else { return }
        var batch: [TrackingDiagnostic] = []
        while let next = outbox.withLock({ $0.nextBatch(returning: []) }) {
            batch = next
            for diagnostic in batch { handler(diagnostic) }
        }
    }

    private static let mostWaiting = 1_000

    func tell(_ diagnostic: TrackingDiagnostic) { tell([diagnostic]) }
}
