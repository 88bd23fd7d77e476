import Foundation
@testable import PageViewTracking
import TestSupport
import Testing

@Suite(.watched)
struct EventIDTests {
    @Test("A generator's IDs increase, whatever the clock shows, and are UUIDs of version 7")
    func identitiesGoUp() {
        var random = RandomBits(seed: 3)
        for seed in 0..<20 as Range<UInt64> {
            var generator = EventIDGenerator(seed: seed)
            var last: EventID?
            for step in 1...2_000 {
                // Mostly the same millisecond; sometimes later, before 1970, or near the end of the range.
                let milliseconds: Int64 =
                    switch random.next() % 50 {
                    case 0: Int64(step) * 1_000
                    case 1: -5_000
                    case 2 where step > 1_990: .max / 1_000_000
                    default: 1_700_000_000_000
                    }
                let id = generator.next(at: WallTime(nanoseconds: milliseconds * 1_000_000))
                if let last { #expect(last < id) }
                #expect(id.high >> 12 & 0xF == 7)
                #expect(id.low >> 62 == 2)
                last = id
            }
        }
    }

    @Test("An ID contains the milliseconds of its event, and the texts sort like the IDs")
    func timeIsInIt() {
        var generator = EventIDGenerator(seed: 1)
        let time = wallTime("2026-03-01T12:30:05.250Z")
        let ids = (0..<100).map { generator.next(at: WallTime(nanoseconds: time.nanoseconds + $0 / 10 * 1_000_000)) }
        #expect(ids.map(\.milliseconds) == (0..<100).map { time.milliseconds + $0 / 10 })
        #expect(ids.map(\.description) == ids.map(\.description).sorted())
    }

    @Test("A generator that exhausts its bits continues in the next millisecond")
    func overflowGoesOn() {
        var generator = EventIDGenerator(seed: 1, milliseconds: 5, upperTail: 0xFFF, lowerTail: 0x3FFF_FFFF_FFFF_FFFF)
        let id = generator.next(at: WallTime(nanoseconds: 0))
        #expect(id.milliseconds == 6)
        #expect(id.high >> 12 & 0xF == 7)
    }

    @Test("The same seed gives the same IDs, and other seeds give random ones, even if the clock was never set")
    func seedsDecide() {
        func ids(_ seed: UInt64) -> [EventID] {
            var generator = EventIDGenerator(seed: seed)
            return (0..<100).map { _ in generator.next(at: WallTime(nanoseconds: 0)) }
        }
        #expect(ids(1) == ids(1))
        #expect(Set(ids(1)).isDisjoint(with: ids(2)))
        let others = (0..<100).map { ids(RandomBits.mixed($0))[0] }
        #expect(Set(others.map { $0.low >> 32 }).count == 100)
        #expect(others.allSatisfy { $0.milliseconds <= 1 })
    }

    @Test("Texts match Foundation's UUIDs and are parsed in either case")
    func textsAreUUIDs() throws {
        for _ in 1...200 {
            let uuid = UUID()
            let id = try #require(EventID(uuid.uuidString))
            #expect(id.description == uuid.uuidString.lowercased())
            #expect(EventID(id.description) == id)
            #expect(UUID(uuidString: EventID.random().description)?.uuidString.dropFirst(14).first == "4")
        }
    }

    @Test(
        "A text that is not a UUID gives no ID",
        arguments: [
            "", "0", "018f0000-0000-7000-8000-00000000000", "018f0000-0000-7000-8000-0000000000000",
            "018f0000+0000-7000-8000-000000000000", "018f0000-0000-7000-8000-00000000000g",
            "018f00000-000-7000-8000-000000000000", "{18f0000-0000-7000-8000-00000000000}",
        ])
    func othersAreNone(text: String) {
        #expect(EventID(text) == nil)
    }
}

@Suite(.watched)
struct WallTimeTests {
    @Test("A time's text matches Foundation's across the representable range")
    func textIsISO8601() {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        var random = RandomBits(seed: 9)
        for _ in 1...3_000 {
            // Nanoseconds in 64 bits cover the years 1678 to 2261.
            let milliseconds = Int64(random.next() % 18_000_000_000_000) - 9_000_000_000_000
            let date = Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
            #expect(WallTime(nanoseconds: milliseconds * 1_000_000).description == formatter.string(from: date))
        }
        #expect(WallTime(nanoseconds: -1).description == "1969-12-31T23:59:59.999Z")
        #expect(WallTime(nanoseconds: .min).description == "1677-09-21T00:12:43.145Z")
        #expect(WallTime(nanoseconds: .max).description == "2262-04-11T23:47:16.854Z")
    }

    @Test("Milliseconds are rounded down, also before 1970, and subtraction saturates")
    func millisecondsAreRoundedDown() {
        #expect(WallTime(nanoseconds: 1_999_999).milliseconds == 1)
        #expect(WallTime(nanoseconds: -1).milliseconds == -1)
        #expect(WallTime(nanoseconds: .min).earlier(byNanoseconds: 1) == WallTime(nanoseconds: .min))
        #expect(WallTime(nanoseconds: .max).earlier(byNanoseconds: -1) == WallTime(nanoseconds: .max))
    }

    @Test("The system clock agrees with Foundation's")
    func systemClockIsRight() {
        let before = Date.now.timeIntervalSince1970
        let now = Double(WallClock.system.now.nanoseconds) / 1e9
        #expect((before - 0.001...Date.now.timeIntervalSince1970 + 0.001).contains(now))
    }
}
