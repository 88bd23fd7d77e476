import PageViewLifecycle

/// A problem on an event's path to the providers. It affects no other event (rules TK-008, TK-009).
public struct TrackingDiagnostic: Sendable, Hashable {
    /// The kind of a diagnostic. Later versions may add kinds.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The tracker rejected an event with a blank name (TK-009).
        case blankName
        /// The tracker changed a value that it could not send (TK-009).
        case changedValue
        /// An app tried to track an invalid event. Nothing was tracked (EN-006).
        case invalidEvent
        /// A middleware threw. The event was dropped (TK-010).
        case middlewareFailed
        /// A provider's `configure` threw. The provider receives no events (TK-008).
        case notConfigured
        /// A provider threw at an event or in another call (TK-008).
        case providerFailed
        /// A provider dropped events that it had received, for example because its journal is full (JR-006).
        case eventsDropped
        /// The format of a back end, or the back end, rejected an event. It is not sent again (WF-002, JR-018).
        case eventRejected
        /// The format of a back end omitted a part of an event. The rest of the event was sent (WF-003).
        case partOmitted
        /// A back end did not answer, or accepts no events now. The events are sent later (JR-019).
        case uploadPostponed
        /// The limit of waiting events is reached for a provider. The provider does not receive the event (TK-008).
        case queueFull
        /// The limit of held events is reached. The event was dropped (CO-002, CO-007).
        case holdFull
        /// The decision or the identity could not be read or saved, or other users can remove it (CO-005).
        case storeFailed
        /// The app named another user without a reset. A new anonymous id began (TK-006).
        case missingReset
        /// A recording could not be removed after a denial (RC-009).
        case recordingNotRemoved
    }

    /// The kind of the problem.
    public let kind: Kind
    /// A description for developers: what was expected, what was found, and the effect.
    public let message: String
    /// The name of the event; `nil` if the diagnostic is not about an event.
    public let event: String?
    /// The name of the provider; `nil` if the diagnostic is not about a provider.
    public let provider: String?

    /// Creates a diagnostic.
    public init(_ kind: Kind, _ message: String, event: String? = nil, provider: String? = nil) {
        self.kind = kind
        self.message = message
        self.event = event
        self.provider = provider
    }
}

extension TrackingDiagnostic: CustomStringConvertible {
    /// The kind, the provider, the event and the message.
    public var description: String {
        [kind.rawValue, provider, event.map { "[\($0)]" }, message].compactMap(\.self).joined(separator: ": ")
    }
}

/// A serial queue that delivers diagnostics to a handler in order, outside every lock (PR-012).
final class DiagnosticReporter: Sendable {
    private struct State {
        var waiting: [TrackingDiagnostic] = []
        var drainer = Drainer<TrackingDiagnostic>()

        mutating func next() -> TrackingDiagnostic? { drainer.next(from: &waiting) }
    }

    private static let mostWaiting = 1_000

    private let state = Locked(State())
    private let texts: TextRedaction
    private let handler: (@Sendable (TrackingDiagnostic) -> Void)?

    /// Creates a queue for a handler. An app may log diagnostics, so the queue redacts the policy's patterns in their texts.
    init(_ handler: (@Sendable (TrackingDiagnostic) -> Void)?, privacy: PrivacyPolicy) {
        self.handler = handler
        texts = privacy.payloads.texts
    }

    func report(
        _ kind: TrackingDiagnostic.Kind, _ message: String, event: String? = nil, provider: String? = nil
    ) {
        guard let handler else { return }
        let diagnostic = TrackingDiagnostic(
            kind, texts.redacted(message), event: event.map(texts.redacted), provider: provider)
        var next = state.withLock { state -> TrackingDiagnostic? in
            // Drops a diagnostic that the handler causes. Otherwise the handler could cause diagnostics without end.
            guard state.drainer.thread != .current else { return nil }
            // For a slow handler, the queue keeps the earliest diagnostics, because they explain the most.
            if state.waiting.count < Self.mostWaiting { state.waiting.append(diagnostic) }
            return state.drainer.begin() ? state.next() : nil
        }
        while let diagnostic = next {
            handler(diagnostic)
            next = state.withLock { $0.next() }
        }
    }
}
