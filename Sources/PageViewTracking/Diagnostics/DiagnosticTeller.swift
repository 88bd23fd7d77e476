import PageViewLifecycle

/// Delivers diagnostics to a handler, one at a time, in order, outside every lock.
final class DiagnosticTeller: Sendable {
    private let queue = WorkQueue<TrackingDiagnostic>()
    private let texts: TextRedaction
    private let handler: (@Sendable (TrackingDiagnostic) -> Void)?

    /// Creates a queue for a handler. Diagnostics may end up in a log, so the policy's patterns are taken out of their texts.
    init(_ handler: (@Sendable (TrackingDiagnostic) -> Void)?, privacy: PrivacyPolicy) {
        self.handler = handler
        texts = privacy.payloads.texts
    }

    func tell(_ diagnostics: [TrackingDiagnostic]) {
        // A diagnostic that the handler causes is not delivered to it: that would have no end.
        guard let handler, !diagnostics.isEmpty, !queue.isDrainedByCurrentThread else { return }
        // A slow handler gets the first of many, which say most.
        queue.append(diagnostics.map(redacted), upTo: Self.mostWaiting)
        queue.drain(handler)
    }

    private static let mostWaiting = 1_000

    private func redacted(_ diagnostic: TrackingDiagnostic) -> TrackingDiagnostic {
        guard !texts.isEmpty else { return diagnostic }
        return TrackingDiagnostic(
            diagnostic.kind, texts.redacted(diagnostic.message), event: diagnostic.event.map { texts.redacted($0) },
            provider: diagnostic.provider)
    }

    func tell(_ diagnostic: TrackingDiagnostic) { tell([diagnostic]) }
}
