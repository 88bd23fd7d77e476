import PageViewLifecycle
@testable import PageViewTracking
import TestSupport
import Testing

/// Providers delay neither each other nor the caller that tracks.
@Suite(.watched)
struct IsolationTests {
    @Test("A blocked provider delays neither the tracking caller nor another provider")
    func slowProviderDelaysNobody() {
        let gate = Gate()
        let (slow, quick) = (Log<String>(), Log<String>())
        let tracker = Tracker(providers: [
            TestProvider(onReceive: { event in
                gate.pass()
                slow.append(event.name)
            }),
            TestProvider(onReceive: { quick.append($0.name) }),
        ])
        for number in 1...100 { tracker.track("event \(number)") }
        // The quick provider receives everything while the slow one blocks in its first event.
        let everything = (1...100).map { "event \($0)" }
        while quick.values.count < 100 { letOthersRun() }
        #expect(quick.values == everything)
        #expect(slow.values.isEmpty)
        #expect(!tracker.flush(within: .zero))
        gate.open()
        #expect(tracker.flush())
        #expect(slow.values == everything)
    }

    @Test("Events wait for a slow configuration, even beyond the queue limit, and arrive in order")
    func eventsBeforeReadinessAreKept() {
        let gate = Gate()
        let log = Log<String>()
        let tracker = Tracker(
            providers: [
                TestProvider(
                    onConfigure: {
                        gate.pass()
                        log.append("configured")
                    }, onReceive: { log.append($0.name) })
            ], options: TrackerOptions(queueLimit: 10))
        let names = (1...1_000).map { "event \($0)" }
        for name in names { tracker.track(name) }
        #expect(log.values.isEmpty)
        gate.open()
        tracker.flush()
        #expect(log.values == ["configured"] + names)
        #expect(tracker.providerCounts[0].droppedByLimit == 0)
    }

    @Test(
        "Without automatic configuration, events wait until the app calls configure",
        arguments: [ProviderDelivery.queued, .inline])
    func eventsBeforeConfigureAreKept(delivery: ProviderDelivery) {
        let log = Log<String>()
        let tracker = Tracker(
            providers: [
                TestProvider(
                    delivery: delivery, onConfigure: { log.append("configured") }, onReceive: { log.append($0.name) })
            ], options: TrackerOptions(configuresAtOnce: false))
        tracker.track("a")
        tracker.setUserID("user")
        tracker.track("b")
        #expect(!tracker.flush())
        #expect(log.values.isEmpty)
        tracker.configure()
        tracker.configure()
        tracker.flush()
        #expect(log.values == ["configured", "a", "b"])
    }

    @Test("A provider whose configuration fails receives no events; one diagnostic reports it")
    func unreadyProviderGetsNothing() {
        let diagnostics = Log<TrackingDiagnostic>()
        let (log, memory) = (Log<String>(), InMemoryTrackingProvider())
        let tracker = Tracker(
            providers: [
                TestProvider(
                    onConfigure: { throw Refusal(description: "no key") }, onReceive: { log.append($0.name) }), memory,
            ], options: TrackerOptions(onDiagnostic: { diagnostics.append($0) }))
        tracker.track("a")
        tracker.track("b")
        #expect(!tracker.flush())
        #expect(log.values.isEmpty)
        #expect(memory.events.count == 2)
        #expect(tracker.providerCounts[0].notConfigured == 2)
        #expect(diagnostics.values.map(\.kind) == [.notConfigured])
        #expect(diagnostics.values[0].message == "TestProvider threw no key; the provider receives no events")
    }

    @Test(
        "An error of a provider is reported, and the next event is delivered",
        arguments: [ProviderDelivery.queued, .inline])
    func failingProviderHarmsNobody(delivery: ProviderDelivery) {
        let diagnostics = Log<TrackingDiagnostic>()
        let (log, memory) = (Log<String>(), InMemoryTrackingProvider())
        let tracker = Tracker(
            providers: [
                TestProvider(
                    delivery: delivery,
                    onReceive: { event in
                        log.append(event.name)
                        if event.name == "bad" { throw Refusal(description: "too bad") }
                    }), memory,
            ], options: TrackerOptions(onDiagnostic: { diagnostics.append($0) }))
        for name in ["a", "bad", "b"] { tracker.track(name) }
        tracker.flush()
        #expect(log.values == ["a", "bad", "b"])
        #expect(memory.events.map(\.name) == ["a", "bad", "b"])
        #expect(diagnostics.values.map(\.kind) == [.providerFailed])
        #expect(diagnostics.values[0].event == "bad")
        let counts = tracker.providerCounts[0]
        #expect((counts.delivered, counts.failed, counts.waiting) == (2, 1, 0))
    }

    @Test(
        "A provider that tracks is not reentered, and no event is lost",
        arguments: [ProviderDelivery.queued, .inline])
    func reentrantProviderIsNotNested(delivery: ProviderDelivery) {
        let holder = Log<Tracker>()
        let (log, memory) = (Log<String>(), InMemoryTrackingProvider())
        let (entered, left) = (Log<Int>(), Log<Int>())
        let tracker = Tracker(providers: [
            TestProvider(
                delivery: delivery,
                onReceive: { event in
                    entered.append(1)
                    #expect(entered.values.count == left.values.count + 1)
                    log.append(event.name)
                    if event.name.utf8.count < 5 { holder.values.last?.track(event.name + "+") }
                    left.append(1)
                }), memory,
        ])
        holder.append(tracker)
        tracker.track("a")
        while log.values.count < 5 { letOthersRun() }
        tracker.flush()
        #expect(log.values == ["a", "a+", "a++", "a+++", "a++++"])
        #expect(memory.events.map(\.name) == ["a", "a+", "a++", "a+++", "a++++"])
    }

    @Test(
        "A provider that flushes its tracker does not wait for itself",
        arguments: [ProviderDelivery.queued, .inline])
    func providerMayFlush(delivery: ProviderDelivery) {
        let holder = Log<Tracker>()
        let log = Log<Bool?>()
        let tracker = Tracker(providers: [
            TestProvider(delivery: delivery, onReceive: { _ in log.append(holder.values.last?.flush()) })
        ])
        holder.append(tracker)
        tracker.track("a")
        tracker.flush()
        #expect(log.values == [false])
    }

    @Test("Two inline providers that track do not deadlock")
    func inlineProvidersDoNotDeadlock() {
        let holder = Log<Tracker>()
        let logs = [Log<String>(), Log<String>()]
        let providers = logs.map { log in
            TestProvider(
                delivery: .inline,
                onReceive: { event in
                    log.append(event.name)
                    if event.name == "first" { holder.values.last?.track("second") }
                })
        }
        let tracker = Tracker(providers: providers)
        holder.append(tracker)
        onThreads(4) { _ in
            for _ in 1...500 { tracker.track("first") }
        }
        tracker.flush()
        #expect(logs.map(\.values.count) == [6_000, 6_000])
    }

    @Test("Every provider receives the events of many threads once and in the same order")
    func manyThreadsKeepTheOrder() {
        let logs = (0..<4).map { _ in Log<TrackedEvent>() }
        let tracker = Tracker(
            providers: logs.enumerated().map { number, log in
                TestProvider(
                    delivery: number.isMultiple(of: 2) ? .inline : .queued, onReceive: { log.append($0) })
            }, options: TrackerOptions(queueLimit: 1_000_000))
        onThreads(8) { thread in
            for number in 1...500 { tracker.track("\(thread)", ["number": .int(Int64(number))]) }
        }
        tracker.flush()
        let first = logs[0].values
        #expect(first.count == 4_000)
        #expect(Set(first.map(\.id)).count == 4_000)
        #expect(first.map(\.sequence).sorted() == Array(1...4_000))
        for log in logs { #expect(log.values == first) }
        for thread in 0..<8 {
            let own = first.filter { $0.name == "\(thread)" }.compactMap { $0.payload["number"] }
            #expect(own == (1...500).map { .int($0) })
        }
    }

    @Test("An inline provider has the event when track returns, even if other threads track")
    func inlineIsDoneWhenTrackReturns() {
        let seen = Locked<Set<String>>([])
        let tracker = Tracker(providers: [
            TestProvider(delivery: .inline, onReceive: { event in _ = seen.withLock { $0.insert(event.name) } })
        ])
        onThreads(8) { thread in
            for number in 1...300 {
                let name = "\(thread).\(number)"
                tracker.track(name)
                #expect(seen.withLock { $0.contains(name) })
            }
        }
    }

    @Test("Events beyond a provider's queue limit are dropped for it alone, counted and reported")
    func queueIsBounded() {
        let checkpoint = Checkpoint()
        let (log, diagnostics, memory) = (Log<String>(), Log<TrackingDiagnostic>(), InMemoryTrackingProvider())
        let tracker = Tracker(
            providers: [
                TestProvider(onReceive: { event in
                    checkpoint.stop()
                    log.append(event.name)
                }), memory,
            ], options: TrackerOptions(queueLimit: 3, onDiagnostic: { diagnostics.append($0) }))
        tracker.track("0")
        checkpoint.waitForArrival()
        for number in 1...5 { tracker.track("\(number)") }
        #expect(memory.events.count == 6)
        #expect(diagnostics.values.map(\.kind) == [.queueFull, .queueFull])
        #expect(diagnostics.values.map(\.event) == ["4", "5"])
        checkpoint.open()
        tracker.flush()
        #expect(log.values == ["0", "1", "2", "3"])
        let counts = tracker.providerCounts[0]
        #expect((counts.delivered, counts.droppedByLimit, counts.waiting) == (4, 2, 0))
        // An inline provider has no queue, so any limit suffices.
        Tracker(providers: [memory], options: TrackerOptions(queueLimit: -3)).track("6")
        #expect(memory.events.count == 7)
    }

    @Test("A provider is flushed after its interval and when the tracker is deallocated")
    func flushesAfterTheInterval() {
        let (flushed, last) = (Gate(), Gate())
        let log = Log<String>()
        var tracker: Tracker? = Tracker(providers: [
            TestProvider(
                flushInterval: .milliseconds(1), onReceive: { log.append($0.name) },
                onFlush: {
                    log.append("flush")
                    flushed.open()
                    if log.values.contains("b") { last.open() }
                })
        ])
        tracker?.track("a")
        flushed.pass()
        #expect(log.values == ["a", "flush"])
        tracker?.track("b")
        tracker = nil
        last.pass()
        #expect(log.values.prefix(4) == ["a", "flush", "b", "flush"])
    }

    @Test("A shutdown delivers all earlier events and drops later ones")
    func shutDownIsTheEnd() {
        let (log, flushes) = (Log<String>(), Log<Int>())
        let tracker = Tracker(providers: [
            TestProvider(onReceive: { log.append($0.name) }, onFlush: { flushes.append(1) })
        ])
        for number in 1...100 { tracker.track("\(number)") }
        #expect(tracker.shutDown())
        #expect(log.values.count == 100)
        #expect(!flushes.values.isEmpty)
        tracker.track("late")
        tracker.flush()
        #expect(log.values.count == 100)
        #expect(tracker.counts.droppedByShutdown == 1)
    }

    @Test("A thread that delivers diagnostics also delivers those of callers that do not wait, up to the limit")
    func diagnosticsOfOtherThread() {
        let (checkpoint, messages) = (Checkpoint(), Log<String>())
        let reporter = DiagnosticReporter(
            { diagnostic in
                messages.append(diagnostic.message)
                if diagnostic.message == "first" { checkpoint.stop() }
            }, privacy: PrivacyPolicy())
        let thread = TestThread { reporter.report(.storeFailed, "first") }
        checkpoint.waitForArrival()
        for number in 1...1_001 { reporter.report(.storeFailed, "\(number)") }
        #expect(messages.values == ["first"])
        checkpoint.open()
        thread.join()
        #expect(messages.values == ["first"] + (1...1_000).map(String.init))
    }
}
