import PageViewDelivery
import FileFaults
import PageViewLifecycle
import TestSupport
import Testing

/// A full disk does not damage written records (JR-008).
@Suite(.watched)
struct FullDiskTests {
    /// A disk with a limited number of free bytes.
    private final class Disk: Sendable {
        let room: Locked<Int>
        let canTruncate: Bool
        let canSynchronize: Locked<Bool>

        init(room: Int, canTruncate: Bool = true) {
            self.room = Locked(room)
            self.canTruncate = canTruncate
            canSynchronize = Locked(true)
        }

        private func full(_ path: String) -> JournalError {
            JournalError(path: path, expected: "room", found: "No space left on device", code: 28)
        }

        var files: FaultyFileSystem {
            FaultyFileSystem(SystemFileSystem()) { [self] operation throws(JournalError) in
                guard operation.path.hasSuffix(".jsonl") else { return operation.count }
                switch operation.kind {
                case .write:
                    let count = room.withLock { room in
                        let count = min(room, operation.count)
                        room -= count
                        return count
                    }
                    guard count > 0 else { throw full(operation.path) }
                    return count
                case .truncate where !canTruncate: throw full(operation.path)
                case .synchronize where !canSynchronize.withLock({ $0 }): throw full(operation.path)
                default: return operation.count
                }
            }
        }

        func journal(
            in folder: TestFolder, mode: JournalMode = .sync, isPowerCutSafe: Bool = false,
            limits: JournalLimits = JournalLimits()
        ) -> JournalProvider {
            JournalProvider(
                JournalFolder(folder.path, in: files), mode: mode, isPowerCutSafe: isPowerCutSafe, limits: limits)
        }
    }

    @Test(
        "A record that does not fit is rejected, and all others stay; if it cannot be truncated, its segment ends",
        arguments: [true, false])
    func everyByte(canTruncate: Bool) throws {
        for room in stride(from: 0, through: 800, by: TestDepth.number(11, proof: 1)) {
            let folder = TestFolder()
            let disk = Disk(room: room, canTruncate: canTruncate)
            let journal = disk.journal(in: folder)
            var written: [UInt64] = []
            for number in 1...5 where (try? journal.receive(.numbered(number))) != nil {
                written.append(UInt64(number))
            }
            #expect(written.count < 5)
            #expect(try folder.sequences == written)
            #expect(journal.counts.rejected == 5 - written.count)
            let isTorn = try !canTruncate && !folder.read().problems.isEmpty
            disk.room.withLock { $0 = 1_000_000 }
            try journal.receive(.numbered(6))
            let (events, problems) = try folder.read()
            #expect(events.map(\.sequence) == written + [6])
            #expect(problems.count == (isTorn ? 1 : 0))
            let segments = try folder.segments.count
            #expect(canTruncate ? segments == 1 : segments >= (isTorn ? 2 : 1))
        }
    }

    @Test("In async mode, the buffered events are bounded and are written when there is space")
    func async() throws {
        let folder = TestFolder()
        let disk = Disk(room: 600)
        let journal = disk.journal(
            in: folder, mode: .async(window: .seconds(1)), limits: JournalLimits(bufferBytes: 2_000))
        var accepted: [UInt64] = []
        for number in 1...50 where (try? journal.receive(.numbered(number))) != nil { accepted.append(UInt64(number)) }
        #expect(accepted.count < 20)
        #expect(journal.counts.buffered == accepted.count)
        #expect(journal.counts.rejected == 50 - accepted.count)
        #expect(throws: JournalError.self) { try journal.flush() }
        #expect(try folder.read().events.isEmpty)
        #expect(try folder.read().problems.isEmpty)
        disk.room.withLock { $0 = 1_000_000 }
        try journal.receive(.numbered(51))
        try journal.flush()
        #expect(try folder.sequences == accepted + [51])
    }

    @Test("In power-cut-safe mode, an event that is not synchronized is rejected, and the next one begins a segment")
    func powerCut() throws {
        let folder = TestFolder()
        let disk = Disk(room: 1_000_000)
        let journal = disk.journal(in: folder, isPowerCutSafe: true)
        try journal.receive(.numbered(1))
        disk.canSynchronize.withLock { $0 = false }
        #expect(throws: JournalError.self) { try journal.receive(.numbered(2)) }
        disk.canSynchronize.withLock { $0 = true }
        try journal.receive(.numbered(3))
        #expect(try folder.sequences == [1, 3])
        #expect(try folder.segments.count == 2)
    }
}
