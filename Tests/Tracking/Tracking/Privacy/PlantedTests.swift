import NavigationSimulator
import PageViewTracking
import TestSupport
import Testing

/// A policy removes planted secrets from every text of an event.
@Suite(.watched)
struct PlantedTests {
    private let policy = PrivacyPolicy(patterns: .all)
    private static let planted = [
        "bob.o'neil+x@mail.example.co.uk", "jörg@münchen.example", "4111 1111 1111 1111", "378282246310005",
        "5555-5555-5555-4444", "+49 170 1234567", "+14155552671", "(415) 555-2671", "030 901820-22", "06 12 34 56 78",
    ]

    /// Returns the names of all texts in a kind of event.
    private func places(of shape: EventShape) -> [String] {
        var places: [String] = []
        _ = shape.event { place in
            places.append(place)
            return place
        }
        return places
    }

    @Test("A secret is redacted in every text of every kind of event", arguments: EventShape.allCases)
    func everyKind(shape: EventShape) {
        for place in places(of: shape) {
            for planted in TestDepth.sample(2, of: Self.planted) {
                let event = shape.event { $0 == place ? "see \(planted), ok" : $0 }
                let isThere = texts(in: event).contains { $0.contains(planted) }
                // Only some kinds of events contain the link.
                guard isThere else {
                    #expect(["url", "source", "referrer", "referrerContext"].contains(place))
                    continue
                }
                let result = policy.applied(to: event)
                #expect(!texts(in: result).contains { $0.contains(planted) }, "\(shape) \(place)")
                // All other texts are unchanged.
                let clean = texts(in: shape.event { $0 })
                let changed = texts(in: result).filter { !clean.contains($0) }
                let (open, close) = place == "url" ? ("%5B", "%5D") : ("[", "]")
                #expect(
                    changed.allSatisfy { $0.hasPrefix("see \(open)") && $0.hasSuffix("\(close), ok") }, "\(changed)")
                #expect(changed.count == (place == "userID" ? 0 : 1), "\(shape) \(place) \(changed)")
                #expect(policy.applied(to: result) == result)
            }
        }
    }

    @Test("Secrets between random delimiters are redacted")
    func everywhere() {
        var random = SplitMix(seed: 99)
        let around = ["", " x ", "é", "\n", "\"", "<", ">", "; ", "[", "]", "{", "&", "=", "|", " – "]
        func pick(_ texts: [String]) -> String { texts[Int(random.next() % UInt64(texts.count))] }
        var found = 0
        for round in 0..<TestDepth.number(80, proof: 3_000) {
            let shape = EventShape.allCases[round % EventShape.allCases.count]
            var placed: [String] = []
            let event = shape.event { place in
                guard random.next() % 4 == 0 else { return place + "\(random.next() % 1_000)" }
                let planted = pick(Self.planted)
                placed.append(planted)
                return pick(around) + pick(around) + planted + pick(around) + pick(around)
            }
            let result = policy.applied(to: event)
            let left = texts(in: result)
            for planted in Set(placed) {
                found += 1
                #expect(!left.contains { $0.contains(planted) }, "\(planted) in \(left)")
            }
            #expect(policy.applied(to: result) == result)
        }
        #expect(found > TestDepth.number(120, proof: 5_000))
    }

    @Test("Secrets in a link are redacted, even if their @ is escaped up to three times")
    func escaped() {
        for escape in ["%40", "%2540", "%252540"] {
            for shape in [EventShape.pageView, .deepLink] {
                let url =
                    "https://x.org/a?to=bob\(escape)example.com&tel=%2B49%20170%201234567#4111%201111%201111%201111"
                #expect(
                    link(url, policy, in: shape) == "https://x.org/a?to=%5Bemail%5D&tel=%5Bphone%5D#%5Bcard%5D")
            }
        }
    }

    @Test("Keys that become equal by redaction are numbered, and no value is lost")
    func keys() {
        let payload: Payload = ["a@x.org": 1, "b@x.org": 2, "[email]": 3, "c@x.org": 4, "[email] 2": 5, "plain": 6]
        let result = policy.applied(to: .sample(payload: payload))
        #expect(result.payload.entries.count == 6)
        #expect(result.payload.entries.map(\.value) == [1, 2, 3, 4, 5, 6])
        #expect(result.payload.entries.map(\.key).prefix(2) == ["[email]", "[email] 2"])
        #expect(policy.applied(to: result) == result)
        #expect(policy.applied(to: result).payload.entries.map(\.key) == result.payload.entries.map(\.key))
        // Numbering also works for many keys.
        let count = TestDepth.number(1_000, proof: 4_000)
        let many = Payload((0..<count).map { ("user\($0)@x.org", .int(Int64($0))) })
        #expect(policy.applied(to: .sample(payload: many)).payload.entries.count == count)
    }
}
