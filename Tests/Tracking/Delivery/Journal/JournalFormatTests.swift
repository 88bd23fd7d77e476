import PageViewDelivery
import PageViewEngagement
import Foundation
@testable import PageViewTracking
import TestSupport
import Testing

/// The encoding of journal events for a back end (rule JR-014).
@Suite(.watched)
struct JournalFormatTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "format-\(UUID())").path
    private let sentAt = WallTime(nanoseconds: 1_700_000_000_000_000_000)

    private var formats: [any WireFormat] { WireReader.all.map { $0.format(nil) } }

    @Test("A journal does not change the bytes that a back end receives, exact prices included")
    func bytesAreTheSame() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let memory = InMemoryTrackingProvider()
        let tracker = Tracker(providers: [memory, JournalProvider(directory: folder)])
        tracker.identify("ann", properties: ["balance": DecimalNumber("0.10")])
        let engagement = EngagementTracker(tracker: tracker)
        for price in ["10.90", "12345678901234567.89", "7", "10.9"] {
            engagement.trackAddToCart(
                productID: "p", productName: "Pizza", price: try Money(price, "EUR"))
        }
        tracker.track("other", ["double": 10.9, "whole": 7, "large": 1e300, "tiny": 1e-300])
        var read: [TrackedEvent] = []
        try JournalUploader(directory: folder).upload { read += $0 }
        #expect(read == memory.events)
        for format in formats {
            #expect(
                format.batches(of: read, sentAt: sentAt).batches
                    == format.batches(of: memory.events, sentAt: sentAt).batches)
        }
    }

    @Test("An event that the format rejects is reported, counted and not delivered again")
    func refusalsAreTold() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let tracker = Tracker(providers: [JournalProvider(directory: folder)])
        let text = String(repeating: "x", count: 12_000)
        for name in ["a", "large", "b"] {
            tracker.track(name, name == "large" ? ["1": text, "2": text, "3": text] : [:])
        }
        var (diagnostics, requests): ([TrackingDiagnostic], [UploadRequest]) = ([], [])
        let uploader = JournalUploader(directory: folder)
        let result = try await uploader.upload(
            as: SegmentFormat(writeKey: "key"), clock: WallClock { sentAt }, report: { diagnostics.append($0) }
        ) { request in
            requests.append(request)
            return UploadResponse(status: 200)
        }
        #expect((result.delivered, result.rejected) == (2, 1))
        #expect(diagnostics.map(\.kind) == [.eventRejected] && diagnostics.map(\.event) == ["large"])
        #expect(try requests.map { try WireReader.segment.items($0.body).count } == [2])
        let again = try uploader.upload { _ in Issue.record("all was acknowledged") }
        #expect(again.delivered == 0)
    }

    @Test("A part that the format omits is reported and counted, after its batch was sent")
    func omissionsAreTold() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let tracker = Tracker(providers: [JournalProvider(directory: folder)])
        tracker.identify("ann", properties: ["plan": "pro"])
        tracker.track("long", ["text": .string(String(repeating: "x", count: 2_000))])
        tracker.track("short")
        let format = SnowplowFormat(appID: "app", namespace: "main")
        var diagnostics: [TrackingDiagnostic] = []
        let uploader = JournalUploader(directory: folder)
        func upload(_ status: Int) async throws -> JournalUpload {
            diagnostics = []
            return try await uploader.upload(as: format, report: { diagnostics.append($0) }) { _ in
                UploadResponse(status: status)
            }
        }
        _ = try await upload(503)
        #expect(diagnostics.map(\.kind) == [.uploadPostponed])
        let result = try await upload(200)
        #expect((result.delivered, result.rejected, result.omitted) == (2, 0, 3))
        #expect(diagnostics.map(\.kind) == [.partOmitted, .partOmitted, .partOmitted])
        #expect(diagnostics.map(\.event) == ["long", "long", "short"])
    }
}
