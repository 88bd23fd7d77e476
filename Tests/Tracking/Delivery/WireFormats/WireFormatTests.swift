import PageViewDelivery
import Foundation
import PageViewTracking
import TestSupport
import Testing

/// Rules for every format (WF-001 to WF-004).
@Suite(.watched)
struct WireFormatTests {
    @Test("A session with every kind of event has the expected bytes", arguments: try WireSample.expectedFormats)
    func golden(name: String) throws {
        let expected = try WireSample.expected(name)
        let reader = try #require(WireReader.all.first { $0.description.lowercased() == name })
        #expect(reader.format(nil).text(of: WireSample.all) == expected)
        _ = try reader.items(Array(expected.utf8))
    }

    @Test("Each event is in one batch or rejected, in order, and the JSON is as documented", arguments: WireReader.all)
    func everythingIsAccountedFor(reader: WireReader) throws {
        var (sentCount, rejectedCount) = (0, 0)
        for seed in stride(from: UInt64(0), to: 60, by: TestDepth.number(7, proof: 1)) {
            var random = AnyEvents(seed: seed)
            let events = (0..<40).map { _ in random.next() }
            let limits = WireLimits(
                eventBytes: [900, 3_000, .max][Int(seed % 3)], batchBytes: [4_000, 20_000, .max][Int(seed / 3 % 3)],
                batchEvents: [1, 7, .max][Int(seed / 9 % 3)], nestingLevels: 4)
            let result = reader.format(limits).batches(of: events, sentAt: WireSample.sentAt)
            let sent = result.batches.flatMap(\.events)
            let rejected = Set(result.rejections.map(\.event))
            #expect(sent == events.map(\.id).filter { !rejected.contains($0) })
            #expect(sent.count + result.rejections.count == events.count)
            #expect(Set(result.omissions.map(\.event)).isSubset(of: Set(sent)))
            sentCount += sent.count
            rejectedCount += result.rejections.count
            for batch in result.batches {
                let items = try reader.items(batch.bytes)
                #expect(items.compactMap(reader.id) == batch.events.map(\.description))
                #expect(!items.isEmpty && items.count <= limits.batchEvents && batch.bytes.count <= limits.batchBytes)
            }
        }
        // The test is meaningful only if events are both sent and rejected.
        #expect(sentCount > TestDepth.number(50, proof: 1_000) && rejectedCount > TestDepth.number(5, proof: 100))
    }

    @Test("A batch holds as many events as fit", arguments: WireReader.all)
    func batchesAreFull(reader: WireReader) {
        let events = (1...20).map {
            WireSample.event($0, "n", ["v": .string(String(repeating: "x", count: Int($0 * 7)))])
        }
        func sizes(_ events: [TrackedEvent], _ limits: WireLimits) -> [Int] {
            reader.format(limits).batches(of: events, sentAt: WireSample.sentAt).batches.map(\.bytes.count)
        }
        let open = WireLimits(eventBytes: .max, batchBytes: .max, batchEvents: .max, nestingLevels: 9)
        var limits = open
        for limit in stride(from: sizes([events[19]], open)[0], through: 9_000, by: TestDepth.number(485, proof: 97)) {
            limits.batchBytes = limit
            let batches = reader.format(limits).batches(of: events, sentAt: WireSample.sentAt).batches
            var rest = events[...]
            for batch in batches {
                let next = rest.prefix(batch.events.count + 1)
                if next.count > batch.events.count { #expect(sizes(Array(next), open)[0] > limit) }
                rest = rest.dropFirst(batch.events.count)
            }
            #expect(rest.isEmpty)
        }
    }

    @Test("An event of exactly the limit fits, and an event one byte larger does not", arguments: WireReader.all)
    func limitsAreExact(reader: WireReader) {
        let event = WireSample.event(1, "n\"👋", ["v": "\0"], page: WireSample.item)
        let open = WireLimits(eventBytes: .max, batchBytes: .max, batchEvents: .max, nestingLevels: 1)
        func result(_ count: Int, _ change: (inout WireLimits) -> Void) -> WireBatches {
            var limits = open
            change(&limits)
            return reader.format(limits).batches(
                of: Array(repeating: event, count: count), sentAt: WireSample.sentAt)
        }
        let (one, two) = (result(1) { _ in }.batches[0].bytes.count, result(2) { _ in }.batches[0].bytes.count)
        let size = two - one - 1
        #expect(result(1) { $0.eventBytes = size }.rejections.isEmpty)
        #expect(
            result(1) { $0.eventBytes = size - 1 }.rejections.map(\.reason)
                == [WireRejection.tooLarge(bytes: size, limit: size - 1).reason])
        #expect(result(1) { $0.batchBytes = one }.rejections.isEmpty)
        let rejected = result(1) { $0.batchBytes = one - 1 }
        #expect(rejected.rejections.map(\.reason) == [WireRejection.tooLarge(bytes: one, limit: one - 1).reason])
        #expect(rejected.batches.isEmpty)
        #expect(result(2) { $0.batchBytes = two }.batches.map(\.events.count) == [2])
        #expect(result(2) { $0.batchBytes = two - 1 }.batches.map(\.events.count) == [1, 1])
        #expect(result(5) { $0.batchEvents = 2 }.batches.map(\.events.count) == [2, 2, 1])
    }

    @Test("An event nested deeper than the limit is rejected, however deep it is", arguments: WireReader.all)
    func nesting(reader: WireReader) {
        func nested(_ levels: Int, inArrays: Bool) -> Payload {
            var value: AnalyticsValue = 1
            for _ in 1..<levels { value = inArrays ? [value] : ["v": value] }
            return ["v": value]
        }
        let format = reader.format(nil)
        let limit = format.limits.nestingLevels
        for inArrays in [false, true] {
            let sent = WireSample.event(1, "n", nested(limit, inArrays: inArrays))
            let deep = WireSample.event(2, "n", nested(limit + 1, inArrays: inArrays))
            let deepest = WireSample.event(3, "n", nested(5_000, inArrays: inArrays))
            let ofUser = WireSample.event(
                4, "n", [:], page: nil, 0,
                UserIdentity(anonymousID: WireSample.id(1), properties: nested(limit + 1, inArrays: inArrays)))
            let result = format.batches(of: [deep, sent, deepest, ofUser], sentAt: WireSample.sentAt)
            #expect(result.batches.flatMap(\.events) == [sent.id])
            #expect(result.rejections.map(\.event) == [deep.id, deepest.id, ofUser.id])
            #expect(result.rejections.allSatisfy { $0.reason == WireRejection.nestedTooDeep(limit: limit).reason })
        }
    }

    @Test("The default limits equal the documented ones")
    func limits() {
        func documented(_ event: Int, _ batch: Int, _ events: Int, _ levels: Int) -> WireLimits {
            WireLimits(eventBytes: event, batchBytes: batch, batchEvents: events, nestingLevels: levels)
        }
        #expect(SegmentFormat(writeKey: "KEY").limits == documented(32_768, 475_000, 2_500, 100))
        #expect(SnowplowFormat(appID: "shop", namespace: "main").limits == documented(.max, 192_000, .max, 100))
        #expect(PostHogFormat(apiKey: "KEY").limits == documented(900_000, 20_000_000, .max, 100))
        #expect(OTLPLogsFormat(serviceName: "shop").limits == documented(.max, 20_000_000, 512, 30))
    }

    @Test("No events give no batch, and equal events give equal bytes", arguments: WireReader.all)
    func deterministic(reader: WireReader) {
        #expect(reader.format(nil).batches(of: [], sentAt: WireSample.sentAt) == WireBatches())
        let first = reader.format(nil).batches(of: WireSample.all, sentAt: WireSample.sentAt)
        #expect(first == reader.format(nil).batches(of: WireSample.all, sentAt: WireSample.sentAt))
        #expect(first.batches.count == 1 && first.rejections.isEmpty)
    }

    /// Made once for all formats.
    private static let manyEvents: [TrackedEvent] = {
        var random = AnyEvents(seed: 5)
        return (0..<TestDepth.number(300, proof: 2_000)).map { _ in random.next() }
    }()

    @Test(
        "Every rejection and omission states on one line what was expected, what was found and what to do",
        arguments: WireReader.all)
    func reasons(reader: WireReader) throws {
        let events = Self.manyEvents
        let limits = WireLimits(eventBytes: 3_000, batchBytes: 20_000, batchEvents: 100, nestingLevels: 3)
        let result = reader.format(limits).batches(of: events, sentAt: WireSample.sentAt)
        #expect(result.rejections.count > TestDepth.number(15, proof: 100))
        if reader.description != "Segment" { #expect(result.omissions.count > TestDepth.number(3, proof: 20)) }
        let names = Dictionary(uniqueKeysWithValues: events.map { ($0.id, $0.name) })
        let reason = try Regex("expected .+, found .+; .+").dotMatchesNewlines()
        for loss in result.rejections + result.omissions {
            #expect(loss.reason.wholeMatch(of: reason) != nil, "\(loss)")
            #expect(loss.name == names[loss.event] && loss.diagnostic.event == loss.name)
            #expect(loss.description.utf8.allSatisfy { $0 >= 0x20 })
            #expect(loss.diagnostic.kind == (loss.part == nil ? .eventRejected : .partOmitted))
            let verb = loss.part == .userProperties ? "were" : "was"
            #expect(loss.diagnostic.message.hasSuffix(" \(verb) not sent: \(loss.reason)"))
            let end = loss.part == nil ? " was rejected: " : " \(verb) omitted: "
            #expect(loss.description.hasSuffix(end + loss.reason))
        }
    }

    @Test("The description of a rejected name names the event, the rule and the remedy")
    func reservedName() {
        let result = PostHogFormat(apiKey: "KEY").batches(of: [WireSample.event(1, "$set")], sentAt: WireSample.sentAt)
        #expect(
            result.rejections.map(\.description) == [
                "event \(WireSample.id(1)) \"$set\" was rejected: expected event to be a name that does not begin with `$`, "
                    + "found \"$set\"; rename the event"
            ])
    }
}
