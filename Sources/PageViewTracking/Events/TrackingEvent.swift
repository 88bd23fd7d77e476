/// Something that happened, as an app says it: a name, and properties that describe it (rule TK-001).
///
/// An enum is the usual form, a case for each event of a screen:
///
///     enum CharacterListEvent: TrackingEvent {
///         case characterSelected(identifier: Int)
///
///         var name: String { "character_selected" }
///
///         var properties: [String: String] {
///             switch self {
///             case .characterSelected(let identifier): ["id": "\(identifier)"]
///             }
///         }
///     }
///
/// An event whose values are no texts says `payload` instead of `properties`.
public protocol TrackingEvent: Sendable {
    /// What happened, such as `character_selected`. A blank name is refused (rule TK-009).
    var name: String { get }
    /// Texts that describe it; none unless it says so.
    var properties: [String: String] { get }
    /// Typed values that describe it; the texts, sorted by name, unless it says otherwise. This is what is tracked.
    var payload: Payload { get }
}

extension TrackingEvent {
    /// No properties.
    public var properties: [String: String] { [:] }

    /// The properties as texts, sorted by name.
    public var payload: Payload {
        Payload(properties.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
    }
}
