import PageViewDelivery
import TestSupport
import Testing

/// Delivery from a journal by an asynchronous `send` (JR-016).
@Suite(.watched)
struct AsynchronousUploadTests {
    private let folder = TestFolder()
    private let format = PostHogFormat(apiKey: "key")

    init() {
        let tracker = Tracker(providers: [JournalProvider(directory: folder.path)])
        for number in 1...9 { tracker.track("\(number)") }
    }

    private var uploader: JournalUploader { JournalUploader(directory: folder.path, batchEvents: 3) }

    /// Uploads with a `send` that never fails. Returns the number of events in each request.
    private func rest() async throws -> [Int] {
        var counts: [Int] = []
        try await uploader.upload(as: format, report: { _ in }) { request in
            await Task.yield()
            counts.append(try WireReader.postHog.items(request.body).count)
            return UploadResponse(status: 200)
        }
        return counts
    }

    @Test("The uploader awaits each request, and reports the losses of a batch once, after the response to it")
    func waits() async throws {
        let tracker = Tracker(providers: [JournalProvider(directory: folder.path)])
        tracker.track("$set")
        tracker.track("reserved", ["$lib": 1])
        var (running, most, counts): (Int, Int, [Int]) = (0, 0, [])
        var diagnostics: [TrackingDiagnostic] = []
        func upload() async throws -> JournalUpload {
            try await uploader.upload(as: format, report: { diagnostics.append($0) }) { request in
                running += 1
                most = max(most, running)
                await Task.yield()
                running -= 1
                counts.append(try WireReader.postHog.items(request.body).count)
                return UploadResponse(status: counts.count == 4 ? 503 : 200)
            }
        }
        // The batch with the losses is not delivered yet.
        let first = try await upload()
        #expect((first.delivered, first.rejected, first.omitted) == (9, 0, 0))
        #expect(diagnostics.map(\.kind) == [.uploadPostponed])
        diagnostics = []
        let result = try await upload()
        #expect((result.delivered, result.rejected, result.omitted) == (1, 1, 1))
        #expect(diagnostics.map(\.kind) == [.eventRejected, .partOmitted])
        #expect(diagnostics.map(\.event) == ["$set", "reserved"])
        #expect(counts == [3, 3, 3, 1, 1] && most == 1)
        #expect(try await rest().isEmpty)
    }

    @Test("After a cancellation, the running request is acknowledged, and no further request begins")
    func cancellation() async throws {
        let (uploader, format) = (uploader, format)
        let upload = Task {
            var requests = 0
            await #expect(throws: CancellationError.self) {
                try await uploader.upload(as: format, report: { _ in }) { _ in
                    requests += 1
                    if requests == 2 { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
                    await Task.yield()
                    return UploadResponse(status: 200)
                }
            }
            return requests
        }
        #expect(await upload.value == 2)
        #expect(try await rest() == [3])
    }

    @Test("An upload that is cancelled before a batch sends nothing more, with and without a format")
    func cancelledFromTheBeginning() async throws {
        let uploader = uploader
        let upload = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            try await uploader.upload { _ in
                await Task.yield()
                Issue.record("expected no batch")
            }
        }
        await #expect(throws: CancellationError.self) { try await upload.value }
        #expect(try await rest() == [3, 3, 3])
    }

    @Test("While one upload awaits its request, another upload throws and sends nothing")
    func oneAtATime() async throws {
        var others = 0
        let result = try await uploader.upload(as: format, report: { _ in }) { _ in
            await Task.yield()
            let error = await #expect(throws: JournalError.self) { try await rest() }
            #expect(error?.expected == "no other consumer of the journal")
            others += 1
            return UploadResponse(status: 200)
        }
        #expect((result.delivered, others) == (9, 3))
        #expect(try await rest().isEmpty)
    }
}
