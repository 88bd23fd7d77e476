import NavigationSimulator
import AnalyticsJSON
import PageViewAutomation
import TestSupport
import TestWatch
import Testing

@testable import NavigationTraces

/// The hash tables for names.
@Suite(.watched)
struct NameIndexTests {
    @Test(
        "The index finds the same numbers as a dictionary after insertions and removals",
        arguments: [0xFFFF_FFFF, 0x3, 0x0] as [UInt32])
    func agreesWithADictionary(mask: UInt32) {
        var random = SplitMix(seed: 7)
        var index = NameIndex()
        var numbers: [UInt32: [Int]] = [:]
        // A small mask gives few hashes and long runs of slots, in which a removal must close the gap.
        for number in 0..<3_000 {
            let hash = UInt32(truncatingIfNeeded: random.next()) & (mask | 0xF0)
            index.insert(number, hash)
            numbers[hash, default: []].append(number)
            guard random.next() % 3 == 0, let other = numbers.keys.min(by: { ($0 ^ hash) < ($1 ^ hash) }),
                let removed = numbers[other]?.popLast()
            else { continue }
            index.remove(removed, other)
            #expect(index.number(other, where: { $0 == removed }) == nil)
        }
        for (hash, all) in numbers {
            for number in all { #expect(index.number(hash, where: { $0 == number }) == number) }
            #expect(index.number(hash, where: { _ in false }) == nil)
        }
        for (hash, all) in numbers { for number in all { index.remove(number, hash) } }
        #expect(numbers.keys.allSatisfy { hash in index.number(hash, where: { _ in true }) == nil })
    }

    @Test("The cache distinguishes thousands of pages with similar names")
    func pages() {
        var cache = PageCache()
        for number in (0..<10_000).map({ $0 % 5_000 }) {
            for (name, context) in [("p\(number)", "c"), ("p\(number)c", nil), ("p\(number)", nil)]
                as [(String, String?)]
            {
                let bytes = Array((name + (context ?? "")).utf8) + [UInt8](repeating: 0, count: ByteSpan.padding)
                func text(_ start: Int, _ count: Int) -> ScannedText {
                    ScannedText(
                        start: UInt32(start), count: UInt32(count), hash: TextHash.of(bytes.span, start, count, seed: 1)
                    )
                }
                let page = cache.page(
                    bytes.span, text(0, name.utf8.count), context.map { text(name.utf8.count, $0.utf8.count) })
                #expect(page.name.rawValue == name && page.context?.rawValue == context)
            }
        }
    }
}
