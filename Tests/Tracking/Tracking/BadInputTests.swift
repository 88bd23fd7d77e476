@testable import PageViewTracking
import TestSupport
import Testing

/// `track` rejects or repairs invalid input. Delivered events are always valid.
@Suite(.watched)
struct BadInputTests {
    private let memory = InMemoryTrackingProvider()
    private let diagnostics = Log<TrackingDiagnostic>()

    private func tracker(_ limits: EventLimits = EventLimits()) -> Tracker {
        Tracker(
            providers: [memory],
            options: TrackerOptions(limits: limits, onDiagnostic: { [diagnostics] in diagnostics.append($0) }))
    }

    @Test(
        "The tracker rejects an event with a blank name, counts it and reports it",
        arguments: ["", " ", "\t\n", "\u{00A0}", "\0", "\u{200A}\u{3000}"])
    func blankNamesAreRefused(name: String) {
        let tracker = tracker()
        tracker.track(name, ["a": 1])
        #expect(memory.events.isEmpty)
        #expect(tracker.counts.rejected == 1)
        #expect(diagnostics.values.map(\.kind) == [.blankName])
    }

    @Test(
        "The tracker replaces a value that cannot be sent and reports the change",
        arguments: [
            (.double(.nan), .null, "nan became null"), (.double(.infinity), .null, "inf became null"),
            (.double(-.infinity), .null, "-inf became null"), ("a\0b", "a\u{FFFD}b", "NUL became U+FFFD"),
            (.array([1, .double(.nan)]), .array([1, .null]), "nan became null"),
            (["x": ["y": "\0"]], ["x": ["y": "\u{FFFD}"]], "NUL became U+FFFD"),
            (["": 1, "b": 2], ["b": 2], "a blank key was removed"),
            (
                .string(String(repeating: "é", count: 20_000)), .string(String(repeating: "é", count: 8_192)),
                "a text of 40000 bytes was cut to the limit"
            ),
        ] as [(AnalyticsValue, AnalyticsValue, String)])
    func valuesAreMadeFit(value: AnalyticsValue, expected: AnalyticsValue, change: String) {
        tracker().track("event", ["value": value])
        #expect(memory.events.map(\.payload) == [["value": expected]])
        #expect(diagnostics.values.map(\.kind) == [.changedValue])
        #expect(diagnostics.values.first?.message == change)
        #expect(diagnostics.values.first?.event == "event")
    }

    @Test(
        "The tracker does not change a valid value",
        arguments: [
            .null, true, 1, -1.5, "é\u{10FFFF}\n\"", [], [1, ["a": []]], decimal("10.90"),
            .int(.min), .double(.greatestFiniteMagnitude), .object([:]),
        ] as [AnalyticsValue])
    func fitValuesAreKept(value: AnalyticsValue) {
        tracker().track("event", ["value": value])
        #expect(memory.events.map(\.payload) == [["value": value]])
        #expect(diagnostics.values.isEmpty)
    }

    @Test("The tracker cuts a name of one megabyte to the limit and replaces its NUL")
    func longNamesAreCut() {
        tracker().track("\0" + String(repeating: "x", count: 1 << 20))
        #expect(memory.events[0].name == "\u{FFFD}" + String(repeating: "x", count: 16_381))
    }

    @Test("A value nested deeper than the limit becomes null")
    func deepValuesAreCut() {
        func nested(_ levels: Int, in inner: AnalyticsValue) -> AnalyticsValue {
            (0..<levels).reversed().reduce(inner) { value, level in
                level.isMultiple(of: 2) ? .array([value]) : .object(["key": value])
            }
        }
        tracker().track("event", ["value": nested(300, in: "bottom")])
        #expect(memory.events.map(\.payload) == [["value": nested(15, in: .null)]])
        #expect(diagnostics.values.map(\.message) == ["values nested deeper than 16 levels became null"])
    }

    @Test("A payload over the value limit keeps its first values, one over the text limit is cut")
    func largeEventsAreCut() {
        let many = Payload((0..<5_000).map { ("key \($0)", .int(Int64($0))) })
        tracker().track("many", many)
        #expect(memory.events[0].payload.entries == Array(many.entries.prefix(1_024)))
        let long = Payload((0..<100).map { ("key \($0)", .string(String(repeating: "x", count: 10_000))) })
        tracker().track("long", long)
        #expect(memory.events[1].payload.entries.count == 27)
        let bytes = memory.events[1].payload.entries.reduce(0) { $0 + $1.key.utf8.count + $1.value.text.utf8.count }
        #expect(bytes <= 262_144)
    }

    @Test("Sanitizing random payloads reports every change, respects the limits and is idempotent")
    func everythingIsWithinLimits() {
        var random = RandomBits(seed: 11)
        let limits = EventLimits(textBytes: 9, values: 12, depth: 4, totalBytes: 60)
        for _ in 1...5_000 {
            let payload = randomPayload(&random, depth: 6)
            var sanitizer = EventSanitizer(limits)
            let changed = sanitizer.changed(payload)
            #expect(sanitizer.changes.isEmpty == (changed == nil))
            #expect(changed == nil || changed?.entries != payload.entries)
            var measure = Measure()
            measure.add(changed ?? payload, level: 1)
            #expect(measure.isWithin(limits), "\(payload)")
            var again = EventSanitizer(limits)
            #expect(again.changed(changed ?? payload) == nil && again.changes.isEmpty)
        }
    }
}

/// The sizes of a payload, to compare with the limits.
private struct Measure {
    private var values = 0
    private var depth = 0
    private var longest = 0
    private var total = 0
    private var isFit = true

    func isWithin(_ limits: EventLimits) -> Bool {
        isFit && values <= limits.values && depth <= limits.depth && longest <= limits.textBytes
            && total <= limits.totalBytes
    }

    mutating func add(_ payload: Payload, level: Int) {
        for entry in payload.entries {
            add(entry.key)
            isFit = isFit && !EventSanitizer.isBlank(entry.key)
            add(entry.value, level: level)
        }
    }

    private mutating func add(_ text: String) {
        longest = max(longest, text.utf8.count)
        total += text.utf8.count
        isFit = isFit && !text.utf8.contains(0)
    }

    private mutating func add(_ value: AnalyticsValue, level: Int) {
        values += 1
        depth = max(depth, level)
        switch value {
        case .null, .bool, .int, .decimal: break
        case .double(let number): isFit = isFit && number.isFinite
        case .string(let text): add(text)
        case .array(let values): for value in values { add(value, level: level + 1) }
        case .object(let payload): add(payload, level: level + 1)
        }
    }
}

/// Returns a random payload, with invalid texts and numbers.
func randomPayload(_ random: inout RandomBits, depth: Int) -> Payload {
    Payload(
        (0..<random.next() % 4).map { _ in (randomText(&random), randomValue(&random, depth: depth)) })
}

func randomText(_ random: inout RandomBits) -> String {
    let letters: [Character] = ["a", "é", "😀", "\0", " ", "\"", "\\", "\n", "z", "\u{301}", "@", "7"]
    return String((0..<random.next() % 8).map { _ in letters[Int(random.next() % UInt64(letters.count))] })
}

func randomValue(_ random: inout RandomBits, depth: Int) -> AnalyticsValue {
    switch random.next() % (depth > 0 ? 10 : 7) {
    case 0: .null
    case 1: .bool(random.next() % 2 == 0)
    case 2: .int(Int64(bitPattern: random.next()))
    case 3: .double(Double(bitPattern: random.next()))
    case 4: decimal("\(Int32(truncatingIfNeeded: random.next())).\(random.next() % 100)")
    case 5, 6: .string(randomText(&random))
    case 7: .array((0..<random.next() % 4).map { _ in randomValue(&random, depth: depth - 1) })
    default: .object(randomPayload(&random, depth: depth - 1))
    }
}

/// Returns a decimal with exactly these digits; null if the text is not a number.
func decimal(_ text: String) -> AnalyticsValue { DecimalNumber(text).map { .decimal($0) } ?? .null }
