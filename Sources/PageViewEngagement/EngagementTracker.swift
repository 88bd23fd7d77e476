import PageViewTracking

/// Tracks what users of a shop do, a method for each thing (rules EN-004, EN-005).
///
///     let engagement = EngagementTracker(tracker: tracker) { event, error in
///         print("\(event) was not tracked: \(error)")
///     }
///     engagement.trackAddToCart(productID: "prod_001", productName: "Cheese Pizza", quantity: 2, price: 10.99)
///
/// No method throws or traps. What makes no sensible event is not tracked: the method returns why, and the closure is told; a
/// ``Tracker`` tells a diagnostic.
/// Any thread, whatever the tracker allows.
public struct EngagementTracker: Sendable {
    /// What takes the events.
    public let tracker: any EventTracking
    private let onRefusal: @Sendable (_ event: String, _ error: EngagementError) -> Void

    /// Creates a tracker of engagement events.
    ///
    /// - Parameters:
    ///   - tracker: Takes the events, the same that takes all others.
    ///   - onRefusal: Hears the name of each event that was not tracked, and why, on the thread that wanted to track it. Does
    ///     nothing unless it is given.
    public init(
        tracker: any EventTracking,
        onRefusal: @escaping @Sendable (_ event: String, _ error: EngagementError) -> Void = { _, _ in }
    ) {
        self.tracker = tracker
        self.onRefusal = onRefusal
    }

    /// Tracks an event that has been made already.
    public func track(_ event: EngagementEvent) {
        tracker.track(event)
    }

    /// Tracks an event of a type with attributes (rule EN-006).
    ///
    /// - Returns: Why nothing was tracked; `nil` if it was.
    @discardableResult
    public func trackEvent(type: EngagementEventType, attributes: EventAttributes = [:]) -> EngagementError? {
        attempt(type.name) { () throws(EngagementError) in try EngagementEvent(type: type, attributes: attributes) }
    }

    /// Tracks the event if there is one.
    func attempt(
        _ name: String, _ event: () throws(EngagementError) -> EngagementEvent
    ) -> EngagementError? {
        do throws(EngagementError) {
            tracker.track(try event())
            return nil
        } catch {
            (tracker as? Tracker)?.refuse(name, error)
            onRefusal(name, error)
            return error
        }
    }
}

/// What a tracker of engagement events is called where services have that in their names.
public typealias EngagementTrackingService = EngagementTracker
