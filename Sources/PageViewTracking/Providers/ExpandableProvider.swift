/// A provider that stands for others, each of which a tracker gives a way of its own (rule TK-008).
protocol ExpandableProvider: TrackingProvider {
    /// What it stands for; none of it stands for others again.
    var ownParts: [any TrackingProvider] { get }
}

/// A provider that takes some events only.
protocol SelectiveProvider: TrackingProvider {
    /// Whether it takes an event.
    func takes(_ event: TrackedEvent) -> Bool
    /// Takes an event that it takes.
    func receiveTaken(_ event: TrackedEvent) throws
}

extension TrackingProvider {
    /// What a tracker delivers to: the provider itself, or what it stands for.
    var parts: [any TrackingProvider] {
        (self as? any ExpandableProvider)?.ownParts ?? [self]
    }
}
