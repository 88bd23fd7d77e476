import PageViewTracking

/// A thing of a catalogue that somebody can look at: a product, a dish, an article (rule EN-002).
public struct CatalogObject: Sendable, Hashable {
    /// What sort of thing it is, such as `ProductBrowse`.
    public let type: String
    /// Which one it is.
    public let id: String
    /// What is known of it: its name, its price, its category.
    public let attributes: Payload
    /// The ids of things that belong to it, by what they are to it: `size`, `sku`.
    public let relatedCatalogObjects: Payload

    /// What a product of a catalogue is taken to be unless it is said.
    public static let defaultType = "ProductBrowse"

    /// Creates an object of a catalogue.
    ///
    /// - Throws: If the type or the id is blank.
    public init(
        type: String = CatalogObject.defaultType, id: String, attributes: EventAttributes = [:],
        relatedCatalogObjects: KeyValuePairs<String, [String]> = [:]
    ) throws(EngagementError) {
        try self.init(
            type: type, id: id, attributes: attributes,
            related: Payload(relatedCatalogObjects.map { ($0.key, .array($0.value.map(AnalyticsValue.string))) }))
    }

    init(type: String, id: String, attributes: EventAttributes, related: Payload) throws(EngagementError) {
        self.type = try type.checkedNotBlank("type")
        self.id = try id.checkedNotBlank("id")
        self.attributes = attributes.payload
        relatedCatalogObjects = related
    }

    /// The object with all its fields, in the order in which they are declared; what it does not have is left out.
    public var payload: Payload {
        Payload(present: [
            ("type", .string(type)), ("id", .string(id)), ("attributes", attributes.unlessEmpty),
            ("relatedCatalogObjects", relatedCatalogObjects.unlessEmpty),
        ])
    }
}
