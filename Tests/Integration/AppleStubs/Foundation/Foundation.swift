// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple's documentation describes the declarations that equal those of Apple's SDK.

// The declarations of Foundation that the adapters and the other stand-ins use, for systems without an SDK. Only the
// type checker uses this module: the programs that run use the Foundation of this system.

public protocol NSObjectProtocol: AnyObject {}

open class NSObject: NSObjectProtocol {
    public init() {}
}

open class NSCoder: NSObject {}

open class Bundle: NSObject {}

open class NSNotification: NSObject {
    public struct Name: Sendable, Hashable {
        public init(_ name: String) {}
    }
}

public struct Notification {
    public typealias Name = NSNotification.Name

    public var name: Name
    public var object: Any?
}

open class OperationQueue: NSObject {}

open class NotificationCenter: NSObject, @unchecked Sendable {
    open class var `default`: NotificationCenter { typeChecked() }

    open func post(name: Notification.Name, object: Any?) { typeChecked() }
    open func addObserver(
        forName name: Notification.Name?, object: Any?, queue: OperationQueue?,
        using block: @escaping @Sendable (Notification) -> Void
    ) -> any NSObjectProtocol { typeChecked() }
    open func removeObserver(_ observer: Any) { typeChecked() }
}

open class Thread: NSObject {
    open class var isMainThread: Bool { typeChecked() }
}

private func typeChecked() -> Never { fatalError("expected a type check, found a call") }
