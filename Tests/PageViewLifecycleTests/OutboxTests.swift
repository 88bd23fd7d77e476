import Testing

@testable import PageViewLifecycle

struct OutboxTests {
    @Test("Only the first to put something in delivers, until nothing is left")
    func oneDrainer() {
        var outbox = Outbox<Int>()
        var starts = [outbox.startDraining()]
        outbox.waiting.append(1)
        starts.append(outbox.startDraining())
        outbox.waiting.append(2)
        starts.append(outbox.startDraining())
        var batches = [outbox.nextBatch(returning: [])]
        outbox.waiting.append(3)
        // Put in during a delivery: the drainer's next batch, nobody else's.
        starts.append(outbox.startDraining())
        batches.append(outbox.nextBatch(returning: []))
        batches.append(outbox.nextBatch(returning: []))
        #expect(starts == [false, true, false, false])
        #expect(batches == [[1, 2], [3], nil])
        #expect(outbox.drainer == nil)
        outbox.waiting.append(4)
        let startsAgain = outbox.startDraining()
        #expect(startsAgain)
    }

    @Test("A steady state uses the same memory again")
    func memoryIsUsedAgain() {
        var outbox = Outbox<Int>()
        var capacities: Set<Int> = []
        var used: [Int] = []
        for round in 0..<100 {
            for number in 0..<10 { outbox.waiting.append(round + number) }
            _ = outbox.startDraining()
            // Each array is held in one place alone, or emptying it would make another one.
            while var batch = outbox.nextBatch(returning: give(&used)) {
                if round > 2 { capacities.insert(batch.capacity) }
                batch.removeAll(keepingCapacity: true)
                swap(&batch, &used)
            }
        }
        // Two arrays take turns; neither grows any more.
        #expect(capacities.count <= 2)
    }

    /// Gives an array away.
    private func give(_ array: inout [Int]) -> [Int] {
        defer { array = [] }
        return array
    }
}
