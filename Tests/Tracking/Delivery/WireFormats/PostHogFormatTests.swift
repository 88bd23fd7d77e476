import PageViewDelivery
import Foundation
import PageViewTracking
import TestSupport
import Testing

/// PostHog's batches (WF-040 to WF-043).
@Suite(.watched)
struct PostHogFormatTests {
    private static let format = PostHogFormat(apiKey: "KEY")

    private func items(_ events: [TrackedEvent]) throws -> [[String: Any]] {
        try WireJSON.items(Self.format.batches(of: events, sentAt: WireSample.sentAt), WireReader.postHog.items)
    }

    private func properties(_ event: TrackedEvent) throws -> [String: Any] {
        let item = try items([event]).last
        return try #require(item?["properties"] as? [String: Any])
    }

    @Test("A user is identified before the first event, once for each anonymous ID")
    func identifies() throws {
        let reader = WireReader.postHog
        let other = UserIdentity(anonymousID: WireSample.id(0xA), userID: "other")
        let renewed = UserIdentity(anonymousID: WireSample.id(0xB), userID: "other")
        let (anonymous, known) = (WireSample.anonymous, WireSample.known)
        #expect(try reader.calls([anonymous, anonymous]) == "ee")
        #expect(try reader.calls([anonymous, known, known]) == "eIee")
        #expect(try reader.calls([known, known, other, other, renewed, known]) == "IeeIeeIee")
        #expect(try reader.calls([known, anonymous, known]) == "Ieee")
        let silent = PostHogFormat(apiKey: "KEY", identifiesUsers: false)
        #expect(try reader.calls([known, other], as: silent) == "ee")
    }

    @Test("A rejected event does not identify its user, and the next accepted one does")
    func refusedEventDoesNotIdentify() throws {
        let events = ["", "e", "e"].enumerated().map {
            WireSample.event(UInt64($0.offset), $0.element, [:], page: nil, 0, WireSample.known)
        }
        #expect(try items(events).map { $0["event"] as? String } == ["$identify", "e", "e"])
        let limits = WireLimits(eventBytes: .max, batchBytes: .max, batchEvents: 1, nestingLevels: 9)
        let result = changed(PostHogFormat(apiKey: "KEY"), \.limits, limits)
            .batches(of: events, sentAt: WireSample.sentAt)
        #expect(result.batches.map(\.events) == [[], [WireSample.id(1)], [WireSample.id(2)]])
    }

    @Test("A user without an ID and without properties gets no profile")
    func profiles() throws {
        func of(_ identity: UserIdentity) -> TrackedEvent { WireSample.event(1, "e", [:], page: nil, 0, identity) }
        let nobody = try properties(of(WireSample.anonymous))
        #expect(nobody["$process_person_profile"] as? Bool == false && nobody["$set"] == nil)
        let described = try properties(of(UserIdentity(anonymousID: WireSample.id(1), properties: ["a": 1])))
        #expect(described["$process_person_profile"] == nil && described["$set"] as? NSDictionary == ["a": 1])
        let known = try properties(of(UserIdentity(anonymousID: WireSample.id(1), userID: "u")))
        #expect(known["$process_person_profile"] == nil && known["$set"] == nil)
    }

    @Test("A payload cannot set PostHog's own names, and each omission is reported")
    func ownNames() throws {
        let payload: Payload = [
            "$set": ["a": 1], "distinct_id": "x", "$mine": 1, "scene": 2, "$lib": nil, "$unset": ["a"],
        ]
        let event = WireSample.event(1, "e", payload)
        let sent = try properties(event)
        #expect(sent["$set"] == nil && sent["distinct_id"] == nil && sent["$lib"] is String)
        #expect(sent["$mine"] as? Int == 1 && sent["scene"] as? Int == 2)
        let other = WireSample.event(2, "e")
        let omissions = Self.format.batches(of: [event, other], sentAt: WireSample.sentAt).omissions
        #expect(omissions.allSatisfy { $0.event == event.id })
        #expect(omissions.map(\.part) == ["$set", "distinct_id", "$lib", "$unset"].map { .value(name: $0) })
    }

    @Test(
        "Events named like PostHog's own are rejected",
        arguments: [
            "$create_alias", "$merge_dangerously", "$set", "$identify", "$groupidentify", "$screen", "$pageleave", "$",
            "$\u{301}", "$mine",
        ])
    func ownEvents(name: String) throws {
        let leave = PageLeaveDetails(outcome: .neverReady, foregroundNanoseconds: 0, backgroundNanoseconds: 0)
        for details in [TrackedEvent.Details.custom, .interaction, .pageLeave(leave)] {
            let own = WireSample.event(1, name, [:], page: nil, 0, WireSample.known, details)
            let other = WireSample.event(2, "a" + name, [:], page: nil, 0, WireSample.known, details)
            let result = Self.format.batches(of: [own, other], sentAt: WireSample.sentAt)
            #expect(result.rejections.map(\.event) == [own.id])
            let expected = "expected event to be a name that does not begin with `$`, found "
            #expect(result.rejections.first?.reason.hasPrefix(expected) == true)
            #expect(result.batches.map(\.events) == [[other.id]])
        }
    }

    @Test("Events that PostHog would drop or cut are rejected")
    func refusals() {
        func of(_ user: String) -> TrackedEvent {
            WireSample.event(1, "e", [:], page: nil, 0, UserIdentity(anonymousID: WireSample.id(1), userID: user))
        }
        let nowhere = WireSample.event(
            1, "pageView", [:], page: nil, 0, WireSample.anonymous, .pageView(.init(sequence: 1, cause: .manual)))
        let table: [(TrackedEvent, WireRejection?)] = [
            (WireSample.event(1, ""), .missing(field: "event")),
            (nowhere, .missing(field: "$screen_name", ofPage: true)),
            (of(String(repeating: "x", count: 200)), nil), (of(""), nil),
            (of(String(repeating: "x", count: 201)), .tooLong(field: "distinct_id", length: 201, limit: 200)),
        ]
        for (event, reason) in table {
            let result = Self.format.batches(of: [event], sentAt: WireSample.sentAt)
            #expect(result.rejections.first?.reason == reason?.reason)
            #expect(result.batches.isEmpty == (reason != nil))
        }
    }
}
