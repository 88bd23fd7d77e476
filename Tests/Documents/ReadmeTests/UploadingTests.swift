import Foundation
import PageViewDelivery
import PageViewLifecycle
import PageViewTracking
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The upload of the guide, with `URLSession`, to a server on the loopback interface (JR-018, JR-019).
@Suite(.watched)
final class UploadingTests: Sendable {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "uploading-\(UUID())").path
    private let diagnostics = Log<TrackingDiagnostic>()
    private let session = URLSession(configuration: .ephemeral, delegate: RedirectStopper(), delegateQueue: nil)
    /// The ids of the events in each request that the server has read, and in each one that it has accepted.
    private let received = Log<[String]>()
    private let accepted = Log<[String]>()

    /// Tracks events. Returns their ids.
    @discardableResult
    private func track(_ names: [String], _ payload: Payload = [:]) throws -> [String] {
        let memory = InMemoryTrackingProvider()
        let tracker = Tracker(providers: [JournalProvider(directory: folder), memory])
        for name in names { tracker.track(name, payload) }
        return memory.events.map(\.id.description)
    }

    private func server(
        readsBodies: Bool = true, _ answer: @escaping @Sendable () -> LoopbackServer.Answer
    ) throws -> LoopbackServer {
        try LoopbackServer(readsBodies: readsBodies) { [received, accepted] request in
            let object = try? JSONSerialization.jsonObject(with: request.body) as? [String: Any]
            let events = object?["batch"] as? [[String: Any]] ?? []
            let ids = events.compactMap { $0["uuid"] as? String }
            received.append(ids)
            let isExpected = request.path == "/batch/" && request.header.contains("content-type: application/json")
            let result = isExpected ? answer() : .init(404)
            if result.bytes.hasPrefix("HTTP/1.1 200 Reason") { accepted.append(ids) }
            return result
        }
    }

    private func upload(to server: LoopbackServer) async throws -> Duration? {
        try await uploadEvents(of: folder, to: server.url, with: session, report: { diagnostics.append($0) })
    }

    /// Uploads to a server that accepts everything.
    private func uploadTheRest() async throws {
        let server = try server { .init(200) }
        defer { server.stop() }
        #expect(try await upload(to: server) == nil)
    }

    deinit {
        session.finishTasksAndInvalidate()
        try? FileManager.default.removeItem(atPath: folder)
    }

    @Test("The function posts the events, reports what the format rejects and omits, and sends nothing twice")
    func sends() async throws {
        let ids = try track(["first", "$set", "second"], ["$lib": 1])
        try await uploadTheRest()
        try await uploadTheRest()
        #expect(accepted.values == [[ids[0], ids[2]]])
        #expect(diagnostics.values.map(\.kind) == [.eventRejected, .partOmitted, .partOmitted])
    }

    @Test("After a redirect, the events remain", arguments: [301, 302, 307])
    func redirect(status: Int) async throws {
        let ids = try track(["a", "b"])
        let server = try server { .init(status, "Location: /login\r\n") }
        defer { server.stop() }
        let error = await #expect(throws: UploadError.self) { try await upload(to: server) }
        #expect(error?.status == status && received.values == [ids])
        try await uploadTheRest()
        #expect(accepted.values == [ids])
    }

    @Test(
        "After a cut or senseless answer, the events remain, and arrive later with the same ids",
        // Foundation on Linux ends the process if an answer has no complete header.
        arguments: [
            "", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{",
            "HTTP/1.1 999 Reason\r\nContent-Length: 0\r\n\r\n",
        ])
    func brokenAnswers(bytes: String) async throws {
        let ids = try track(["a", "b"])
        let server = try server { .init(stringLiteral: bytes) }
        defer { server.stop() }
        let wait = try #require(try await upload(to: server))
        #expect((.seconds(15) ... .seconds(30)).contains(wait))
        #expect(diagnostics.values.map(\.kind) == [.uploadPostponed])
        try await uploadTheRest()
        #expect(Set(received.values) == [ids] && accepted.values == [ids])
    }

    @Test("If the connection is cut in the middle of a request, or not accepted, the events remain")
    func cutRequests() async throws {
        let ids = try track((1...60).map { "\($0)" }, ["text": .string(String(repeating: "x", count: 4_000))])
        let server = try server(readsBodies: false) { "" }
        #expect(try await upload(to: server) != nil)
        server.stop()
        #expect(try await upload(to: server) != nil)
        #expect(diagnostics.values.map(\.kind) == [.uploadPostponed, .uploadPostponed])
        try await uploadTheRest()
        #expect(Array(accepted.values.joined()) == ids)
    }

    @Test("The wait is the one that the server asks for")
    func retryAfter() async throws {
        try track(["a"])
        let server = try server { .init(503, "Retry-After: 120\r\n") }
        defer { server.stop() }
        #expect(try await upload(to: server) == .seconds(120))
        try await uploadTheRest()
    }

    @Test("A cancelled upload leaves a server that stalls, and its events remain")
    func stalledServer() async throws {
        let ids = try track(["a", "b"])
        let (isReceived, mayEnd) = (Gate(), Gate())
        let server = try server {
            isReceived.open()
            mayEnd.pass()
            return ""
        }
        defer { server.stop() }
        let running = Task { try await upload(to: server) }
        await isReceived.passed()
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
        mayEnd.open()
        try await uploadTheRest()
        #expect(received.values == [ids, ids] && accepted.values == [ids])
        #expect(diagnostics.values.isEmpty)
    }
}

extension Gate {
    /// Waits until the gate is open, on a thread that tests do not share.
    fileprivate func passed() async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                self.pass()
                continuation.resume()
            }
        }
    }
}
