import PageViewAutomation

/// Writes lines of a trace in the line notation.
struct WordLinePrinter {
    var writer = JSONWriter()
    private var isAtStart = true

    init() {}

    mutating func print(_ line: TraceLine) {
        isAtStart = true
        switch line {
        case .header(let header): print(header)
        case .event(let event): print(event)
        case .expectation(let expectation): print(expectation)
        }
        writer.newline()
    }

    // MARK: Words

    private mutating func separate() {
        if !isAtStart { writer.raw(" ") }
        isAtStart = false
    }

    private mutating func word(_ text: String) {
        separate()
        writeWord(text)
    }

    private mutating func writeWord(_ text: String) {
        if Self.canBeBare(text) { writer.bytes.append(contentsOf: text.utf8) } else { writer.string(text) }
    }

    private static func canBeBare(_ text: String) -> Bool {
        guard let first = text.utf8.first, text != "null" else { return false }
        if first == 0x7B || first == 0x5B || first == 0x23 { return false }
        if text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x22 || $0 == 0x7F }) { return false }
        let letters = text.utf8.prefix { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2E }
        return letters.isEmpty || letters.endIndex == text.utf8.endIndex || text.utf8[letters.endIndex] != 0x3D
    }

    private mutating func key(_ key: String) {
        separate()
        writer.bytes.append(contentsOf: key.utf8)
        writer.raw("=")
    }

    private mutating func string(_ key: String, _ value: String?) {
        guard let value else { return }
        self.key(key)
        writeWord(value)
    }

    private mutating func expected(_ key: String, _ value: Expected<String>) {
        switch value {
        case .anything: break
        case .nothing:
            self.key(key)
            writer.null()
        case .value(let value): string(key, value)
        }
    }

    private mutating func payload(_ key: String, _ value: Payload?) {
        guard let value else { return }
        self.key(key)
        writer.payload(value)
    }

    private mutating func seconds(_ key: String, _ value: Int64?) {
        guard let value else { return }
        self.key(key)
        writer.seconds(value)
    }

    private mutating func int(_ key: String, _ value: Int64?) {
        guard let value else { return }
        self.key(key)
        writer.int(value)
    }

    private mutating func page(_ page: PageContext?) {
        string("page", page?.name.rawValue)
        string("context", page?.context?.rawValue)
    }

    /// A page in the place of a word.
    private mutating func placedPage(_ pattern: PagePattern?) {
        switch pattern {
        case nil: break
        case .nothing:
            separate()
            writer.null()
        case .page(let name, _):
            if let name { word(name) }
        }
    }

    private mutating func context(_ pattern: PagePattern?) {
        if case .page(_, let context) = pattern { expected("context", context) }
    }

    // MARK: Lines

    private mutating func print(_ header: TraceHeader) {
        word("trace")
        string("title", header.title)
        for choice in PolicyChoice.allCases where header.policy.counts(choice) {
            string("policy.\(choice.rawValue)", "counts")
        }
        if let exhaustive = header.exhaustive {
            string("exhaustive", exhaustive.isEmpty ? "," : exhaustive.map(\.rawValue).joined(separator: ","))
        }
    }

    private mutating func print(_ event: TraceEvent) {
        if let time = event.time {
            separate()
            writer.seconds(time.nanoseconds)
        }
        word(event.action.name.rawValue)
        switch event.action {
        case .create(let component, let scene, let declaration):
            word(component)
            string("scene", scene)
            page(declaration.page)
            string("state", declaration.isReady.map { ($0 ? PageStateName.ready : .pending).rawValue })
            payload("payload", declaration.payload)
            string("parent", declaration.parent)
            string("attached", declaration.isAttached.map { $0 ? "true" : "false" })
        case .component(let component, _, let scene):
            word(component)
            string("scene", scene)
        case .pending(let component, let scene, let page):
            word(component)
            string("scene", scene)
            self.page(page)
        case .ready(let component, let scene, let page, let payload):
            word(component)
            string("scene", scene)
            self.page(page)
            self.payload("payload", payload)
        case .scene(let scene, _):
            if let scene { word(scene) }
        case .interaction(let name, let scene, let properties):
            word(name)
            string("scene", scene)
            payload("properties", properties)
        case .deepLink(let url, let scene, let source):
            word(url)
            string("scene", scene)
            string("source", source)
        case .record(let component, let scene, let page, let payload):
            if let component { word(component) }
            string("scene", scene)
            self.page(page)
            self.payload("payload", payload)
        case .sessionEnd: break
        case .note(let text): word(text)
        }
        string("session", event.session)
    }

    private mutating func print(_ expectation: TraceExpectation) {
        word("expect")
        word(expectation.claim.name.rawValue)
        switch expectation.claim {
        case .nothing: break
        case .pageView(let pattern): print(pattern)
        case .query(_, let scene, let page, let component):
            placedPage(page)
            context(page)
            string("scene", scene)
            expected("component", component)
        case .pageLeave(let pattern):
            placedPage(pattern.page)
            context(pattern.page)
            string("component", pattern.component)
            string("outcome", pattern.outcome?.rawValue)
            seconds("foreground", pattern.foreground)
            seconds("background", pattern.background)
        case .interaction(let pattern):
            if let name = pattern.name { word(name) }
            print(interactionPage: pattern.page)
            expected("component", pattern.component)
        case .deepLink(let pattern):
            if let url = pattern.url { word(url) }
            expected("referrer", pattern.referrer)
        case .diagnostic(let kind, let component):
            if let kind { word(kind) }
            string("component", component)
        }
        string("session", expectation.session)
    }

    private mutating func print(interactionPage page: PagePattern?) {
        switch page {
        case nil: break
        case .nothing: expected("page", .nothing)
        case .page(let name, let context):
            string("page", name)
            expected("context", context)
        }
    }

    private mutating func print(_ pattern: PageViewPattern) {
        placedPage(pattern.page)
        context(pattern.page)
        string("component", pattern.component)
        string("scene", pattern.scene)
        payload("payload", pattern.payload)
        expected("previous", pattern.previous)
        string("cause", pattern.cause?.rawValue)
        seconds("t", pattern.time?.nanoseconds)
        seconds("appearedAt", pattern.appearedAt?.nanoseconds)
        int("appearance", pattern.appearance)
        int("seq", pattern.sequence)
        switch pattern.deepLink {
        case .anything: break
        case .nothing: expected("deepLink", .nothing)
        case .value(let link):
            if let url = link.url, link.referrer == .anything { return string("deepLink", url) }
            var members: [(String, AnalyticsValue)] = []
            if let url = link.url { members.append(("url", .string(url))) }
            switch link.referrer {
            case .anything: break
            case .nothing: members.append(("referrer", .null))
            case .value(let referrer): members.append(("referrer", .string(referrer)))
            }
            payload("deepLink", Payload(members))
        }
    }
}
