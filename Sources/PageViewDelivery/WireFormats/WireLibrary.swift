import PageViewTracking

/// The library that sends events, as it tells vendors.
public struct WireLibrary: Sendable, Hashable {
    /// Its name.
    public let name: String
    /// Its version.
    public let version: String

    /// Creates a name for an app's own library.
    public init(name: String, version: String) {
        self.name = name
        self.version = version
    }

    /// This one.
    public static let own = WireLibrary(name: "page-view-automation", version: "1.0.0")
}
