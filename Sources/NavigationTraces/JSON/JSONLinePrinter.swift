import PageViewAutomation

/// Writes lines of a trace as JSON Lines.
struct JSONLinePrinter {
    var writer = JSONWriter()

    mutating func print(_ line: TraceLine) {
        writer.beginObject()
        switch line {
        case .header(let header): print(header)
        case .event(let event): print(event)
        case .expectation(let expectation): print(expectation)
        }
        writer.endObject()
        writer.newline()
    }

    private mutating func print(_ header: TraceHeader) {
        writer.key("trace")
        writer.int(1)
        string("title", header.title)
        if header.policy != .standard {
            writer.key("policy")
            writer.value(
                .object(
                    Payload(
                        PolicyChoice.allCases.filter(header.policy.counts).map { ($0.rawValue, "counts") })))
        }
        if let exhaustive = header.exhaustive {
            writer.key("exhaustive")
            writer.value(.array(exhaustive.map { .string($0.rawValue) }))
        }
    }

    private mutating func print(_ event: TraceEvent) {
        if let time = event.time {
            writer.key("t")
            writer.seconds(time.nanoseconds)
        }
        string("session", event.session)
        string("event", event.action.name.rawValue)
        switch event.action {
        case .create(let component, let scene, let declaration):
            place(component, scene)
            page(declaration.page)
            payload("payload", declaration.payload)
            string("state", declaration.isReady.map { ($0 ? PageStateName.ready : .pending).rawValue })
            string("parent", declaration.parent)
            if let isAttached = declaration.isAttached {
                writer.key("attached")
                writer.bool(isAttached)
            }
        case .component(let component, _, let scene):
            place(component, scene)
        case .pending(let component, let scene, let page):
            place(component, scene)
            self.page(page)
        case .ready(let component, let scene, let page, let payload):
            place(component, scene)
            self.page(page)
            self.payload("payload", payload)
        case .scene(let scene, _):
            string("scene", scene)
        case .interaction(let name, let scene, let properties):
            string("name", name)
            string("scene", scene)
            payload("properties", properties)
        case .deepLink(let url, let scene, let source):
            string("url", url)
            string("scene", scene)
            string("source", source)
        case .record(let component, let scene, let page, let payload):
            place(component, scene)
            self.page(page)
            self.payload("payload", payload)
        case .sessionEnd: break
        case .note(let text): string("text", text)
        }
    }

    private mutating func print(_ expectation: TraceExpectation) {
        string("expect", expectation.claim.name.rawValue)
        string("session", expectation.session)
        switch expectation.claim {
        case .nothing: break
        case .pageView(let pattern): print(pattern)
        case .query(_, let scene, let page, let component):
            string("scene", scene)
            self.page(page)
            expected("component", component)
        case .pageLeave(let pattern):
            page(pattern.page)
            string("component", pattern.component)
            string("outcome", pattern.outcome?.rawValue)
            seconds("foreground", pattern.foreground)
            seconds("background", pattern.background)
        case .interaction(let pattern):
            string("name", pattern.name)
            page(pattern.page)
            expected("component", pattern.component)
        case .deepLink(let pattern):
            string("url", pattern.url)
            expected("referrer", pattern.referrer)
        case .diagnostic(let kind, let component):
            string("kind", kind)
            string("component", component)
        }
    }

    private mutating func print(_ pattern: PageViewPattern) {
        seconds("t", pattern.time?.nanoseconds)
        page(pattern.page)
        string("component", pattern.component)
        string("scene", pattern.scene)
        payload("payload", pattern.payload)
        expected("previous", pattern.previous)
        string("cause", pattern.cause?.rawValue)
        seconds("appearedAt", pattern.appearedAt?.nanoseconds)
        int("appearance", pattern.appearance)
        int("seq", pattern.sequence)
        switch pattern.deepLink {
        case .anything: break
        case .nothing: expected("deepLink", .nothing)
        case .value(let link):
            writer.key("deepLink")
            if let url = link.url, link.referrer == .anything { return writer.string(url) }
            writer.beginObject()
            string("url", link.url)
            expected("referrer", link.referrer)
            writer.endObject()
        }
    }

    private mutating func place(_ component: String?, _ scene: String?) {
        string("component", component)
        string("scene", scene)
    }

    private mutating func string(_ key: StaticString, _ value: String?) {
        guard let value else { return }
        writer.key(key)
        writer.string(value)
    }

    private mutating func int(_ key: StaticString, _ value: Int64?) {
        guard let value else { return }
        writer.key(key)
        writer.int(value)
    }

    private mutating func seconds(_ key: StaticString, _ value: Int64?) {
        guard let value else { return }
        writer.key(key)
        writer.seconds(value)
    }

    private mutating func payload(_ key: StaticString, _ value: Payload?) {
        guard let value else { return }
        writer.key(key)
        writer.payload(value)
    }

    private mutating func page(_ page: PageContext?) {
        guard let page else { return }
        writer.key("page")
        guard let context = page.context else { return writer.string(page.name.rawValue) }
        writer.beginObject()
        string("name", page.name.rawValue)
        string("context", context.rawValue)
        writer.endObject()
    }

    private mutating func page(_ pattern: PagePattern?) {
        guard let pattern else { return }
        writer.key("page")
        switch pattern {
        case .nothing: writer.null()
        case .page(let name?, .anything): writer.string(name)
        case .page(let name, let context):
            writer.beginObject()
            string("name", name)
            expected("context", context)
            writer.endObject()
        }
    }

    private mutating func expected(_ key: StaticString, _ value: Expected<String>) {
        switch value {
        case .anything: break
        case .nothing:
            writer.key(key)
            writer.null()
        case .value(let value): string(key, value)
        }
    }
}

extension TraceExpectation.Claim {
    var name: ExpectationName {
        switch self {
        case .pageView: .pageView
        case .nothing: .nothing
        case .query(.currentPage, _, _, _): .currentPage
        case .query(.lastPage, _, _, _): .lastPage
        case .query(.lastCountedPage, _, _, _): .lastCountedPage
        case .pageLeave: .pageLeave
        case .interaction: .interaction
        case .deepLink: .deepLink
        case .diagnostic: .diagnostic
        }
    }
}
