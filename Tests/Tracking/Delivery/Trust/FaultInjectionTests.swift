import PageViewDelivery
import NavigationSimulator
import FileFaults
import TestSupport
import Testing

/// Consent and journals with a fault at every single file operation (CO-004, CO-006, JR-007 to JR-009).
@Suite(.watched)
struct FaultInjectionTests {
    private static let before = (1...8).map { "before \($0)" }

    /// Runs a scenario with a fault at one operation after another. Returns the number of its operations.
    ///
    /// A test run tries one operation in some dozens, a proof tries all of them.
    private func atEveryOperation(
        _ name: String, _ fault: FaultPlan.Fault, _ scenario: (FaultPlan, SimulatedDisk) throws -> Void
    ) rethrows -> Int {
        for number in stride(from: 1, to: .max, by: TestDepth.number(23, proof: 1)) {
            let disk = SimulatedDisk()
            let plan = FaultPlan(fault, at: number, on: disk)
            try scenario(plan, disk)
            disk.isFull = false
            if !plan.hasHappened {
                FaultProof.claim("\(name), \(fault.rawValue) at each of \(number - 1) file operations")
                return number - 1
            }
        }
        return 0
    }

    // MARK: Revocations

    @Test(
        "A begun denial leaves no earlier event to deliver or on disk, whichever operation fails",
        arguments: FaultPlan.Fault.allCases, [true, false])
    func revocation(fault: FaultPlan.Fault, isUploaderFirst: Bool) {
        let name = isUploaderFirst ? "revocation, then an uploader" : "revocation, then a tracker"
        let operations = atEveryOperation(name, fault) { plan, disk in
            do {
                let earlier = SimulatedApp(on: disk, consent: .undecided)
                earlier.tracker.setConsent(.granted)
                earlier.tracker.setUserID("private user")
                earlier.track(Array(Self.before[..<5]))
            }
            let app = SimulatedApp(on: plan.files, consent: .undecided)
            app.track(Array(Self.before[5...]))
            plan.arm()
            app.tracker.setConsent(.denied)
            let hasReturned = !plan.isDead
            app.tracker.shutDown()
            let isReported = app.diagnostics.values.contains { $0.kind == .storeFailed }
            for next in plan.disksAfterwards { checkRevoked(next, plan, hasReturned, isReported, isUploaderFirst) }
        }
        #expect(operations > 20)
    }

    private func checkRevoked(
        _ disk: SimulatedDisk, _ plan: FaultPlan, _ hasReturned: Bool, _ isReported: Bool, _ isUploaderFirst: Bool
    ) {
        var delivered = isUploaderFirst ? SimulatedApp.upload(from: disk) : []
        let app = SimulatedApp(on: disk, consent: .undecided)
        delivered += SimulatedApp.upload(from: disk)
        if app.tracker.consent == .granted {
            // The denial never reached the disk, so all is as before. A disk that rejects everything is a diagnostic.
            #expect(!hasReturned || isReported && plan.fault == .errors, "\(plan)")
            if plan.fault != .powerCut { #expect(delivered == Self.before, "\(plan)") }
            return
        }
        #expect(delivered.isEmpty, "\(plan)")
        app.tracker.flush()
        #expect(!disk.contains("before"), "\(plan)")
        // An unreadable store means undecided. It stays unchanged until the user decides.
        #expect(!disk.contains("private user") || app.tracker.consent == .undecided, "\(plan)")
        // The next start finds the same consent.
        disk.isFull = false
        #expect(SimulatedApp(on: disk).tracker.consent == app.tracker.consent, "\(plan)")
    }

    @Test(
        "A grant after a denial holds and delivers only later events, whichever operation fails",
        arguments: FaultPlan.Fault.allCases)
    func grantAfterwards(fault: FaultPlan.Fault) {
        _ = atEveryOperation("revocation, then a grant", fault) { plan, disk in
            let app = SimulatedApp(on: plan.files)
            app.track(Self.before)
            plan.arm()
            app.tracker.setConsent(.denied)
            plan.disarm()
            guard !plan.isDead else { return }
            disk.isFull = false
            app.tracker.setConsent(.granted)
            app.track(["after"])
            app.tracker.shutDown()
            let next = disk.afterKill()
            #expect(SimulatedApp.upload(from: next) == ["after"], "\(plan)")
            #expect(SimulatedApp(on: next, consent: .undecided).tracker.consent == .granted, "\(plan)")
        }
    }

    @Test(
        "A tracker's identity and decision are saved completely or not at all, whichever operation fails",
        arguments: FaultPlan.Fault.allCases)
    func saving(fault: FaultPlan.Fault) {
        _ = atEveryOperation("saving", fault) { plan, disk in
            let app = SimulatedApp(on: plan.files, consent: .undecided)
            app.tracker.setConsent(.granted)
            app.tracker.setUserID("first")
            plan.arm()
            app.tracker.setUserID("second")
            plan.disarm()
            for next in plan.disksAfterwards {
                disk.isFull = false
                let again = SimulatedApp(on: next, consent: .denied).tracker
                // A power cut may take the name of the file that replaces another.
                #expect(again.consent == .granted || fault == .powerCut && again.consent != .denied, "\(plan)")
                #expect(["first", "second"].contains(again.identity.userID) || fault == .powerCut, "\(plan)")
            }
        }
    }

    // MARK: Delivery

    @Test(
        "An acknowledged event is delivered, whichever operation fails",
        arguments: FaultPlan.Fault.allCases, [false, true])
    func delivery(fault: FaultPlan.Fault, isFaultInUpload: Bool) {
        let name = isFaultInUpload ? "delivery, in its second half" : "delivery"
        let operations = atEveryOperation(name, fault) { plan, disk in
            let journal = JournalProvider(
                JournalFolder(SimulatedApp.journalPath, in: plan.files), mode: .sync,
                isPowerCutSafe: fault == .powerCut, limits: JournalLimits(segmentBytes: 1_500))
            var (acknowledged, delivered): ([String], [String]) = ([], [])
            if !isFaultInUpload { plan.arm() }
            _ = try? journal.configure()
            for number in 1...20 {
                if number == 12, isFaultInUpload { plan.arm() }
                if number.isMultiple(of: 6) {
                    _ = try? JournalUploader(JournalFolder(SimulatedApp.journalPath, in: plan.files), batchEvents: 3)
                        .upload { events in
                            if !plan.isDead { delivered += events.map(\.name) }
                        }
                }
                let event = TrackedEvent.numbered(number, name: "event \(number)")
                if (try? journal.receive(event)) != nil, !plan.isDead { acknowledged.append(event.name) }
            }
            plan.disarm()
            for next in plan.disksAfterwards {
                next.isFull = false
                let all = delivered + SimulatedApp.upload(from: next)
                #expect(Set(acknowledged).subtracting(all).isEmpty, "\(plan)")
                // An acknowledgement needs no space.
                if fault == .fullDisk { #expect(all.count == Set(all).count, "\(plan)") }
                #expect(journal.counts.dropped == 0)
                #expect(SimulatedApp.upload(from: next).isEmpty, "\(plan)")
            }
        }
        #expect(operations > 50)
    }

    // MARK: Two trackers

    /// The steps of two processes on one store and one journal.
    private enum Step: CaseIterable {
        case grant, deny, track, setProperty, reset, upload, restart, kill
    }

    @Test("Each of two processes on one store obeys the other's denial, in any order of steps", arguments: 0..<8)
    func twoProcesses(seed: UInt64) {
        var random = RandomBits(seed: seed)
        let rounds = TestDepth.isWholeProof ? 2_000 : TestDepth.number(8, proof: 60)
        defer { FaultProof.claim("two processes, seed \(seed): \(rounds) sequences of 25 steps") }
        for round in 0..<rounds {
            var disk = SimulatedDisk()
            var apps = [SimulatedApp(on: disk, consent: .undecided), SimulatedApp(on: disk, consent: .undecided)]
            var consent = Consent.undecided
            var (allowed, count): (Set<String>, Int) = ([], 0)
            // The events that each app holds until the user decides.
            var held: [Set<String>] = [[], []]
            var steps: [String] = []
            for _ in 0..<25 {
                let index = Int(random.next() % 2)
                let step = Step.allCases[Int(random.next() % UInt64(Step.allCases.count))]
                steps.append("\(index): \(step)")
                switch step {
                case .grant:
                    apps[index].tracker.setConsent(.granted)
                    consent = .granted
                    for names in held { allowed.formUnion(names) }
                    held = [[], []]
                case .deny:
                    apps[index].tracker.setConsent(.denied)
                    (consent, allowed, held) = (.denied, [], [[], []])
                case .track:
                    count += 1
                    apps[index].track(["event \(count)."])
                    switch consent {
                    case .granted: allowed.insert("event \(count).")
                    case .undecided: held[index].insert("event \(count).")
                    case .denied: break
                    }
                case .setProperty: apps[index].tracker.setUserProperty("step", value: .int(Int64(count)))
                case .reset: apps[index].tracker.reset()
                case .upload:
                    let names = SimulatedApp.upload(from: disk)
                    #expect(Set(names).isSubset(of: allowed), "seed \(seed), round \(round): \(steps)")
                    #expect(names.count == Set(names).count, "\(steps)")
                    allowed.subtract(names)
                case .restart:
                    apps[index] = SimulatedApp(on: disk, consent: .undecided)
                    held[index] = []
                case .kill:
                    disk = disk.afterKill()
                    apps = [SimulatedApp(on: disk, consent: .undecided), SimulatedApp(on: disk, consent: .undecided)]
                    held = [[], []]
                }
            }
            let last = SimulatedApp(on: disk, consent: .undecided).tracker.consent
            #expect(last == consent, "seed \(seed), round \(round): \(steps)")
            for name in SimulatedApp.upload(from: disk) { #expect(allowed.contains(name), "\(steps)") }
        }
    }
}
