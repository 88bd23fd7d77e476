/// The app and the device on which an event happened (rule TK-013).
///
/// The app passes these texts, because the library reads nothing from the system. Missing and empty texts are omitted.
public struct AppContext: Sendable, Hashable {
    package enum Field: String, Sendable, CaseIterable {
        case system, systemVersion, appName, appVersion, appBuild, appNamespace, locale, timeZone
        case deviceManufacturer, deviceModel, deviceType, deviceID
    }

    package private(set) var texts: [Field: String]

    /// Creates a context.
    ///
    /// - Parameters:
    ///   - system: The name of the operating system, such as `iOS`.
    ///   - systemVersion: The version of the operating system, such as `18.2`.
    ///   - appName: The name of the app.
    ///   - appVersion: The version of the app, such as `4.1.0`.
    ///   - appBuild: The build of the app, such as `1187`.
    ///   - appNamespace: The identifier of the app on its platform, such as `com.example.shop`.
    ///   - locale: The language and region of the user, such as `de-CH`.
    ///   - timeZone: The time zone of the user, such as `Europe/Zurich`.
    ///   - deviceManufacturer: The manufacturer of the device, such as `Apple`.
    ///   - deviceModel: The model of the device, such as `iPhone15,2`.
    ///   - deviceType: The type of the device in the vendor's words: `ios` for Segment, `Mobile` for PostHog.
    ///   - deviceID: An identifier of the device.
    public init(
        system: String? = nil, systemVersion: String? = nil, appName: String? = nil, appVersion: String? = nil,
        appBuild: String? = nil, appNamespace: String? = nil, locale: String? = nil, timeZone: String? = nil,
        deviceManufacturer: String? = nil, deviceModel: String? = nil, deviceType: String? = nil,
        deviceID: String? = nil
    ) {
        let texts: [Field: String?] = [
            .system: system, .systemVersion: systemVersion, .appName: appName, .appVersion: appVersion,
            .appBuild: appBuild, .appNamespace: appNamespace, .locale: locale, .timeZone: timeZone,
            .deviceManufacturer: deviceManufacturer, .deviceModel: deviceModel, .deviceType: deviceType,
            .deviceID: deviceID,
        ]
        self.init(texts.compactMapValues(\.self))
    }

    /// Creates a context from texts by name. Omits empty texts.
    package init(_ texts: [Field: String]) {
        self.texts = texts.filter { !$0.value.isEmpty }
    }

    /// Returns the text of a member; `nil` if it is missing.
    package subscript(field: Field) -> String? { texts[field] }

    /// The texts that are present, by the names of the parameters of the initializer.
    public var properties: [String: String] {
        Dictionary(uniqueKeysWithValues: texts.map { ($0.key.rawValue, $0.value) })
    }

    package var system: String? { self[.system] }
    package var systemVersion: String? { self[.systemVersion] }
    package var appName: String? { self[.appName] }
    package var appVersion: String? { self[.appVersion] }
    package var appBuild: String? { self[.appBuild] }
    package var locale: String? { self[.locale] }
    package var deviceManufacturer: String? { self[.deviceManufacturer] }
    package var deviceModel: String? { self[.deviceModel] }
    package var deviceID: String? { self[.deviceID] }
}
