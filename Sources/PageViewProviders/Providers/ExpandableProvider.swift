/// A provider that stands for others, each of which a tracker gives a way of its own (rule TK-008).
protocol ExpandableProvider: TrackingProvider {
    /// What it stands for; none of it stands for others again.
    var ownParts: [any TrackingProvider] { get }
}

extension TrackingProvider {
    /// What a tracker delivers to: the provider itself, or what it stands for.
    var parts: [any TrackingProvider] {
        (self as? any ExpandableProvider)?.ownParts ?? [self]
    }
}
