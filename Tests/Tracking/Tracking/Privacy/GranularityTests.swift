import TraceAnalysis
import NavigationSimulator
import PageViewLifecycle
import PageViewTracking
import TestSupport
import Testing

@Suite(.watched)
struct GranularityTests {
    private static let hour: Int64 = 3_600_000_000_000

    @Test(
        "Times are rounded down to the start of their hour or day in UTC",
        arguments: [
            (1_767_229_199_999_999_999, "2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.000Z"),
            (1_767_232_800_000_000_000, "2026-01-01T02:00:00.000Z", "2026-01-01T00:00:00.000Z"),
            (0, "1970-01-01T00:00:00.000Z", "1970-01-01T00:00:00.000Z"),
            (-1, "1969-12-31T23:00:00.000Z", "1969-12-31T00:00:00.000Z"),
            (-3_600_000_000_000, "1969-12-31T23:00:00.000Z", "1969-12-31T00:00:00.000Z"),
        ])
    func times(nanoseconds: Int64, hour: String, day: String) {
        let time = WallTime(nanoseconds: nanoseconds)
        #expect(PrivacyPolicy(timeGranularity: .hour).coarsened(time).description == hour)
        #expect(PrivacyPolicy(timeGranularity: .day).coarsened(time).description == day)
        #expect(PrivacyPolicy().coarsened(time) == time)
        let stamp = Timestamp(nanoseconds: nanoseconds)
        let coarse = PrivacyPolicy(timeGranularity: .hour).coarsened(stamp)
        #expect(coarse.nanoseconds == PrivacyPolicy(timeGranularity: .hour).coarsened(time).nanoseconds)
    }

    @Test("Coarsening gives a multiple of the unit and is idempotent, even at the ends of the range")
    func farEnds() {
        var random = SplitMix(seed: 5)
        let some = (0..<2_000).map { _ in Int64(bitPattern: random.next()) }
        for nanoseconds in some + [.min, .min + 1, .max, -Self.hour, Self.hour - 1] {
            for (policy, unit) in [
                (PrivacyPolicy(timeGranularity: .hour), Self.hour),
                (PrivacyPolicy(timeGranularity: .day), 24 * Self.hour),
            ] {
                let time = policy.coarsened(WallTime(nanoseconds: nanoseconds))
                #expect(time.nanoseconds % unit == 0)
                #expect(policy.coarsened(time) == time)
                let isAtTheEnd = nanoseconds < .min + unit
                #expect(isAtTheEnd || (time.nanoseconds <= nanoseconds && nanoseconds - time.nanoseconds < unit))
            }
        }
    }

    @Test(
        "Durations of page leaves are rounded to the nearest multiple",
        arguments: [
            (0, 0), (4_999_999_999, 0), (5_000_000_000, 10), (14_999_999_999, 10), (15_000_000_000, 20),
            (12_345_678_901, 10), (-5_000_000_000, -10), (-4_999_999_999, 0), (.max, 9_223_372_030),
            (.min, -9_223_372_030),
        ] as [(Int64, Int64)])
    func durations(nanoseconds: Int64, seconds: Int64) {
        var event = TrackedEvent.sample()
        event.details = .pageLeave(
            PageLeaveDetails(outcome: .counted, foregroundNanoseconds: nanoseconds, backgroundNanoseconds: nanoseconds))
        let policy = PrivacyPolicy(durationGranularity: .seconds(10))
        let result = policy.applied(to: event)
        #expect(result.pageLeave?.foregroundNanoseconds == seconds * 1_000_000_000)
        #expect(result.pageLeave?.backgroundNanoseconds == seconds * 1_000_000_000)
        #expect(policy.applied(to: result) == result)
        #expect(PrivacyPolicy(durationGranularity: .seconds(0)).applied(to: event) == event)
        #expect(PrivacyPolicy(durationGranularity: .seconds(0)).isEmpty)
        // The largest possible unit.
        let year = PrivacyPolicy(durationGranularity: .seconds(UInt32.max))
        #expect(year.applied(to: year.applied(to: event)) == year.applied(to: event))
    }

    @Test("Payload numbers are rounded only under the duration keys")
    func durationKeys() {
        let policy = PrivacyPolicy(durationGranularity: .seconds(30), durationKeys: ["seconds"])
        let payload: Payload = [
            "seconds": 44, "other": 44, "a": [["Seconds": 45.5]], "b": ["seconds": "44"],
            "c": ["seconds": .double(.nan)], "d": ["seconds": decimal("44.90")],
            "e": ["seconds": .double(.infinity)], "f": ["seconds": .int(.max)],
        ]
        let result = policy.applied(to: .sample(payload: payload))
        #expect(
            json(result.payload)
                == #"{"seconds":30,"other":44,"a":[{"Seconds":60.0}],"b":{"seconds":"44"},"c":{"seconds":null},"#
                + #""d":{"seconds":30},"e":{"seconds":null},"f":{"seconds":9223372036854775800}}"#)
        #expect(json(policy.applied(to: result).payload) == json(result.payload))
        #expect(PrivacyPolicy(durationKeys: ["seconds"]).isEmpty)
    }
}
