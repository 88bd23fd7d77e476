import FileFaults
import PageViewDelivery
import PageViewLifecycle
import PageViewTracking
import TestSupport
import Testing

/// Power cuts that keep any part of the sectors written since the last synchronization (JR-007, JR-017).
@Suite(.watched)
struct PowerCutTests {
    private static let folder = "/app/journal"

    /// The sequence numbers of events that were accepted, and of events that may be there.
    private struct Written {
        var accepted: [UInt64] = []
        var tried: [UInt64] = []
    }

    private func event(_ number: UInt64, _ length: Int) -> TrackedEvent {
        .numbered(Int(number), text: String(repeating: "x", count: length))
    }

    /// Writes events until the power is cut.
    private func write(
        _ numbers: some Sequence<UInt64>, to plan: FaultPlan, limits: JournalLimits, _ written: inout Written,
        length: (UInt64) -> Int
    ) {
        let journal = JournalProvider(
            JournalFolder(Self.folder, in: plan.files), mode: .sync, isPowerCutSafe: true, limits: limits)
        _ = try? journal.configure()
        for number in numbers where !plan.isDead {
            written.tried.append(number)
            if (try? journal.receive(event(number, length(number)))) != nil, !plan.isDead {
                written.accepted.append(number)
            }
        }
        plan.disarm()
    }

    /// Leaves blocks on the disk with valid records of removed segments, of both kinds.
    private func leaveOldBlocks(on disk: SimulatedDisk) throws {
        for (folder, isPowerCutSafe) in [("/app/old", false), (Self.folder, true)] {
            do {
                let journal = JournalProvider(
                    JournalFolder(folder, in: disk), mode: .sync, isPowerCutSafe: isPowerCutSafe,
                    limits: JournalLimits(segmentBytes: 4_000))
                for number in UInt64(90_001)...90_010 { try journal.receive(event(number, Int(number % 3) * 40)) }
            }
            try JournalUploader(JournalFolder(folder, in: disk)).upload { _ in }
            // Otherwise the removal of a segment could be lost too.
            try disk.synchronize(folder: folder)
        }
    }

    private func check(_ disk: SimulatedDisk, _ written: Written, _ place: @autoclosure () -> String) throws {
        var reader = try JournalReader(JournalFolder(Self.folder, in: disk))
        var found: [UInt64] = []
        while let item = reader.next() {
            if case .event(let event) = item { found.append(event.sequence) }
        }
        #expect(Set(written.accepted).subtracting(found).isEmpty, "lost, \(place())")
        #expect(Set(found).subtracting(written.tried).isEmpty, "not written here, \(place())")
        #expect(found == found.sorted() && found.count == Set(found).count, "not in order, \(place())")
    }

    @Test(
        "Events accepted in power-cut-safe mode survive power cuts that keep any sectors, and no removed event returns")
    func random() throws {
        let cuts = TestDepth.number(30, proof: 10_000)
        for seed in 0..<UInt64(cuts / 2) {
            var random = RandomBits(seed: seed)
            var disk = SimulatedDisk()
            try leaveOldBlocks(on: disk)
            var written = Written()
            let segmentBytes = [700, 1_500, 1_500, 4_000, 4_000, 9_000, 9_000, 70_000][Int(random.next() % 8)]
            // After the first cut, another process continues in the folder.
            for round in UInt64(0)..<2 {
                let plan = FaultPlan(.powerCut, at: 1 + Int(random.next() % 150), on: disk)
                plan.arm()
                let lengths = (0..<20).map { _ in Int(random.next() % 600) }
                write(
                    (round * 20 + 1)...(round * 20 + 20), to: plan, limits: JournalLimits(segmentBytes: segmentBytes),
                    &written, length: { lengths[Int(($0 - 1) % 20)] })
                // A disk often writes all of a kind.
                let habit = random.next() % 4
                disk = disk.afterPowerCut(hasOldBlocks: true) { _, count in
                    habit == 0 ? max(0, count - 2) : habit == 1 ? 0 : Int(random.next() % UInt64(count))
                }
                try check(disk, written, "seed \(seed), round \(round)")
            }
            // Delivery finds the same events, and ends.
            var delivered: [UInt64] = []
            let uploader = JournalUploader(JournalFolder(Self.folder, in: disk), batchEvents: 3)
            try uploader.upload { delivered += $0.map(\.sequence) }
            #expect(Set(written.accepted).subtracting(delivered).isEmpty, "seed \(seed)")
            #expect(try JournalFolder(Self.folder, in: disk).segments().isEmpty, "seed \(seed)")
        }
        FaultProof.claim("power-cut-safe journals, \(cuts) random power cuts with torn sectors and old blocks")
    }

    @Test("Short power-cut-safe journals survive every power cut at every operation")
    func exhaustive() throws {
        var (cuts, operations) = (0, 0)
        for number in stride(from: 1, to: Int.max, by: TestDepth.number(5, proof: 1)) {
            let disk = SimulatedDisk()
            try leaveOldBlocks(on: disk)
            let plan = FaultPlan(.powerCut, at: number, on: disk)
            plan.arm()
            var written = Written()
            write(1...4, to: plan, limits: JournalLimits(segmentBytes: 1_100), &written, length: { Int($0) * 70 })
            guard plan.hasHappened else {
                operations = number - 1
                break
            }
            var choices = EveryChoice()
            repeat {
                choices.begin()
                // The test is about segments. Other files have their newest content.
                let next = disk.afterPowerCut(hasOldBlocks: true) { path, count in
                    path.hasSuffix(".jsonl") ? choices.next(count) : count - 1
                }
                try check(next, written, "operation \(number), choices \(choices)")
                cuts += 1
            } while choices.advance()
        }
        #expect(operations > 30 && cuts > 100)
        FaultProof.claim("power-cut-safe journals of 4 events, all \(cuts) power cuts before \(operations) operations")
    }
}

/// All sequences of choices, one after another.
private struct EveryChoice: CustomStringConvertible {
    private var choices: [(value: Int, count: Int)] = []
    private var index = 0

    var description: String { "\(choices.map(\.value))" }

    /// Begins the current sequence again.
    mutating func begin() { index = 0 }

    /// Returns the next choice of the sequence, a number below `count`.
    mutating func next(_ count: Int) -> Int {
        if index == choices.count { choices.append((0, count)) }
        defer { index += 1 }
        return choices[index].value
    }

    /// Moves to the next sequence; returns `false` if there is none.
    mutating func advance() -> Bool {
        while let last = choices.last, last.value + 1 >= last.count { choices.removeLast() }
        guard !choices.isEmpty else { return false }
        choices[choices.count - 1].value += 1
        return true
    }
}
