import Foundation
import PageViewDelivery
import PageViewLifecycle
import PageViewTracking
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A back end in the process: it keeps the bodies of requests, and replies with given statuses. Each test has a host of its own.
private final class FakeBackEnd: URLProtocol {
    private static let hosts = Locked<[String: (statuses: [Int], bodies: [Data])]>([:])

    /// Replies to the requests to a host with these statuses, and with 200 afterwards. Returns a session that uses it.
    static func reply(_ statuses: [Int], on host: String) -> URLSession {
        hosts.withLock { $0[host] = (statuses, []) }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [FakeBackEnd.self]
        return URLSession(configuration: configuration)
    }

    static func bodies(on host: String) -> [Data] { hosts.withLock { $0[host]?.bodies ?? [] } }

    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func stopLoading() {}

    override func startLoading() {
        guard let url = request.url, let host = url.host else { return }
        let body = request.httpBody ?? Data()
        let status = Self.hosts.withLock { hosts in
            hosts[host]?.bodies.append(body)
            return hosts[host]?.statuses.isEmpty == false ? hosts[host]?.statuses.removeFirst() : nil
        }
        guard let response = HTTPURLResponse(url: url, statusCode: status ?? 200, httpVersion: nil, headerFields: nil)
        else { return }
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        client?.urlProtocolDidFinishLoading(self)
    }
}

/// The uploader of the guide sends the events of a journal (JR-016).
@Suite(.watched)
struct UploadingTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "uploading-\(UUID())").path
    private let diagnostics = Log<TrackingDiagnostic>()

    private func uploader(_ host: String, _ statuses: [Int]) throws -> EventUploader<PostHogFormat> {
        EventUploader(
            directory: folder, format: PostHogFormat(apiKey: "key"),
            endpoint: try #require(URL(string: "https://\(host)/batch/")),
            session: FakeBackEnd.reply(statuses, on: host),
            report: { [diagnostics] in diagnostics.append($0) })
    }

    /// The names of the events in each request to a host.
    private func names(_ host: String) throws -> [[String]] {
        try FakeBackEnd.bodies(on: host).map { body in
            let object = try JSONSerialization.jsonObject(with: body) as? [String: Any]
            let batch = try #require(object?["batch"] as? [[String: Any]])
            return batch.compactMap { $0["event"] as? String }
        }
    }

    private func track(_ names: [String]) {
        let tracker = Tracker(providers: [JournalProvider(directory: folder)])
        for name in names { tracker.track(name, ["$lib": 1]) }
    }

    @Test("The uploader posts the events, reports what the format rejects and omits, and sends nothing twice")
    func sends() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        track(["first", "$set", "second"])
        let uploader = try uploader("sends.example", [])
        try await uploader.upload()
        try await uploader.upload()
        #expect(try names("sends.example") == [["first", "second"]])
        #expect(diagnostics.values.map(\.kind) == [.eventRejected, .partOmitted, .partOmitted])
    }

    @Test("The uploader keeps events after a temporary failure, and drops them after a permanent one")
    func failures() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        track(["event"])
        let uploader = try uploader("failures.example", [503, 400])
        await #expect(throws: UploadFailure.self) { try await uploader.upload() }
        try await uploader.upload()
        try await uploader.upload()
        #expect(try names("failures.example") == [["event"], ["event"]])
        #expect(diagnostics.values.map(\.kind) == [.eventRejected, .partOmitted])
    }

    @Test("Overlapping calls send each event once")
    func overlaps() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        track((1...250).map { "\($0)" })
        let uploader = try uploader("overlaps.example", [])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...8 { group.addTask { try await uploader.upload() } }
            try await group.waitForAll()
        }
        #expect(try names("overlaps.example").flatMap(\.self) == (1...250).map { "\($0)" })
    }
}
