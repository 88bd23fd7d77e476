import PageViewLifecycle

/// Something on the way of an event that somebody should know of. It harms nobody else (rules TK-008, TK-009).
public struct TrackingDiagnostic: Sendable, Hashable {
    /// What it was. New kinds may come; treat one you do not know as text.
    public struct Kind: RawRepresentable, Sendable, Hashable {
        /// The name of the kind.
        public let rawValue: String

        /// Creates a kind from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// An event with a blank name; it was refused (TK-009).
        public static let blankName = Kind(rawValue: "blankName")
        /// A value that cannot be sent as it is; it was changed (TK-009).
        public static let changedValue = Kind(rawValue: "changedValue")
        /// Something that an app wanted to track and that is none; nothing was tracked (EN-006).
        public static let invalidEvent = Kind(rawValue: "invalidEvent")
        /// A middleware threw; the event was dropped (TK-010).
        public static let middlewareFailed = Kind(rawValue: "middlewareFailed")
        /// A provider could not be made ready; it gets no events (TK-008).
        public static let notConfigured = Kind(rawValue: "notConfigured")
        /// A provider threw at an event, or at something else it was asked to do (TK-008).
        public static let providerFailed = Kind(rawValue: "providerFailed")
        /// A provider had to drop events that it had received, such as a journal that is full (JR-006).
        public static let eventsDropped = Kind(rawValue: "eventsDropped")
        /// A provider is so slow that no more may wait for it; it does not get the event (TK-008).
        public static let queueFull = Kind(rawValue: "queueFull")
        /// More events are held than may be while nobody has decided; the event was dropped (CO-002).
        public static let holdFull = Kind(rawValue: "holdFull")
        /// The decision or the identity could not be read or saved (CO-005).
        public static let storeFailed = Kind(rawValue: "storeFailed")
    }

    /// What it was.
    public let kind: Kind
    /// In words: where, what was found, what was expected or done.
    public let message: String
    /// The name of the event it is about, if it is about one.
    public let event: String?
    /// The provider it is about, if it is about one: its name.
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
    /// The kind and the message, and which event and provider it is about.
    public var description: String {
        [kind.rawValue, provider, event.map { "[\($0)]" }, message].compactMap(\.self).joined(separator: ": ")
    }
}

/// Delivers diagnostics to a handler, one at a time, in order, outside every lock.
final class DiagnosticReporter: Sendable {
    private let queue = WorkQueue<TrackingDiagnostic>()
    private let texts: TextRedaction
    private let handler: (@Sendable (TrackingDiagnostic) -> Void)?

    /// Creates a queue for a handler. Diagnostics may end up in a log, so the policy's patterns are taken out of their texts.
    init(_ handler: (@Sendable (TrackingDiagnostic) -> Void)?, privacy: PrivacyPolicy) {
        self.handler = handler
        texts = privacy.payloads.texts
    }

    func report(_ diagnostics: [TrackingDiagnostic]) {
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

    func report(_ diagnostic: TrackingDiagnostic) { report([diagnostic]) }
}
