import PageViewDelivery
import PageViewEngagement
@testable import PageViewTracking
import TestSupport
import Testing

/// The encoding of journal events for a back end (rule JR-014).
@Suite(.watched)
struct JournalFormatTests {
    private let folder = TestFolder()
    private let sentAt = WallTime(nanoseconds: 1_700_000_000_000_000_000)

    private var formats: [any WireFormat] { WireReader.all.map { $0.format(nil) } }

    @Test("A journal does not change the bytes that a back end receives, exact prices included")
    func bytesAreTheSame() throws {
        let memory = InMemoryTrackingProvider()
        let tracker = Tracker(providers: [memory, JournalProvider(directory: folder.path)])
        tracker.identify("ann", properties: ["balance": DecimalNumber("0.10")])
        let engagement = EngagementTracker(tracker: tracker)
        for price in ["10.90", "12345678901234567.89", "7", "10.9"] {
            engagement.trackAddToCart(
                productID: "p", productName: "Pizza", price: try Money(price, "EUR"))
        }
        tracker.track("other", ["double": 10.9, "whole": 7, "large": 1e300, "tiny": 1e-300])
        var read: [TrackedEvent] = []
        try JournalUploader(directory: folder.path).upload { read += $0 }
        #expect(read == memory.events)
        for format in formats {
            #expect(
                format.batches(of: read, sentAt: sentAt).batches
                    == format.batches(of: memory.events, sentAt: sentAt).batches)
        }
    }
}
