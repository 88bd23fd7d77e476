import PageViewLifecycle
import TestSupport
import Testing

@testable import PageViewAutomation

/// Tables of any size keep their elements and release each one once.
@Suite(.watched)
struct SlotTableTests {
    /// Sizes around the thresholds at which the table grows.
    private static let sizes = [0, 1, 2, 3, 4, 5, 1_000, 1_023, 1_024, 1_025, 40_000]

    @Test("Elements keep their slots, also in a copy", arguments: sizes)
    func elementsKeepTheirPlaces(count: Int) {
        var table = SlotTable<UInt64>()
        for number in 0..<count { table.append(UInt64(number) * 3) }
        #expect(table.count == count)
        #expect(table.indices.allSatisfy { table[$0] == UInt64($0) * 3 })
        for slot in table.indices { table[slot] += 1 }
        let copy = table.copy()
        for slot in table.indices { table[slot] = 0 }
        #expect(copy.count == count)
        #expect(copy.indices.allSatisfy { copy[$0] == UInt64($0) * 3 + 1 })
    }

    @available(iOS 26, macOS 26, tvOS 26, visionOS 26, watchOS 26, *)
    @Test("The table releases each element once", arguments: sizes)
    func eachElementIsReleasedOnce(count: Int) {
        let live = LiveCount()
        do {
            var table = SlotTable<Token>()
            for _ in 0..<count { table.append(Token(live)) }
            #expect(live.count == count)
            _ = table.count
        }
        #expect(live.count == 0)
    }

    /// The number of live tokens.
    private final class LiveCount: Sendable {
        private let number = Locked(0)
        var count: Int { number.withLock { $0 } }
        func change(by difference: Int) { number.withLock { $0 += difference } }
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
