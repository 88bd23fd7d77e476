import NavigationSimulator
import PageViewLifecycle
import PageViewTracking
import TestSupport
import Testing

@Suite(.watched)
struct PrivacyPolicyTests {
    private static let policies: [PrivacyPolicy] = [
        .cautious,
        PrivacyPolicy(properties: .only(["text", "deep"]), patterns: .emailAddresses, timeGranularity: .day),
        PrivacyPolicy(
            properties: .except(["inner", "text"]), redactedKeys: ["deeper"], durationGranularity: .seconds(60)),
        PrivacyPolicy(
            redactedKeys: ["list"], patterns: .all, durationGranularity: .seconds(7), durationKeys: ["text", "deep"]),
    ]

    @Test("A policy without rules is empty and changes nothing", arguments: EventShape.allCases)
    func empty(shape: EventShape) {
        let event = shape.event { "\($0) bob@x.org 4111111111111111" }
        for policy in [
            PrivacyPolicy(), PrivacyPolicy(properties: .except([])),
            PrivacyPolicy(patterns: SensitivePatterns(rawValue: 1 << 7)),
            PrivacyPolicy(durationGranularity: .seconds(0), durationKeys: ["a"]),
        ] {
            #expect(policy.isEmpty)
            #expect(policy.applied(to: event) == event)
            #expect(policy.applied(to: event.identity) == event.identity)
        }
        for policy in Self.policies + [
            PrivacyPolicy(properties: .only([])), PrivacyPolicy(redactedKeys: ["a"]),
            PrivacyPolicy(patterns: .phoneNumbers),
            PrivacyPolicy(timeGranularity: .hour), PrivacyPolicy(durationGranularity: .seconds(1)),
        ] {
            #expect(!policy.isEmpty)
        }
    }

    @Test("Applying a policy twice equals applying it once", arguments: EventShape.allCases)
    func idempotent(shape: EventShape) {
        var random = SplitMix(seed: 23)
        let found = ["bob@x.org", "4111111111111111", "030 901820", "plain", "44", "a@b.c@d.com", "+12.345.678 901"]
        for policy in Self.policies {
            for _ in 0..<TestDepth.number(10, proof: 200) {
                let event = shape.event { place in
                    place + (random.next() % 2 == 0 ? "" : " " + found[Int(random.next() % UInt64(found.count))])
                }
                let once = policy.applied(to: event)
                let twice = policy.applied(to: once)
                #expect(twice == once)
                #expect(json(twice.payload) == json(once.payload))
                #expect(policy.applied(to: event) == once)
            }
        }
    }

    @Test("A policy keeps IDs, numbers, causes and outcomes", arguments: EventShape.allCases)
    func identitiesStay(shape: EventShape) {
        let event = shape.event { "\($0) bob@x.org" }
        for policy in Self.policies {
            let result = policy.applied(to: event)
            #expect(result.id == event.id && result.sequence == event.sequence && result.kind == event.kind)
            #expect(result.page?.id == event.page?.id)
            #expect(result.identity.anonymousID == event.identity.anonymousID)
            #expect(result.pageView?.cause == event.pageView?.cause)
            #expect(result.pageView?.sequence == event.pageView?.sequence)
            #expect(result.pageView?.previous?.id == event.pageView?.previous?.id)
            #expect(result.pageLeave?.outcome == event.pageLeave?.outcome)
        }
    }

    @Test(
        "A policy coarsens the times and durations of every kind of event and keeps its texts",
        arguments: EventShape.allCases)
    func everyKind(shape: EventShape) {
        let event = shape.event { $0 }
        let policy = PrivacyPolicy(timeGranularity: .hour, durationGranularity: .seconds(10))
        let result = policy.applied(to: event)
        #expect(result.time.description == "2026-01-01T00:00:00.000Z")
        #expect(result.timestamp == Timestamp(nanoseconds: 3_600_000_000_000))
        #expect(
            result.pageView?.appearedAt.map(\.description) == event.pageView.map { _ in "2026-01-01T00:00:00.000Z" })
        #expect(result.pageLeave?.foregroundNanoseconds == event.pageLeave.map { _ in 10_000_000_000 })
        #expect(result.pageLeave?.backgroundNanoseconds == event.pageLeave.map { _ in 0 })
        // All texts and identities are unchanged.
        #expect(texts(in: result) == texts(in: event))
        #expect(policy.applied(to: event.identity) == event.identity)
    }

    @Test("A user ID that contains personal data is removed, and the anonymous ID stays")
    func users() {
        let policy = PrivacyPolicy(patterns: .all)
        func applied(_ userID: String?) -> UserIdentity {
            policy.applied(
                to: UserIdentity(
                    anonymousID: .number(5), userID: userID, properties: ["mail": "bob@x.org", "plan": "pro"]))
        }
        for found in ["bob@x.org", "user 4111111111111111", "+49 170 1234567"] {
            #expect(applied(found).userID == nil)
            #expect(applied(found).distinctID == EventID.number(5).description)
        }
        for fine in ["u-1", "4155552671", "bob", ""] { #expect(applied(fine).userID == fine) }
        #expect(applied(nil).userID == nil)
        #expect(json(applied("u").properties) == #"{"mail":"[email]","plan":"pro"}"#)
        #expect(PrivacyPolicy(patterns: .cardNumbers).applied(to: applied("bob@x.org")).userID == nil)
        let user = UserIdentity(anonymousID: .number(5), userID: "bob@x.org")
        #expect(PrivacyPolicy(patterns: .cardNumbers).applied(to: user).userID == "bob@x.org")
    }
}
