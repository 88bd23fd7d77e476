/// Writes events for who develops an app: `[name] key: value, key: value`, sorted by the keys.
///
///     [character_selected] id: 42, page: character_list
public struct ConsoleTrackingProvider: TrackingProviderContract {
    private let write: @Sendable (String) -> Void

    /// Creates a provider that prints to standard output.
    public init() {
        self.init { print($0) }
    }

    /// Creates a provider that hands each line to a closure, one at a time.
    public init(write: @escaping @Sendable (String) -> Void) {
        self.write = write
    }

    /// At once, so that lines stand among those of the app.
    public var delivery: ProviderDelivery { .inline }

    /// Writes the event.
    public func track(_ event: any TrackingEvent) {
        let properties = event.properties.sorted { $0.key < $1.key }
        let values = properties.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
        write("[\(event.name)]" + (values.isEmpty ? "" : " " + values))
    }
}
