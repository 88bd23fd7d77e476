import NavigationSimulator
import AnalyticsJSON
import PageViewAutomation
import TestSupport
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

    @Test("The scanner distinguishes thousands of pages with similar names")
    func pages() {
        var scanner = EventScanner()
        for number in (0..<10_000).map({ $0 % 5_000 }) {
            for (name, context) in [("p\(number)", "c"), ("p\(number)c", nil), ("p\(number)", nil)]
                as [(String, String?)]
            {
                let json = context.map { "{\"name\":\"\(name)\",\"context\":\"\($0)\"}" } ?? "\"\(name)\""
                let bytes = ContiguousArray(json.utf8) + ContiguousArray(repeating: 0, count: ByteSpan.padding)
                scanner.at = 0
                let page = scanner.page(bytes.span)
                #expect(page?.name.rawValue == name && page?.context?.rawValue == context)
            }
        }
    }

    @Test(
        "A table finds the same names as a dictionary after insertions and removals, and keeps little text",
        arguments: [5, 600])
    func namesAgreeWithADictionary(limit: Int) {
        var random = SplitMix(seed: 11)
        var table = NameTable<Int>()
        var names: [String: (number: Int, value: Int)] = [:]
        var longestText = 0
        for value in 0..<4_000 {
            let name = "name-\(random.next() % 2_000)"
            let known = ScannedText.with(name) { table.number(of: $0, in: $1) }
            #expect(known == names[name]?.number)
            if let known {
                #expect(table[known] == names[name]?.value)
                table.remove(known)
                names[name] = nil
                // A removed name stays until another one takes its number.
                #expect(table.string(of: known) == name)
            } else if names.count < limit {
                names[name] = (ScannedText.with(name) { table.insert($0, from: $1, value) }, value)
            }
            longestText = max(longestText, table.text.count)
        }
        #expect(table.count <= limit)
        for (name, entry) in names { #expect(table.string(of: entry.number) == name) }
        // Each name has at most nine bytes, and at most as much text again is unused.
        #expect(longestText <= 2 * 9 * limit + 2_048)
    }
}
