import TestWatch
import Testing

@testable import PageViewBench

/// The statistics of the table.
@Suite(.watched)
struct SamplesTests {
    @Test("The median is the middle sample, or between the two middle samples")
    func median() throws {
        #expect(try #require(Samples([3, 1, 2])).median == 2)
        #expect(try #require(Samples([4, 1, 2, 3])).median == 2.5)
        #expect(try #require(Samples([7])).median == 7)
    }

    @Test("An empty list of samples has no median")
    func nothing() {
        #expect(Samples([]) == nil)
    }

    @Test("The spread is the middle half, which one outlier does not change")
    func spread() throws {
        #expect(try #require(Samples([5, 1, 4, 2, 3])).spread == 2...4)
        #expect(try #require(Samples([500, 1, 4, 2, 3])).spread == 2...4)
    }

    @Test("Ratios compare pairs in the order of measurement")
    func ratios() throws {
        let slow = try #require(Samples([2, 40, 6]))
        let fast = try #require(Samples([1, 10, 2]))
        #expect(slow.ratios(to: fast)?.values == [2, 4, 3])
        #expect(slow.ratios(to: try #require(Samples([0, 0, 0]))) == nil)
    }

    @Test("After a warm-up round, alternatives take turns, and each begins one round")
    func turns() throws {
        var order: [Int] = []
        let values = try Interleaving.turns(
            3,
            (0..<3).map { index in
                { () -> Int in
                    order.append(index); return order.count
                }
            })
        #expect(order == [0, 1, 2, 0, 1, 2, 1, 2, 0, 2, 0, 1])
        #expect(values == [[4, 9, 11], [5, 7, 12], [6, 8, 10]])
    }
}
