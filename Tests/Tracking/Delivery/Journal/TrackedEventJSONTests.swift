import AnalyticsJSON
import Foundation
import PageViewTracking
import TestSupport
import Testing

/// The encoding of events as lines of JSON, and the decoding (JR-002).
@Suite(.watched)
struct TrackedEventJSONTests {
    private func bytes(_ event: TrackedEvent) -> [UInt8] {
        var writer = JSONWriter()
        event.write(to: &writer)
        return writer.takeBytes()
    }

    private func event(_ bytes: [UInt8]) throws(LineError) -> TrackedEvent {
        var parser = JSONParser(bytes, bytes.indices)
        let event = try TrackedEvent(from: &parser)
        try parser.finish()
        return event
    }

    private static let plain =
        #"{"v":1,"id":"00000000-0000-0001-0000-000000000002","seq":3,"kind":"custom","name":"tap","time":4,"timestamp":5,"user":{"anonymousID":"00000000-0000-0006-0000-000000000007"}}"#

    private static let plainEvent = TrackedEvent(
        id: EventID(high: 1, low: 2), sequence: 3, name: "tap", time: WallTime(nanoseconds: 4),
        timestamp: Timestamp(nanoseconds: 5), identity: UserIdentity(anonymousID: EventID(high: 6, low: 7)))

    @Test("A written event is read back equal, with the same bytes in its texts")
    func roundTrip() throws {
        var events = AnyEvents(seed: 1)
        var kinds: Set<TrackedEvent.Kind> = []
        for _ in 0..<TestDepth.number(400, proof: 5_000) {
            let original = events.next()
            let written = bytes(original)
            let read = try event(written)
            #expect(read == original)
            // Equal texts can have different bytes.
            #expect(bytes(read) == written)
            #expect(!written.contains(0x0A))
            kinds.insert(read.kind)
        }
        #expect(kinds.count == 5)
    }

    @Test("An event with few details is encoded with only the required keys")
    func short() throws {
        #expect(String(decoding: bytes(Self.plainEvent), as: UTF8.self) == Self.plain)
        #expect(try event(Array(Self.plain.utf8)) == Self.plainEvent)
    }

    @Test(
        "Numbers are read back exactly, and numbers that are not finite as null",
        arguments: [
            (.double(.nan), .null), (.double(.infinity), .null), (.double(-.infinity), .null), (.double(1), .double(1)),
            (.int(.min), .int(.min)), (.int(.max), .int(.max)), (.double(1e300), .double(1e300)),
            (decimal("10.90"), decimal("10.90")), (decimal("7"), decimal("7")), (decimal("-0.00"), decimal("-0.00")),
            (decimal("12345678901234567.89"), decimal("12345678901234567.89")), (.double(1e16), .double(1e16)),
            (.double(.leastNonzeroMagnitude), .double(.leastNonzeroMagnitude)),
        ] as [(AnalyticsValue, AnalyticsValue)])
    func numbers(written: AnalyticsValue, read: AnalyticsValue) throws {
        var original = Self.plainEvent
        original.payload = ["x": written, "list": [written]]
        #expect(try event(bytes(original)).payload == ["x": read, "list": [read]])
    }

    @Test("A decimal keeps its digits and has a mark that distinguishes it from other numbers")
    func decimals() {
        var original = Self.plainEvent
        original.payload = ["price": decimal("10.90")]
        #expect(String(decoding: bytes(original), as: UTF8.self).hasSuffix(#","payload":{"price":10.90e0}}"#))
    }

    @Test("Unknown keys are ignored at every level, and an unknown kind becomes custom")
    func grows() throws {
        var events = AnyEvents(seed: 3)
        for _ in 0..<TestDepth.number(150, proof: 500) {
            let original = events.next()
            let text = String(decoding: bytes(original), as: UTF8.self)
            // Adds keys to objects that are not payloads.
            var grown = text.replacing(#"{"v":1"#, with: #"{"later":[{"a":null},1e9],"v":1"#)
            grown = grown.replacing(#"{"anonymousID""#, with: #"{"more":{"x":"y"},"anonymousID""#)
            grown = grown.replacing(#"{"outcome""#, with: #"{"more":true,"outcome""#)
            #expect(try event(Array(grown.utf8)) == original)
        }
        let later = Self.plain.replacing(#""custom""#, with: #""later""#)
        #expect(try event(Array(later.utf8)) == Self.plainEvent)
    }

    @Test(
        "An invalid event is an error that names the expected and the found value",
        arguments: [
            (#""v":1"#, #""v":2"#, "expected an event of version 1, found 2"),
            (#""v":1,"#, "", "expected an event of version 1, found none"),
            (#""name":"tap","#, "", "expected an object with the key 'name', found one without"),
            (#""seq":3"#, #""seq":-3"#, "expected a whole number that is not negative, found -3"),
            (
                #""seq":3"#, #""seq":18446744073709551616"#,
                "expected a whole number that is not negative, found 18446744073709551616"
            ),
            (#""time":4"#, #""time":4.5"#, "expected a whole number of 64 bits, found 4.5"),
            (
                #"00000002","#, #"0000000x","#,
                "expected the text of a UUID, found \"00000000-0000-0001-0000-00000000000x\""
            ),
            (#""custom""#, #""pageView""#, "expected an object with the key 'pageView', found one without"),
            (
                #""custom""#, #""pageLeave","pageLeave":{"outcome":"x"}"#,
                "expected an outcome of an appearance, found \"x\""
            ),
            (#"}}"#, #"}"#, "expected ',' or '}', found the end of the line"),
        ])
    func errors(part: String, replacement: String, message: String) throws {
        let text = Self.plain.replacing(part, with: replacement)
        let error = #expect(throws: LineError.self) { try event(Array(text.utf8)) }
        #expect(error?.message == message)
    }

    @Test("An event too deep to be read back is detected before it is written")
    func depth() throws {
        func nested(_ levels: Int) -> Payload {
            var value = AnalyticsValue.int(1)
            for level in 1..<levels { value = level % 2 == 0 ? .array([value]) : .object(["x": value]) }
            return ["x": value]
        }
        var original = Self.plainEvent
        original.payload = nested(Payload.deepestNesting)
        #expect(!original.isTooDeep)
        #expect(try event(bytes(original)) == original)
        original.payload = nested(Payload.deepestNesting + 1)
        #expect(original.isTooDeep)
        original.payload = [:]
        original.identity = UserIdentity(anonymousID: EventID(high: 0, low: 0), properties: nested(600))
        #expect(original.isTooDeep)
    }
}
