import NavigationSimulator
import PageViewAutomation

@testable import NavigationTraces

/// Random lines of every kind, with names and payloads that are hard to quote.
struct RandomLines {
    private var random: SplitMix

    init(seed: UInt64) { random = SplitMix(seed: seed) }

    private static let names = [
        "home", "home#1", "my page", "", "null", "\"", "a\"b", "a=b", "page=x", "session=", "a.b=c", "=", "#c", "{",
        "{}", "[x", "é",
        "e\u{301}", "😀", "日本 語", "\u{0}", "\n", "\r\n", "\t", "\u{7F}", "\u{85}", "\u{2028}", "\u{FEFF}", "1", "-1",
        "0.5",
        "true", "\\", "\\u0041", "\\\"", "trace", "expect", " lead", "trail ", "/", "'", ",", "pageView,pageLeave",
        "\u{10FFFF}", "a\u{1F}b", "]", "a]b",
    ]

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &random)]
    }

    private mutating func chance(_ percent: Int = 50) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    private mutating func maybe<Value>(_ make: (inout RandomLines) -> Value) -> Value? { chance() ? make(&self) : nil }

    private mutating func name() -> String {
        if chance(60) { return pick(Self.names) }
        var name = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            let limit: UInt32 = pick([0x20, 0x80, 0x800, 0x10000, 0x110000])
            if let scalar = Unicode.Scalar(UInt32.random(in: 0..<limit, using: &random)) { name.append(scalar) }
        }
        return String(name)
    }

    private mutating func nanoseconds() -> Int64 {
        let shift = Int.random(in: 0..<63, using: &random)
        return max(-.max, Int64(bitPattern: random.next()) >> shift)
    }

    /// Returns nanoseconds that are not negative.
    private mutating func length() -> Int64 { Int64(nanoseconds().magnitude) }

    private mutating func level() -> Int { pick([0, 1, -1, 7, Int(Int32.max), Int(Int32.min)]) }

    private mutating func entry() -> TraceEvent.Action.ShownEntry {
        TraceEvent.Action.ShownEntry(
            component: name(), page: maybe { $0.page() }, payload: maybe { $0.payload() },
            isReady: maybe { $0.chance() }, parent: maybe { $0.name() }, isVisible: chance(),
            level: maybe { $0.level() })
    }

    private mutating func time() -> Timestamp { Timestamp(nanoseconds: nanoseconds()) }

    private mutating func value(_ depth: Int) -> AnalyticsValue {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
        case 0: return .null
        case 1: return .bool(chance())
        case 2: return .int(Int64(bitPattern: random.next()) >> Int.random(in: 0..<63, using: &random))
        case 3:
            let double = Double(bitPattern: random.next())
            return .double(double.isFinite ? double : 0.25)
        case 4: return .string(name())
        case 5: return .array((0..<Int.random(in: 0...3, using: &random)).map { _ in value(depth - 1) })
        default: return .object(payload(depth - 1))
        }
    }

    private mutating func payload(_ depth: Int = 3) -> Payload {
        Payload((0..<Int.random(in: 0...3, using: &random)).map { _ in (name(), value(depth)) })
    }

    private mutating func page() -> PageContext {
        let name = PageName(rawValue: name())
        return PageContext(name: name, context: maybe { ContextName(rawValue: $0.name()) })
    }

    private mutating func expected() -> Expected<String> {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: .anything
        case 1: .nothing
        default: .value(name())
        }
    }

    private mutating func condition(orNothing: Bool) -> FieldValue? {
        if orNothing, chance(20) { return .nothing }
        let name = maybe { $0.name() }
        let context = expected()
        // A condition that every page meets is not printed, so it is `nil`.
        return name == nil && context == .anything ? nil : .page(name: name, context: context)
    }

    /// Returns the next line.
    mutating func next() -> TraceLine {
        switch Int.random(in: 0..<20, using: &random) {
        case 0: .header(header())
        case 1..<13: .event(TraceEvent(time: maybe { $0.time() }, session: maybe { $0.name() }, action()))
        default: .expectation(TraceExpectation(session: maybe { $0.name() }, condition()))
        }
    }

    private mutating func header() -> TraceHeader {
        TraceHeader(
            title: maybe { $0.name() }, beganAt: maybe { Int64($0.chance() ? 1_772_442_000_250_000_000 : -1) },
            policy: policy(),
            exhaustive: maybe { lines in TraceExpectation.Subject.allCases.filter { _ in lines.chance() } })
    }

    private mutating func policy() -> EnginePolicy {
        var policy = EnginePolicy.standard
        for choice in EnginePolicy.Choice.allCases {
            policy[choice] = maybe { !choice.takesTime || $0.chance() ? 0 : $0.length() }
        }
        return policy
    }

    private mutating func action() -> TraceEvent.Action {
        let scene = maybe { $0.name() }
        switch Int.random(in: 0..<15, using: &random) {
        case 0:
            return .create(
                component: name(), scene: scene,
                TraceEvent.Declaration(
                    page: maybe { $0.page() }, payload: maybe { $0.payload() }, isReady: maybe { $0.chance() },
                    parent: maybe { $0.name() }, isAttached: maybe { $0.chance() }, isExclusive: maybe { $0.chance() },
                    level: maybe { $0.level() }))
        case 1, 2, 13: return .component(name(), pick(ComponentEvent.allCases), scene: scene)
        case 3: return .pending(component: name(), scene: scene, page: maybe { $0.page() })
        case 4:
            return .ready(
                component: name(), scene: scene, page: maybe { $0.page() }, payload: maybe { $0.payload() })
        case 5: return .scene(scene, pick([.foreground, .background, .active, .inactive, .close]))
        case 6:
            return .interaction(
                name: name(), scene: scene, properties: maybe { $0.payload() }, component: maybe { $0.name() })
        case 7:
            return .deepLink(
                url: name(), scene: scene, source: maybe { $0.name() }, target: maybe { $0.name() },
                expires: maybe { $0.length() })
        case 8:
            let component = maybe { $0.name() }
            let page = component == nil ? page() : maybe { $0.page() }
            return .record(component: component, scene: scene, page: page, payload: maybe { $0.payload() })
        case 9: return .discardDeepLink(scene: scene)
        case 10: return chance() ? .begin : .commit
        case 11, 12: return .show(scene: scene, (0..<Int.random(in: 0...3, using: &random)).map { _ in entry() })
        default: return chance() ? .stop : .note(name(), nextPageView: maybe { $0.chance() ? 1 : 4_711 })
        }
    }

    private mutating func condition() -> TraceExpectation.Condition {
        let name = pick(ExpectationName.allCases)
        var fields = FieldList()
        for key in name.grammar.all {
            switch key {
            case .page: fields.add(key, condition(orNothing: name.allowsNull))
            case .context: break
            case .payload: fields.add(key, maybe { $0.payload() })
            case .cause: fields.add(key, maybe { $0.pick(PageView.Cause.allCases).rawValue })
            case .outcome: fields.add(key, maybe { $0.pick(PageLeave.Outcome.allCases).rawValue })
            case .t, .appearedAt, .foreground, .background, .current:
                fields.add(key, seconds: maybe { $0.nanoseconds() })
            case .appearance, .seq: fields.add(key, whole: maybe { $0.nanoseconds() })
            case .deepLink:
                let link = DeepLinkPattern(url: maybe { $0.name() }, referrer: expected())
                fields.add(key, maybe { $0.chance(33) ? .nothing : .link(link) })
            case .previous, .referrer: fields.add(key, expected())
            case .component where name.allowsNull: fields.add(key, expected())
            default: fields.add(key, maybe { $0.name() })
            }
        }
        return TraceExpectation.Condition(name, fields)
    }
}
