// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple's documentation describes the declarations that equal those of Apple's SDK.

public import Foundation

@MainActor open class UISceneSession: NSObject {
    public let persistentIdentifier: String
    public init(persistentIdentifier: String) { self.persistentIdentifier = persistentIdentifier }
}

@MainActor open class UIScene: UIResponder {
    public enum ActivationState: Int, Sendable {
        case unattached = -1
        case foregroundActive = 0
        case foregroundInactive = 1
        case background = 2
    }

    nonisolated public static let willConnectNotification = NSNotification.Name("UISceneWillConnectNotification")
    nonisolated public static let didDisconnectNotification = NSNotification.Name("UISceneDidDisconnectNotification")
    nonisolated public static let didActivateNotification = NSNotification.Name("UISceneDidActivateNotification")
    nonisolated public static let willDeactivateNotification = NSNotification.Name("UISceneWillDeactivateNotification")
    nonisolated public static let willEnterForegroundNotification = NSNotification.Name(
        "UISceneWillEnterForegroundNotification")
    nonisolated public static let didEnterBackgroundNotification = NSNotification.Name(
        "UISceneDidEnterBackgroundNotification")

    public let session: UISceneSession
    open private(set) var activationState = ActivationState.unattached

    public init(session: UISceneSession) { self.session = session }

    // Actions of the system.

    public func connect() { post(Self.willConnectNotification, .unattached) }
    public func enterForeground() {
        activationState = .background
        post(Self.willEnterForegroundNotification, .foregroundInactive)
        post(Self.didActivateNotification, .foregroundActive)
    }
    public func activate() { post(Self.didActivateNotification, .foregroundActive) }
    public func deactivate() { post(Self.willDeactivateNotification, .foregroundInactive) }
    open func enterBackground() {
        post(Self.willDeactivateNotification, .foregroundInactive)
        post(Self.didEnterBackgroundNotification, .background)
    }
    public func disconnect() { post(Self.didDisconnectNotification, .unattached) }

    private func post(_ name: NSNotification.Name, _ state: ActivationState) {
        activationState = state
        NotificationCenter.default.post(name: name, object: self)
    }
}

@MainActor open class UIWindowScene: UIScene {
    open internal(set) var windows: [UIWindow] = []

    open override func enterBackground() {
        super.enterBackground()
        for window in windows { window.rootViewController?.takePictures() }
    }
}
