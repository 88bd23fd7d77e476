import PageViewEngagement
import PageViewLifecycle
import TestSupport

/// A log of tracked events and of rejected calls.
final class EngagementLog: EventTracking {
    private let kept = Locked<(events: [EngagementEvent], rejections: [String])>(([], []))

    func track(_ event: any TrackingEvent) {
        guard let event = event as? EngagementEvent else { return }
        kept.withLock { $0.events.append(event) }
    }

    var events: [EngagementEvent] { kept.withLock { $0.events } }
    var rejections: [String] { kept.withLock { $0.rejections } }

    /// An engagement tracker that writes to this log.
    var service: EngagementTracker {
        EngagementTracker(tracker: self) { event, error in
            self.kept.withLock { $0.rejections.append("\(event): \(error)") }
        }
    }

    /// The JSON of the last event.
    var lastJSON: String { events.last.map { json($0.payload) } ?? "nothing" }
    /// The JSON of all events, on one line each.
    var allJSON: String { events.map { json($0.payload) }.joined(separator: "\n") }
}
