import PageViewDelivery
import Foundation

/// JSON parsing by Foundation, independent of the library's own parser.
enum WireJSON {
    struct Malformed: Error {}

    static func object(_ bytes: some Sequence<UInt8>) throws -> [String: Any] {
        guard let object = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] else {
            throw Malformed()
        }
        return object
    }

    static func object(_ text: String?) throws -> [String: Any] {
        guard let text else { throw Malformed() }
        return try object(text.utf8)
    }

    /// Returns the objects under a name.
    static func objects(_ name: String, of bytes: some Sequence<UInt8>) throws -> [[String: Any]] {
        guard let objects = try object(bytes)[name] as? [[String: Any]] else { throw Malformed() }
        return objects
    }

    /// Returns the items of all batches, in order.
    static func items(_ result: WireBatches, _ read: ([UInt8]) throws -> [[String: Any]]) rethrows -> [[String: Any]] {
        try result.batches.flatMap { try read($0.bytes) }
    }
}

/// Returns a copy with another value of a property, unless the value is `nil`.
func changed<Whole, Part>(_ whole: Whole, _ property: WritableKeyPath<Whole, Part>, _ value: Part?) -> Whole {
    var whole = whole
    if let value { whole[keyPath: property] = value }
    return whole
}

/// Reads the items of a batch. Throws if they violate the vendor's documentation.
struct WireReader: Sendable, CustomStringConvertible {
    let description: String
    /// Makes the format with these limits; `nil` means the default limits.
    let format: @Sendable (WireLimits?) -> any WireFormat
    let items: @Sendable ([UInt8]) throws -> [[String: Any]]
    /// Returns the event ID of an item.
    let id: @Sendable ([String: Any]) -> String?

    struct Nonconforming: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }
    }

    static let all = [
        // names: WireReader
        segment, snowplow, postHog, otlp,
        // end of names
    ]

    static func require(_ condition: Bool, _ what: String, _ item: [String: Any]) throws {
        if !condition { throw Nonconforming("\(what) in \(item)") }
    }
}
