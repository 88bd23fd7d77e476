#if os(iOS) || os(macOS) || os(tvOS) || os(visionOS) || UIKIT_STAND_IN || APPKIT_STAND_IN
#if os(iOS) || os(tvOS) || os(visionOS) || UIKIT_STAND_IN
import UIKit
#else
import AppKit
#endif

/// Observations of a notification center, which end when this object is deallocated.
final class NotificationObservation {
    private let center: NotificationCenter
    private var tokens: [any NSObjectProtocol] = []

    init(_ center: NotificationCenter) { self.center = center }

    deinit {
        for token in tokens { center.removeObserver(token) }
    }

    /// For each notification that is posted on the main thread, calls `body` with the owner and the notification's object.
    ///
    /// UIKit and AppKit post their notifications on the main thread.
    func observe<Owner: AnyObject & Sendable, Object: AnyObject & Sendable>(
        _ name: Notification.Name, _ owner: Owner, _ body: @escaping @MainActor (Owner, Object) -> Void
    ) {
        tokens.append(
            center.addObserver(forName: name, object: nil, queue: nil) { [weak owner] notification in
                guard Thread.isMainThread, let owner, let object = notification.object as? Object else { return }
                MainActor.assumeIsolated { body(owner, object) }
            })
    }
}
#endif
