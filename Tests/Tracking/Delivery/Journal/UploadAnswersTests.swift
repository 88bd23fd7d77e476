import FileFaults
import Foundation
import PageViewDelivery
import PageViewTracking
import TestSupport
import Testing

/// What an uploader does with each answer of a back end (JR-018 to JR-020).
@Suite(.watched)
struct UploadAnswersTests {
    private let folder = TestFolder()

    /// A back end in the test. It decides by the names of the events in a request.
    private final class BackEnd {
        private(set) var requests: [[String]] = []
        private(set) var accepted: [String] = []
        private(set) var diagnostics: [TrackingDiagnostic] = []
        private let respond: ([String], UploadRequest) throws -> UploadResponse

        init(_ respond: @escaping ([String], UploadRequest) throws -> UploadResponse) { self.respond = respond }

        convenience init(_ status: Int = 200, retryAfter: String? = nil) {
            self.init { _, _ in UploadResponse(status: status, retryAfter: retryAfter) }
        }

        /// A back end that answers a request with a bad event with this status.
        static func rejecting(_ bad: Set<String>, status: Int = 400) -> BackEnd {
            BackEnd { names, _ in UploadResponse(status: bad.isDisjoint(with: names) ? 200 : status) }
        }

        func receive(
            from folder: TestFolder, batchEvents: Int = 100, as format: some WireFormat = PostHogFormat(apiKey: "key"),
            clock: WallClock = .system, gzip: ([UInt8]) throws -> [UInt8]? = { _ in nil }
        ) async throws -> JournalUpload {
            try await JournalUploader(directory: folder.path, batchEvents: batchEvents).upload(
                as: format, clock: clock, gzip: gzip, report: { diagnostics.append($0) }
            ) { request in
                let names = try WireJSON.objects("batch", of: request.body).compactMap {
                    $0["event"] as? String ?? $0["type"] as? String
                }
                requests.append(names)
                let response = try respond(names, request)
                if response.description.hasPrefix("2") { accepted += names }
                return response
            }
        }
    }

    private func track(_ names: [String], _ payload: Payload = [:], as user: String? = nil) {
        let tracker = Tracker(providers: [JournalProvider(directory: folder.path)])
        if let user { tracker.identify(user) }
        for name in names { tracker.track(name, payload) }
    }

    private func quarantined() throws -> [String] {
        try folder.quarantine().compactMap { $0["bytes"] as? String }
    }

    /// Checks that a back end that accepts everything receives these events.
    private func expectRest(_ names: [String]) async throws {
        let backEnd = BackEnd()
        #expect(try await backEnd.receive(from: folder).delivered == names.count)
        #expect(backEnd.accepted == names)
    }

    // MARK: Rejected events

    @Test(
        "A bad event of a hundred goes to the quarantine with its JSON, and the others arrive once",
        arguments: [400, 413, 422])
    func poisonedEvent(status: Int) async throws {
        let names = (1...100).map { "event \($0)" }
        track(names)
        let backEnd = BackEnd.rejecting(["event 37"], status: status)
        let result = try await backEnd.receive(from: folder)
        #expect((result.delivered, result.rejected, result.quarantined) == (99, 1, 1))
        #expect(result.retryAfter == nil && result.problems == 0)
        #expect(backEnd.accepted == names.filter { $0 != "event 37" })
        #expect(backEnd.requests.count == 15)
        #expect(backEnd.diagnostics.map(\.kind) == [.eventRejected] && backEnd.diagnostics[0].event == "event 37")
        #expect(backEnd.diagnostics[0].message.contains("found status \(status)"))
        let kept = try quarantined()
        #expect(kept.count == 1 && kept[0].contains(#""name":"event 37""#) && kept[0].hasSuffix("}}\n"))
        try await expectRest([])
    }

    @Test("All of an event of ordinary size is in the quarantine")
    func quarantineKeepsTheEvent() async throws {
        let text = AnalyticsValue.string(String(repeating: "x", count: 8_000))
        track(["bad"], ["1": text, "2": text, "3": text])
        track(["good"])
        _ = try await BackEnd.rejecting(["bad"]).receive(from: folder)
        #expect(try quarantined().first?.utf8.count { $0 == UInt8(ascii: "x") } ?? 0 >= 24_000)
    }

    @Test("A back end that rejects bodies above a size receives all events that fit")
    func tooLargeBodies() async throws {
        let text = Payload(dictionaryLiteral: ("text", .string(String(repeating: "x", count: 2_000))))
        track((1...20).map(String.init), text)
        track(["huge"], ["text": .string(String(repeating: "x", count: 20_000))])
        let backEnd = BackEnd { _, request in UploadResponse(status: request.body.count > 9_000 ? 413 : 200) }
        let result = try await backEnd.receive(from: folder)
        #expect(backEnd.accepted == (1...20).map(String.init))
        #expect((result.delivered, result.rejected, result.quarantined) == (20, 1, 1))
    }

    @Test("Until the back end has accepted an event, events that it rejects alone remain", arguments: [1, 2, 100])
    func everythingIsRejected(count: Int) async throws {
        let names = (1...count).map(String.init)
        track(names)
        let backEnd = BackEnd(400)
        let error = await #expect(throws: UploadError.self) { try await backEnd.receive(from: folder) }
        let found = "/batch/: expected the status 200, found 400 for each event alone"
        #expect(error.map { "\($0)" } == "\(found); check the key and the address, then the events")
        #expect(error?.status == 400 && backEnd.requests.count == 2 * count - 1)
        #expect(try quarantined().isEmpty && backEnd.diagnostics.isEmpty)
        try await expectRest(names)
    }

    @Test(
        "A batch of bad events goes to the quarantine if the back end has accepted an event before, or does so in the next one",
        arguments: [["good", "also good", "a", "b", "c", "best"], ["a", "b", "c", "good"]])
    func badBatch(names: [String]) async throws {
        track(names)
        let backEnd = BackEnd.rejecting(["a", "b", "c"])
        let result = try await backEnd.receive(from: folder, batchEvents: 2)
        #expect(backEnd.accepted == names.filter { !["a", "b", "c"].contains($0) })
        #expect((result.delivered, result.rejected, result.quarantined) == (names.count - 3, 3, 3))
        try await expectRest([])
    }

    @Test(
        "A back end that rejects the key or the address ends the upload",
        arguments: [300, 301, 401, 403, 404, 405, 415, 499])
    func wrongKey(status: Int) async throws {
        track(["a", "b"])
        let backEnd = BackEnd(status)
        let error = await #expect(throws: UploadError.self) { try await backEnd.receive(from: folder) }
        #expect(error?.status == status && backEnd.requests == [["a", "b"]])
        try await expectRest(["a", "b"])
    }

    @Test("If an upload ends after a rejection, the event is rejected again and kept once")
    func interruptedHalving() async throws {
        track((1...8).map(String.init))
        let backEnd = BackEnd { names, _ in
            UploadResponse(status: names.contains("3") ? 400 : names.contains("7") ? 503 : 200)
        }
        let result = try await backEnd.receive(from: folder)
        #expect(result.delivered == 0 && result.rejected == 0 && result.retryAfter != nil)
        #expect(try quarantined().isEmpty && backEnd.diagnostics.map(\.kind) == [.uploadPostponed])
        let later = BackEnd.rejecting(["3"])
        #expect(try await later.receive(from: folder).delivered == 7 && later.accepted.count == 7)
        #expect(try quarantined().count == 1)
    }

    @Test("A cancelled upload that has sent a part of a batch acknowledges nothing of it")
    func cancelledHalving() async throws {
        track((1...8).map(String.init))
        let folder = folder
        let upload = Task {
            let backEnd = BackEnd { names, _ in
                if names == ["1", "2", "3", "4"] { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
                return UploadResponse(status: names.contains("8") ? 400 : 200)
            }
            await #expect(throws: CancellationError.self) { try await backEnd.receive(from: folder) }
            return backEnd.accepted
        }
        #expect(await upload.value == ["1", "2", "3", "4"])
        try await expectRest((1...8).map(String.init))
    }

    @Test("If the task is cancelled while a request runs, the upload throws a cancellation, not the transport's error")
    func cancelledTransport() async throws {
        track(["event"])
        let folder = folder
        let upload = Task {
            let backEnd = BackEnd { _, _ in
                unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
                throw Refusal(description: "cancelled")
            }
            await #expect(throws: CancellationError.self) { try await backEnd.receive(from: folder) }
            return backEnd.diagnostics.isEmpty
        }
        #expect(await upload.value)
        try await expectRest(["event"])
    }

    // MARK: Later

    @Test(
        "An answer that promises nothing keeps the events, and states when to try again",
        arguments: [408, 425, 429, 500, 502, 503, 504, 599, 0, -1, 100, 199, 600, 999, .min, .max])
    func later(status: Int) async throws {
        track(["a", "b"])
        let backEnd = BackEnd(status)
        let wait = try #require(try await backEnd.receive(from: folder).retryAfter)
        #expect((.seconds(15) ... .seconds(30)).contains(wait))
        #expect(backEnd.diagnostics.map(\.kind) == [.uploadPostponed])
        #expect(backEnd.diagnostics[0].message.contains("found status \(status)"))
        try await expectRest(["a", "b"])
    }

    @Test("Without a connection, the events remain, and the error is reported")
    func noConnection() async throws {
        track(["a"])
        let backEnd = BackEnd { _, _ in throw Refusal(description: "offline") }
        #expect(try await backEnd.receive(from: folder).retryAfter != nil)
        #expect(backEnd.diagnostics[0].message.contains("found offline"))
        try await expectRest(["a"])
    }

    @Test("Each failure doubles the wait, up to an hour, with a random part; an accepted request ends it")
    func backOff() async throws {
        track(["a"])
        var waits: [Duration] = []
        for _ in 1...30 { waits.append(try #require(try await BackEnd(503).receive(from: folder).retryAfter)) }
        for (number, wait) in waits.enumerated() {
            let longest = Duration.seconds(min(30 << min(number, 10), 3_600))
            #expect((longest / 2...longest).contains(wait), "\(number)")
        }
        #expect(Set(waits.suffix(20)).count > 10)
        #expect(try await BackEnd().receive(from: folder).retryAfter == nil)
        track(["b"])
        let wait = try #require(try await BackEnd(503).receive(from: folder).retryAfter)
        #expect(wait <= .seconds(30))
    }

    @Test(
        "Retry-After is a number of seconds or a date, and at most a day",
        arguments: [
            ("1", 1), ("120", 120), (" 120 ", 120), ("86401", 86_400), ("1000000000000", 86_400),
            ("99999999999999999999999999", 86_400), ("Sun, 01 Mar 2026 12:31:05 GMT", 60),
            ("Sat, 28 Feb 2026 12:31:05 GMT", nil), ("Fri, 31 Dec 2100 00:00:00 GMT", 86_400), ("0", nil), ("-5", nil),
            ("1.5", nil), ("NaN", nil), ("inf", nil), ("1e3", nil), ("soon", nil), ("", nil), ("١٢", nil),
            ("Sun, 99 Mar 2026 12:31:05 GMT", nil), ("Sun, 01 Foo 2026 12:31:05 GMT", nil),
            ("Sun, 01 Mar 9999 12:31:05 GMT", nil), ("a b c d e GMT", nil), ("\u{1B}[2J", nil),
        ] as [(String, Int?)])
    func retryAfter(text: String, seconds: Int?) async throws {
        track(["a"])
        let backEnd = BackEnd(429, retryAfter: text)
        let wait = try await backEnd.receive(from: folder, clock: TestCalendar("2026-03-01T12:30:05.250Z").clock)
            .retryAfter
        if let seconds {
            #expect(wait == .seconds(seconds))
        } else {
            let wait = try #require(wait)
            #expect((.seconds(15) ... .seconds(30)).contains(wait))
        }
        #expect(backEnd.diagnostics.map(\.kind) == [.uploadPostponed])
        #expect(!backEnd.diagnostics[0].message.contains("\u{1B}"))
    }

    // MARK: Requests

    @Test("Each format names its path, and the body is JSON")
    func paths() async throws {
        let formats: [(any WireFormat, String)] = [
            (SegmentFormat(writeKey: "k"), "/v1/b"), (PostHogFormat(apiKey: "k"), "/batch/"),
            (SnowplowFormat(appID: "a", namespace: "n"), "/com.snowplowanalytics.snowplow/tp2"),
            (OTLPLogsFormat(serviceName: "s"), "/v1/logs"),
        ]
        for (format, path) in formats {
            track(["a"])
            try await JournalUploader(directory: folder.path).upload(as: format, report: { _ in }) { request in
                #expect(request.path == path && request.headers == ["Content-Type": "application/json"])
                _ = try WireJSON.object(request.body)
                return UploadResponse(status: 202)
            }
        }
    }

    @Test("The app's closure compresses the bodies; without a result the body is sent as it is")
    func compressed() async throws {
        func request(_ gzip: ([UInt8]) throws -> [UInt8]?) async throws -> UploadRequest {
            track(["a"])
            var sent: UploadRequest?
            try await JournalUploader(directory: folder.path).upload(
                as: OTLPLogsFormat(serviceName: "s"), gzip: gzip, report: { _ in }
            ) { request in
                sent = request
                return UploadResponse(status: 200)
            }
            return try #require(sent)
        }
        let zipped = try await request { Array($0.reversed()) }
        #expect(zipped.headers == ["Content-Type": "application/json", "Content-Encoding": "gzip"])
        #expect(zipped.body.last == UInt8(ascii: "{"))
        for gzip in [{ _ in nil }, { _ in [] }, { _ in throw Refusal(description: "") }]
            as [([UInt8]) throws -> [UInt8]?]
        {
            let plain = try await request(gzip)
            #expect(plain.headers == ["Content-Type": "application/json"] && plain.body.first == UInt8(ascii: "{"))
        }
    }

    // MARK: Identity

    @Test("Many uploads of one user identify the user once", arguments: [true, false])
    func identifiedOnce(isPostHog: Bool) async throws {
        var identified = 0
        let tracker = Tracker(providers: [JournalProvider(directory: folder.path)])
        tracker.identify("ann", properties: ["plan": "free"])
        func upload(_ key: String = "key", _ backEnd: BackEnd = BackEnd()) async throws -> Int {
            tracker.track("event")
            _ =
                isPostHog
                ? try await backEnd.receive(from: folder, as: PostHogFormat(apiKey: key))
                : try await backEnd.receive(from: folder, as: SegmentFormat(writeKey: key))
            return backEnd.requests.joined().count { $0 == "$identify" || $0 == "identify" }
        }
        for _ in 1...TestDepth.number(20, proof: 100) { identified += try await upload() }
        #expect(identified == 1)
        // Another back end, and the former one again.
        #expect(try await upload("other") == 1)
        #expect(try await upload() == 1)
        #expect(try await upload() == 0)
        // An identity that was not accepted is not known.
        tracker.reset()
        tracker.identify("bob")
        #expect(try await upload("key", BackEnd(503)) == 1)
        #expect(try await upload() == 1)
        tracker.identify("bob", properties: ["plan": "pro"])
        #expect(try await upload() == (isPostHog ? 0 : 1))
        for damage in ["", "x", "0 x", "99999999999999999999 1", "0 1 2", String(repeating: "9", count: 10_000)] {
            try folder.write(damage.utf8, to: "upload.state")
            #expect(try await upload() == 1, "\(damage)")
        }
        // A damaged number of failures changes only the wait.
        try folder.write("9223372036854775807 -".utf8, to: "upload.state")
        _ = try await upload("key", BackEnd(503))
        // A link or a folder is not opened.
        try FileManager.default.removeItem(atPath: folder.path + "/upload.state")
        try FileManager.default.makeFolder(folder.path + "/upload.state")
        #expect(try await upload() == 1)
        #expect(try await upload() == 1)
    }

    @Test("The file holds no id, belongs to its owner, and ends with a purge, also during an upload")
    func stateIsPrivate() async throws {
        track(["a"], as: "ann")
        _ = try await BackEnd().receive(from: folder)
        let text = String(decoding: try folder.bytes("upload.state"), as: UTF8.self)
        #expect(text.count < 20 && !text.contains("ann"))
        let mode = try FileManager.default.attributesOfItem(atPath: folder.path + "/upload.state")[.posixPermissions]
        #expect(mode as? Int == 0o600)
        track(["b"], as: "bob")
        let folder = folder
        let backEnd = BackEnd { _, _ in
            try JournalProvider(directory: folder.path).purge()
            return UploadResponse(status: 200)
        }
        _ = try await backEnd.receive(from: folder)
        #expect(try !folder.names.contains("upload.state"))
    }

    @Test("A rejected call that only identifies a user costs no event")
    func rejectedIdentify() async throws {
        track(["a", "b"], as: "ann")
        var format = PostHogFormat(apiKey: "key")
        format.limits.batchEvents = 1
        let backEnd = BackEnd.rejecting(["$identify"])
        let result = try await backEnd.receive(from: folder, as: format)
        #expect(backEnd.requests == [["$identify"], ["a"], ["b"]])
        #expect((result.delivered, result.rejected) == (2, 0))
        #expect(backEnd.diagnostics.map(\.kind) == [.eventRejected] && backEnd.diagnostics[0].event == nil)
    }

    @Test("If a back end rejects what identifies one user, all events are sent, and other users are identified")
    func rejectedUser() async throws {
        for (user, name) in [("ann", "a"), ("bad", "b"), ("bob", "c")] {
            track(["1", "2"].map { name + $0 }, as: user)
        }
        let backEnd = BackEnd { _, request in
            let isBad = try WireJSON.objects("batch", of: request.body).contains {
                $0["event"] as? String == "$identify" && $0["distinct_id"] as? String == "bad"
            }
            return UploadResponse(status: isBad ? 400 : 200)
        }
        let result = try await backEnd.receive(from: folder)
        #expect(backEnd.accepted == ["$identify", "a1", "a2", "b1", "b2", "$identify", "c1", "c2"])
        #expect((result.delivered, result.rejected, result.quarantined) == (6, 0, 0))
        #expect(backEnd.diagnostics.map(\.kind) == [.eventRejected] && backEnd.diagnostics[0].event == nil)
    }

    @Test("A back end that accepts nothing any more ends the upload, and the events remain")
    func rejectsEverythingLater() async throws {
        let names = (1...20).map(String.init)
        track(names)
        var isFirst = true
        let backEnd = BackEnd { _, _ in
            defer { isFirst = false }
            return UploadResponse(status: isFirst ? 200 : 400)
        }
        await #expect(throws: UploadError.self) { try await backEnd.receive(from: folder, batchEvents: 5) }
        #expect(backEnd.accepted == Array(names[..<5]) && backEnd.requests.count == 19)
        #expect(try quarantined().isEmpty && backEnd.diagnostics.isEmpty)
        try await expectRest(Array(names[5...]))
    }

    // MARK: Formats and faults

    /// A format of an app, which changes what another format returns.
    private struct OwnFormat: WireFormat {
        let base = PostHogFormat(apiKey: "key")
        let change: @Sendable ([TrackedEvent]) -> [TrackedEvent]
        var limits: WireLimits { base.limits }

        func batches(of events: [TrackedEvent], sentAt: WallTime) -> WireBatches {
            base.batches(of: change(events), sentAt: sentAt)
        }
    }

    @Test("A format of the app may drop, repeat or reverse events, and the upload ends")
    func ownFormat() async throws {
        let changes: [@Sendable ([TrackedEvent]) -> [TrackedEvent]] = [
            { _ in [] }, { $0 + $0 }, { $0.reversed() }, { Array($0.dropFirst()) },
        ]
        for change in changes {
            track((1...10).map(String.init), as: "ann")
            let backEnd = BackEnd.rejecting(["3", "7"])
            let result = try await backEnd.receive(from: folder, as: OwnFormat(change: change))
            #expect(result.retryAfter == nil && backEnd.requests.count < 50)
            #expect(try await backEnd.receive(from: folder).delivered == 0)
        }
    }

    @Test("A repeated record is sent and rejected as often as it is in the journal")
    func repeatedRecord() async throws {
        try folder.fill(1...3)
        let segment = try #require(try folder.segments.first)
        let bytes = try folder.bytes(segment)
        try folder.write(bytes + bytes, to: segment)
        let backEnd = BackEnd { names, _ in UploadResponse(status: names.count == 6 ? 400 : 200) }
        #expect(try await backEnd.receive(from: folder).delivered == 6)
        #expect(backEnd.requests.map(\.count) == [6, 3, 3])
    }

    @Test("Each event arrives, whichever file operation of an upload fails", arguments: FaultPlan.Fault.allCases)
    func faults(fault: FaultPlan.Fault) async throws {
        let path = SimulatedApp.journalPath
        for number in stride(from: 1, to: .max, by: TestDepth.number(7, proof: 1)) {
            let disk = SimulatedDisk()
            let plan = FaultPlan(fault, at: number, on: disk)
            let journal = JournalProvider(
                JournalFolder(path, in: disk), mode: .sync, isPowerCutSafe: true,
                limits: JournalLimits(segmentBytes: 1_500))
            for event in 1...12 { try journal.receive(.numbered(event, name: "\(event)")) }
            var (accepted, hasRestarted): (Set<String>, Bool) = ([], false)
            func upload(from files: any FileSystem) async {
                _ = try? await JournalUploader(JournalFolder(path, in: files), batchEvents: 5).upload(
                    as: PostHogFormat(apiKey: "key"), report: { _ in }
                ) { request in
                    let names = try WireJSON.objects("batch", of: request.body).compactMap { $0["event"] as? String }
                    if names.contains("8") { return UploadResponse(status: 400) }
                    if !plan.isDead || hasRestarted { accepted.formUnion(names) }
                    return UploadResponse(status: 200)
                }
            }
            plan.arm()
            await upload(from: plan.files)
            plan.disarm()
            let before = accepted
            hasRestarted = true
            for next in plan.disksAfterwards {
                next.isFull = false
                accepted = before
                await upload(from: next)
                #expect(accepted.union(["8"]) == Set((1...12).map(String.init)), "\(fault.rawValue) at \(number)")
            }
            guard plan.hasHappened else { return }
        }
    }
}
