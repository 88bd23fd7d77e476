import Foundation
import NavigationSimulator
import NavigationTraces
import PageViewTracking
import TestSupport
import Testing

/// What a recording must not contain, and consent to it (RC-007, RC-009).
@Suite(.watched)
struct RecordingPrivacyTests {
    private let folder: URL
    private let clock = ManualClock()
    private let engine: PageViewEngine
    private static let email = "bob@example.com"
    private static let card = "4111 1111 1111 1111"
    private static let phone = "+49 170 1234567"
    private static let token = "s3cr3t"
    private static let secrets = [email, card, "4111", phone, "1234567", "bob", token]

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        engine = PageViewEngine(clock: clock)
    }

    private func path(_ name: String) -> String { folder.appending(path: name).path }

    private func bytes(_ name: String) -> [UInt8]? { FileManager.default.contents(atPath: path(name)).map(Array.init) }

    private func tracker(
        _ consent: Consent = .granted, _ policy: PrivacyPolicy = PrivacyPolicy(),
        onDiagnostic: (@Sendable (TrackingDiagnostic) -> Void)? = nil
    ) -> Tracker {
        Tracker(
            observing: engine, providers: [],
            options: TrackerOptions(consent: consent, privacy: policy, onDiagnostic: onDiagnostic))
    }

    /// Uses every input that carries a text, each with every kind of secret.
    private func useSecrets() {
        let texts = [Self.email, Self.card, Self.phone]
        for (index, secret) in texts.enumerated() {
            let page = PageContext(name: PageName(rawValue: "of \(secret)"), context: ContextName(rawValue: secret))
            let payload: Payload = ["note": .string(secret), "token": .string(Self.token)]
            let notifier = PageViewNotifier(pending: page)
            let component = engine.makeComponent(page: Page(notifier))
            engine.report(.didAppear, of: component)
            notifier.markReady(payload: payload)
            engine.recordInteraction("call \(secret)", payload)
            engine.recordPageView(page, payload: payload)
            engine.handle(DeepLink(url: "app://x?to=\(secret)&token=\(Self.token)&n=\(index)", source: "by \(secret)"))
            engine.handle(DeepLink(url: "app://x", source: "app://y?token=\(Self.token)"))
            engine.show([ShownEntry("shown", PageViewNotifier(page))])
            engine.report(.didDisappear, of: component)
            engine.report(.destroy, of: component)
        }
    }

    private static func expectNoSecret(_ bytes: [UInt8], _ place: String) {
        let text = String(decoding: bytes, as: UTF8.self)
        for secret in secrets { #expect(!text.contains(secret), "\(place) contains \(secret):\n\(text)") }
    }

    private static let naming = RecordedNaming(
        component: { id, _ in "view of \(email) \(id.index)" }, scene: { _ in "window of \(phone)" })

    @Test(
        "A recording contains nothing that the policy of a tracker removes, whichever begins first",
        arguments: [(true, false), (true, true), (false, false), (false, true)])
    func policyApplies(_ isTrackerFirst: Bool, _ isNamed: Bool) throws {
        let policy = PrivacyPolicy(properties: .except(["token"]), patterns: .all, timeGranularity: .hour)
        var trackers: [Tracker] = []
        if isTrackerFirst { trackers.append(tracker(.granted, policy)) }
        let naming = isNamed ? Self.naming : RecordedNaming()
        let options = RecordingOptions(
            title: "for \(Self.email)", calendarTimeOfZero: .seconds(1_800_000_000), naming: naming)
        let memory = TraceRecorder(of: engine, options: options)
        let files = try ["t.trace", "t.jsonl"].map {
            try TraceFileRecorder(of: engine, path: path($0), options: options)
        }
        useSecrets()
        memory.note("of \(Self.email)")
        if !isTrackerFirst { trackers.append(tracker(.granted, policy)) }
        useSecrets()
        memory.note("of \(Self.card)")
        for file in files { file.stop() }
        Self.expectNoSecret(memory.bytes(), "memory")
        for name in ["t.trace", "t.jsonl"] {
            let written = bytes(name) ?? []
            Self.expectNoSecret(written, name)
            #expect(Reading(written, nil).lines == memory.lines)
        }
        let text = memory.text()
        // Nothing else is lost. A calendar time would undo the rounding.
        #expect(text.contains("[email]") && text.contains("[card]") && text.contains("[phone]"))
        #expect(!text.contains("beganAt"))
    }

    @Test("Without user data, a recording contains no text of the app", arguments: [false, true])
    func nothingWithoutUserData(_ isNamed: Bool) throws {
        var options = RecordingOptions.withoutUserData
        if isNamed { options.naming = Self.naming }
        let memory = TraceRecorder(of: engine, options: options)
        let file = try TraceFileRecorder(of: engine, path: path("t.trace"), options: options)
        useSecrets()
        memory.note(Self.email)
        let late = TraceRecorder(of: engine, options: options)
        file.stop()
        for (place, bytes) in [("memory", memory.bytes()), ("late", late.bytes()), ("file", bytes("t.trace") ?? [])] {
            Self.expectNoSecret(bytes, place)
            #expect(!bytes.isEmpty)
        }
    }

    @Test("Equal names get equal replacements, and different names different ones")
    func replacementsAreConsistent() {
        let tracker = tracker(.granted, PrivacyPolicy(patterns: .all))
        defer { withExtendedLifetime(tracker) {} }
        let recorder = TraceRecorder(of: engine)
        let numbered = TraceRecorder(of: engine, options: .withoutUserData)
        let names = ["[email]", "a@x.org", "b@x.org", "a@x.org", "[email] 3", "c@x.org", ""]
        for name in names { engine.recordPageView(PageContext(name: PageName(rawValue: name))) }
        func pages(_ recorder: TraceRecorder) -> [String?] {
            recorder.lines.compactMap { line in
                guard case .event(let event) = line, case .record(_, _, let page, _) = event.action else { return nil }
                return page?.name.rawValue
            }
        }
        #expect(pages(recorder) == ["[email]", "[email] 2", "[email] 3", "[email] 2", "[email] 3 4", "[email] 5", ""])
        #expect(pages(numbered) == ["page-1", "page-2", "page-3", "page-2", "page-4", "page-5", ""])
    }

    /// The page views with each page as the number of its first view, because the names differ.
    private static func structure(_ views: [PageView]) -> [String] {
        var numbers: [PageContext: Int] = [:]
        func number(_ page: PageContext) -> Int {
            numbers[page] = numbers[page] ?? numbers.count
            return numbers[page] ?? 0
        }
        return views.map { view in
            let previous = view.previous.map { "\(number($0.page)) \($0.id.appearance?.ordinal ?? 0)" } ?? ""
            return "\(view.sequence) \(view.countedAt.nanoseconds) \(view.id.appearance?.ordinal ?? 0) \(view.cause)"
                + " \(number(view.page)) after \(previous) link \(view.deepLink != nil)"
        }
    }

    @Test(
        "A recording with other names replays to the same page views",
        arguments: [UIFramework.uiKit, .named("gtkstack")], [UInt64(3), 4, 5])
    func replaysToTheSamePageViews(_ framework: UIFramework, _ seed: UInt64) throws {
        let run = RecordedRun(policy: .standard, sizes: [])
        let recorders = [
            TraceRecorder(of: run.engine, last: .max),
            TraceRecorder(of: run.engine, last: .max, options: .withoutUserData),
        ]
        let views = Locked<[PageView]>([])
        run.engine.addReceiver(of: .pageViews) { record in
            if case .pageView(let view) = record { views.withLock { $0.append(view) } }
        }
        for case .event(let event) in SimulatedJourney.random(seed: seed, framework: framework, actions: 60).lines {
            run.apply(event)
        }
        let live = Self.structure(views.withLock(\.self))
        #expect(live.count > 5)
        for recorder in recorders { #expect(Self.structure(pageViews(of: recorder.lines)) == live) }
    }

    // MARK: Consent

    @Test("A denial ends and removes a recording, and a grant does not revive it", arguments: [false, true])
    func denialRemoves(_ delivers: Bool) throws {
        let tracker = tracker()
        let memory = TraceRecorder(of: engine)
        let file = try TraceFileRecorder(of: engine, path: path("t.trace"), flushing: .onDemand)
        engine.recordPageView("before")
        file.flush()
        #expect(bytes("t.trace")?.isEmpty == false)
        if delivers { tracker.revoke(.deliver) } else { tracker.setConsent(.denied) }
        #expect(memory.lines.isEmpty && bytes("t.trace") == nil)
        engine.recordPageView("denied")
        tracker.setConsent(.granted)
        engine.recordPageView("after")
        file.stop()
        #expect(memory.lines.isEmpty && memory.text().isEmpty && bytes("t.trace") == nil)
        // A new recording begins after the grant.
        let next = try TraceFileRecorder(of: engine, path: path("t.trace"))
        engine.recordPageView("new")
        next.stop()
        #expect(String(decoding: bytes("t.trace") ?? [], as: UTF8.self).contains("page=new"))
    }

    @Test("A recording that begins during a denial contains nothing")
    func nothingWhileDenied() throws {
        let tracker = tracker(.denied)
        let memory = TraceRecorder(of: engine)
        let file = try TraceFileRecorder(of: engine, path: path("t.trace"))
        engine.recordPageView("denied")
        tracker.setConsent(.granted)
        engine.recordPageView("after")
        file.stop()
        #expect(memory.lines.isEmpty && bytes("t.trace") == nil)
    }

    @Test("While consent is undecided, nothing is recorded; a grant begins the recording", arguments: [false, true])
    func undecidedWaits(_ isTrackerFirst: Bool) throws {
        var trackers: [Tracker] = []
        if isTrackerFirst { trackers.append(tracker(.undecided)) }
        let memory = TraceRecorder(of: engine)
        let file = try TraceFileRecorder(of: engine, path: path("t.trace"))
        engine.recordPageView("before")
        if !isTrackerFirst { trackers.append(tracker(.undecided)) }
        engine.show("home")
        #expect(memory.lines.isEmpty && bytes("t.trace") == [])
        trackers[0].setConsent(.granted)
        clock.now = Timestamp(nanoseconds: 1_000_000_000)
        engine.recordPageView("after")
        file.stop()
        #expect(Reading(bytes("t.trace") ?? [], nil).lines == memory.lines)
        let text = memory.text()
        #expect(text.contains("recorded from here on") && text.contains("1 record page=after"))
        #expect(!text.contains("page=before"))
    }

    @Test("A recording waits while consent is undecided again, and begins a new session after the next grant")
    func undecidedPauses() throws {
        let tracker = tracker()
        let file = try TraceFileRecorder(of: engine, path: path("t.trace"))
        engine.recordPageView("first")
        tracker.setConsent(.undecided)
        engine.recordPageView("between")
        tracker.setConsent(.granted)
        engine.recordPageView("second")
        file.stop()
        let text = String(decoding: bytes("t.trace") ?? [], as: UTF8.self)
        #expect(text.contains("page=first") && text.contains("sessionEnd") && text.contains("page=second"))
        #expect(Reading(Array(text.utf8), nil).errors.isEmpty)
    }

    @Test("All trackers of an engine must have consent; an ended tracker's policy still applies")
    func severalTrackers() {
        var first: Tracker? = tracker(.granted, PrivacyPolicy(patterns: .all))
        let second = tracker(.undecided)
        let memory = TraceRecorder(of: engine)
        engine.recordPageView("early")
        #expect(memory.lines.isEmpty)
        second.setConsent(.granted)
        withExtendedLifetime(first) {}
        first = nil
        engine.recordPageView("of bob@example.com")
        #expect(memory.text().contains("[email]") && !memory.text().contains("bob"))
        let late = TraceRecorder(of: engine)
        engine.recordPageView("of bob@example.com")
        #expect(late.text().contains("[email]") && !late.text().contains("bob"))
    }

    @Test("A recording that cannot be removed becomes empty, with a diagnostic and an error that name path and reason")
    func removalFails() throws {
        let diagnostics = Locked<[TrackingDiagnostic]>([])
        let errors = Locked<[RecordingError]>([])
        let tracker = tracker { diagnostic in diagnostics.withLock { $0.append(diagnostic) } }
        let file = try TraceFileRecorder(of: engine, path: path("t.trace")) { error in
            errors.withLock { $0.append(error) }
        }
        engine.recordPageView("before")
        // A file in place of the folder, because the superuser may remove everything else.
        let moved = URL(fileURLWithPath: folder.path + "-moved")
        try FileManager.default.moveItem(at: folder, to: moved)
        try Data().write(to: folder)
        tracker.setConsent(.denied)
        file.stop()
        let message = "\(path("t.trace")): expected to remove the recording, found Not a directory"
        #expect(diagnostics.withLock { $0.map(\.kind) } == [.recordingNotRemoved])
        #expect(diagnostics.withLock { $0.map(\.message) } == [message])
        #expect(errors.withLock { $0.map(\.description) } == [message])
        #expect(try Data(contentsOf: moved.appending(path: "t.trace")).isEmpty)
    }

    @Test("Only the owner can read a recording, even if the process hides nothing")
    func modeOfTheFile() throws {
        let old = umask(0)
        defer { umask(old) }
        let file = try TraceFileRecorder(of: engine, path: path("t.trace"))
        file.stop()
        let attributes = try FileManager.default.attributesOfItem(atPath: path("t.trace"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
}
