import NavigationSimulator
import PageViewTracking
import TestSupport
import Testing

@Suite(.watched)
struct UserShareTests {
    private static let count = TestDepth.number(8_000, proof: 100_000)
    private static let ids = (0..<count).map { "user-\($0)" }

    @Test("IDs hash to the numbers listed in the specification")
    func vectors() throws {
        let rows = try chapter("Migration").split(separator: "\n").compactMap { line -> [String]? in
            let cells = line.split(separator: "`", omittingEmptySubsequences: false)
            return line.hasPrefix("| `") && cells.count == 7 ? [1, 3, 5].map { String(cells[$0]) } : nil
        }
        #expect(rows.count == 7)
        for row in rows {
            let hash = StableHash.hash(salt: row[0], id: row[1])
            #expect(hash == UInt64(row[2], radix: 16), "\(row)")
            // An ID is in every share above its number.
            let fraction = Double(hash) / 0x1p64
            #expect(!UserShare(fraction: fraction * 0.999, salt: row[0]).contains(id: row[1]))
            #expect(UserShare(fraction: fraction * 1.001, salt: row[0]).contains(id: row[1]))
        }
        #expect(StableHash.hash(salt: "s\0", id: "\0") == 0x0583_C2C4_6632_901C)
    }

    @Test("FNV-1a gives the values that its authors publish")
    func fnv() {
        #expect(StableHash.fnv1a("".utf8) == 0xCBF2_9CE4_8422_2325)
        #expect(StableHash.fnv1a("a".utf8) == 0xAF63_DC4C_8601_EC8C)
        #expect(StableHash.fnv1a("foobar".utf8) == 0x8594_4171_F739_67E8)
        // Moving a letter from the salt to the ID changes the number.
        #expect(StableHash.hash(salt: "ab", id: "c") != StableHash.hash(salt: "a", id: "bc"))
        #expect(StableHash.hash(salt: "", id: "e\u{301}") != StableHash.hash(salt: "", id: "\u{E9}"))
    }

    @Test("A user in a share is also in every larger share")
    func grows() {
        let percents = [0, 0.01, 0.5, 1, 5, 10, 20, 33.3, 50, 75, 99, 99.99, 100]
        let shares = percents.map { UserShare(percent: $0, salt: "s") }
        for id in Self.ids.prefix(5_000) {
            let isIn = shares.map { $0.contains(id: id) }
            #expect(isIn == isIn.filter { !$0 } + isIn.filter { $0 }, "\(id)")
        }
        #expect(!Self.ids.contains { shares[0].contains(id: $0) })
        #expect(Self.ids.allSatisfy { shares[12].contains(id: $0) })
    }

    @Test("The shares and the hash buckets of many IDs have the expected sizes")
    func even() {
        var random = SplitMix(seed: 1)
        let anonymous = (0..<Self.count).map { _ in EventID(high: random.next(), low: random.next()).description }
        for (ids, salt, percents) in [
            (Self.ids, "a", [1.0, 10, 50]), (Self.ids, "new-provider", [20]), (anonymous, "a", [5]),
            (anonymous, "", [90]),
        ] {
            for percent in percents {
                let share = UserShare(percent: percent, salt: salt)
                let count = Double(ids.count { share.contains(id: $0) })
                let expected = Double(Self.count) * percent / 100
                // Four and a half standard deviations. Chance exceeds them once in 150,000 tries.
                let allowed = 4.5 * (expected * (1 - percent / 100)).squareRoot()
                #expect(abs(count - expected) < allowed, "\(percent) % of \(salt): \(count)")
            }
            var buckets = [Double](repeating: 0, count: 100)
            for id in ids { buckets[Int((StableHash.hash(salt: salt, id: id) >> 32) * 100 / 0x1_0000_0000)] += 1 }
            let each = Double(Self.count) / 100
            let chiSquare: Double = buckets.reduce(0) { $0 + ($1 - each) * ($1 - each) / each }
            // 99 degrees of freedom: chance leaves the range 50 to 165 once in many thousand tries.
            #expect((50...165).contains(chiSquare), "\(salt): \(chiSquare)")
        }
    }

    @Test("Shares with different salts are independent")
    func independent() {
        for (left, right) in [("a", "b"), ("pilot-1", "pilot-2"), ("", " "), ("a", "aa")] {
            let (left, right) = (UserShare(percent: 30, salt: left), UserShare(percent: 50, salt: right))
            let both = Double(Self.ids.count { left.contains(id: $0) && right.contains(id: $0) })
            // 15 percent, and four and a half standard deviations: 4.5 · √(0.15 · 0.85) is 1.607.
            #expect(abs(both - 0.15 * Double(Self.count)) < 1.607 * Double(Self.count).squareRoot(), "\(both)")
        }
    }

    // As an argument of the macro, this literal would take the compiler twelve seconds.
    private static let fractions: [(Double, kept: Double)] = [
        (.nan, 0), (-1, 0), (-.infinity, 0), (0, 0), (-0.0, 0), (1, 1), (1.5, 1), (.infinity, 1),
        (1 - 0x1p-53, 1 - 0x1p-53), (.leastNonzeroMagnitude, .leastNonzeroMagnitude), (0.25, 0.25),
    ]

    @Test("A fraction is clamped to the range from no user to all users", arguments: fractions)
    func bounds(fraction: Double, kept: Double) {
        let share = UserShare(fraction: fraction, salt: "s")
        #expect(share.fraction == kept)
        let count = Self.ids.prefix(1_000).count { share.contains(id: $0) }
        if kept == 0 { #expect(count == 0) }
        if kept > 0.999 { #expect(count == 1_000) }
        #expect(UserShare(percent: fraction * 100, salt: "s").fraction == min(max(kept, 0), 1) || kept < 0x1p-1000)
    }

    @Test("A share selects users by the anonymous ID or by the user ID")
    func bases() {
        for number in 0..<500 {
            let id = EventID.number(UInt64(number))
            let anonymous = UserIdentity(anonymousID: id)
            let known = UserIdentity(anonymousID: .number(0), userID: "user-\(number)")
            // Neither a login nor user properties change a share by anonymous ID.
            let later = UserIdentity(anonymousID: id, userID: "u\(number)", properties: ["plan": "pro"])
            let byAnonymous = UserShare(percent: 40, salt: "s")
            let byUser = UserShare(percent: 40, salt: "s", of: .userID)
            #expect(byAnonymous.contains(anonymous) == byAnonymous.contains(id: id.description))
            #expect(byAnonymous.contains(later) == byAnonymous.contains(anonymous))
            #expect(byUser.contains(known) == byUser.contains(id: "user-\(number)"))
            #expect(!byUser.contains(anonymous))
            #expect(byUser.contains(.sample(identity: known)) == byUser.contains(known))
        }
        #expect(!UserShare(percent: 100, salt: "s", of: .userID).contains(UserIdentity(anonymousID: .number(1))))
        #expect(UserShare(percent: 100, salt: "s").contains(UserIdentity(anonymousID: .number(1))))
    }
}
