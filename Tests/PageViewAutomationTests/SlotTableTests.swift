import Synchronization
import Testing

@testable import PageViewAutomation

/// Tables keep what they are given, whatever their size, and let go of each of them once.
struct SlotTableTests {
    /// Sizes at which the first chunk is full, chunks begin, and the list of chunks becomes longer, for elements of 8 bytes.
    private static let sizes = [0, 1, 2, 3, 4, 5, 1_000, 4_095, 4_096, 4_097, 8_192, 8_193, 16_384, 16_385, 40_000]

    @Test("Elements are where they were put, in a copy too", arguments: sizes)
    func elementsKeepTheirPlaces(count: Int) {
        var table = SlotTable<UInt64>()
        for number in 0..<count { table.append(UInt64(number) * 3) }
        #expect(table.count == count)
        #expect(table.indices.allSatisfy { table[$0] == UInt64($0) * 3 })
        for place in table.indices { table[place] += 1 }
        let copy = table.copy()
        for place in table.indices { table[place] = 0 }
        #expect(copy.count == count)
        #expect(copy.indices.allSatisfy { copy[$0] == UInt64($0) * 3 + 1 })
    }

    @Test("Larger elements, of which there are fewer in a chunk", arguments: [63, 64, 65, 255, 256, 257, 600, 1_025])
    func largeElementsKeepTheirPlaces(count: Int) {
        var records = SlotTable<InlineArray<12, Int32>>()
        var scenes = SlotTable<InlineArray<33, UInt64>>()
        for number in 0..<count {
            records.append(InlineArray(repeating: Int32(number)))
            scenes.append(InlineArray(repeating: UInt64(number)))
        }
        #expect(records.indices.allSatisfy { records[$0][0] == $0 && records[$0][11] == $0 })
        #expect(scenes.indices.allSatisfy { scenes[$0][0] == UInt64($0) && scenes[$0][32] == UInt64($0) })
    }

    @Test("Each element is let go of, and once", arguments: sizes)
    func eachElementIsLetGoOfOnce(count: Int) {
        let live = LiveCount()
        do {
            var table = SlotTable<Token>()
            for _ in 0..<count { table.append(Token(live)) }
            #expect(live.count == count)
            _ = table.count
        }
        #expect(live.count == 0)
    }

    /// Counts the tokens that are there.
    private final class LiveCount: Sendable {
        private let number = Atomic<Int>(0)
        var count: Int { number.load(ordering: .relaxed) }
        func change(by difference: Int) { number.add(difference, ordering: .relaxed) }
    }

    /// An element that cannot be copied.
    private struct Token: ~Copyable {
        private let live: LiveCount

        init(_ live: LiveCount) {
            self.live = live
            live.change(by: 1)
        }

        deinit { live.change(by: -1) }
    }
}
