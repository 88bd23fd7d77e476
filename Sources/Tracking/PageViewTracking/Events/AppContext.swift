/// The app and the device on which an event happened (rule TK-013).
///
/// The app passes these texts, because the library reads nothing from the system. Missing and empty texts are omitted.
public struct AppContext: Sendable, Hashable {
    /// The members, with their names in a journal.
    package enum Field: String, Sendable, CaseIterable {
        case system, systemVersion, appName, appVersion, appBuild, locale, deviceManufacturer, deviceModel
    }

    /// The texts that are present.
    package private(set) var texts: [Field: String]

    /// Creates a context.
    ///
    /// - Parameters:
    ///   - system: The name of the operating system, such as `iOS`.
    ///   - systemVersion: The version of the operating system, such as `18.2`.
    ///   - appName: The name of the app.
    ///   - appVersion: The version of the app, such as `4.1.0`.
    ///   - appBuild: The build of the app, such as `1187`.
    ///   - locale: The language and region of the user, such as `de-CH`.
    ///   - deviceManufacturer: The manufacturer of the device, such as `Apple`.
    ///   - deviceModel: The model of the device, such as `iPhone15,2`.
    public init(
        system: String? = nil, systemVersion: String? = nil, appName: String? = nil, appVersion: String? = nil,
        appBuild: String? = nil, locale: String? = nil, deviceManufacturer: String? = nil, deviceModel: String? = nil
    ) {
        let texts: [(Field, String?)] = [
            (.system, system), (.systemVersion, systemVersion), (.appName, appName), (.appVersion, appVersion),
            (.appBuild, appBuild), (.locale, locale), (.deviceManufacturer, deviceManufacturer),
            (.deviceModel, deviceModel),
        ]
        self.init(Dictionary(uniqueKeysWithValues: texts.compactMap { field, text in text.map { (field, $0) } }))
    }

    /// Creates a context from texts by name. Omits empty texts.
    package init(_ texts: [Field: String]) {
        self.texts = texts.filter { !$0.value.isEmpty }
    }

    /// Returns the text of a member; `nil` if it is missing.
    package subscript(field: Field) -> String? { texts[field] }

    /// The name of the operating system.
    public var system: String? { self[.system] }
    /// The version of the operating system.
    public var systemVersion: String? { self[.systemVersion] }
    /// The name of the app.
    public var appName: String? { self[.appName] }
    /// The version of the app.
    public var appVersion: String? { self[.appVersion] }
    /// The build of the app.
    public var appBuild: String? { self[.appBuild] }
    /// The language and region of the user.
    public var locale: String? { self[.locale] }
    /// The manufacturer of the device.
    public var deviceManufacturer: String? { self[.deviceManufacturer] }
    /// The model of the device.
    public var deviceModel: String? { self[.deviceModel] }
}
