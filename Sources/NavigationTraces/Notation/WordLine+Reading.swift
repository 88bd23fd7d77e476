import PageViewAutomation

/// What the words of a line say.
extension WordLine {
    func traceLine(mayBeHeader: Bool) throws(LineError) -> TraceLine {
        var line = self
        guard let first = line.nextWord() else {
            throw LineError(offset: range.upperBound, message: "expected an event, found the end of the line")
        }
        let result: TraceLine
        switch first.value {
        case .text("trace"):
            guard mayBeHeader, time == nil else {
                throw LineError(
                    offset: first.offset, message: "expected the header to be the first line, found it here")
            }
            result = .header(try line.header())
        case .text("expect"):
            guard time == nil else {
                throw LineError(offset: first.offset, message: "expected no time before an expectation, found one")
            }
            let session = try line.string("session")
            result = .expectation(TraceExpectation(session: session, try line.claim()))
        default:
            let name = try line.choice(first, EventName.self, "an event,")
            let session = try line.string("session")
            let action = try line.action(name)
            result = .event(
                TraceEvent(time: time.map { Timestamp(nanoseconds: $0) }, session: session, action))
        }
        try line.finish()
        return result
    }

    // MARK: Header

    private mutating func header() throws(LineError) -> TraceHeader {
        let version = take("version")
        if let version, try text(version, "'version' to be 1") != "1" {
            throw LineError(
                offset: version.offset, message: "expected 'version' to be 1, found \(Self.described(version))")
        }
        var header = TraceHeader(title: try string("title"))
        if let preset = take("policy") {
            let name = try text(preset, "'policy' to be standard, literal or session")
            guard let policy = EnginePolicy(preset: name) else {
                throw LineError(
                    offset: preset.offset,
                    message: "expected 'policy' to be standard, literal or session, found \"\(name)\"")
            }
            header.policy = policy
        }
        for choice in PolicyChoice.allCases {
            guard let word = take("policy.\(choice.rawValue)") else { continue }
            guard case .text(let name) = word.value, header.policy.choose(choice, name) else {
                throw LineError(
                    offset: word.offset,
                    message:
                        "expected 'policy.\(choice.rawValue)' to be counts or \(choice.defaultName), found \(Self.described(word))"
                )
            }
        }
        header.exhaustive = try exhaustive()
        return header
    }

    private mutating func exhaustive() throws(LineError) -> [TraceExpectation.Subject]? {
        guard let word = take("exhaustive") else { return nil }
        let names = try text(word, "'exhaustive' to be kinds of records")
        var subjects: [TraceExpectation.Subject] = []
        for name in names.split(separator: ",") {
            guard let subject = TraceExpectation.Subject(rawValue: String(name)) else {
                let all = TraceExpectation.Subject.allCases.map(\.rawValue).joined(separator: ", ")
                throw LineError(
                    offset: word.offset, message: "expected 'exhaustive' to name some of \(all), found \"\(name)\"")
            }
            subjects.append(subject)
        }
        return subjects
    }

    // MARK: Events

    private mutating func action(_ name: EventName) throws(LineError) -> TraceEvent.Action {
        switch name {
        case .create:
            let component = try requiredText("a component")
            let scene = try string("scene")
            let page = try page()
            let state = try choice("state", PageStateName.self)
            let attached = try choice("attached", Truth.self)
            return .create(
                component: component, scene: scene,
                TraceEvent.Declaration(
                    page: page, payload: try payload("payload"), isReady: state.map { $0 == .ready },
                    parent: try string("parent"), isAttached: attached.map { $0 == .true }))
        case .pending:
            return .pending(
                component: try requiredText("a component"), scene: try string("scene"), page: try page())
        case .ready:
            return .ready(
                component: try requiredText("a component"), scene: try string("scene"), page: try page(),
                payload: try payload("payload"))
        case .interaction:
            return .interaction(
                name: try requiredText("the name of an interaction"), scene: try string("scene"),
                properties: try payload("properties"))
        case .deepLink:
            return .deepLink(
                url: try requiredText("a url"), scene: try string("scene"), source: try string("source"))
        case .record:
            let component = try nextText("a component")
            let scene = try string("scene")
            let page = try page()
            guard component != nil || page != nil else {
                throw LineError(offset: range.upperBound, message: "expected a component or a page, found neither")
            }
            return .record(component: component, scene: scene, page: page, payload: try payload("payload"))
        case .sessionEnd: return .sessionEnd
        case .note: return .note(try nextText("a text") ?? "")
        case .willAppear, .didAppear, .willDisappear, .didDisappear, .attach, .detach, .destroy:
            return .component(
                try requiredText("a component"), name.componentEvent ?? .attach, scene: try string("scene"))
        case .sceneForeground, .sceneBackground, .sceneActive, .sceneInactive, .sceneClose:
            let place = try nextText("a scene")
            let key = try string("scene")
            return .scene(place ?? key, name.sceneEvent ?? .inactive)
        }
    }

    private mutating func page() throws(LineError) -> PageContext? {
        let name = try string("page")
        let context = take("context")
        guard let name else {
            if let context {
                throw LineError(offset: context.offset, message: "expected 'page' beside 'context', found none")
            }
            return nil
        }
        guard let context else { return PageContext(name: PageName(rawValue: name)) }
        return PageContext(
            name: PageName(rawValue: name),
            context: ContextName(rawValue: try text(context, "'context' to be a word")))
    }

    // MARK: Expectations

    private mutating func claim() throws(LineError) -> TraceExpectation.Claim {
        guard let word = nextWord() else {
            throw LineError(offset: range.upperBound, message: "expected what to expect, found the end of the line")
        }
        switch try choice(word, ExpectationName.self, "what to expect,") {
        case .nothing: return .nothing
        case .pageView: return .pageView(try pageViewPattern())
        case .currentPage: return try query(.currentPage)
        case .lastPage: return try query(.lastPage)
        case .lastCountedPage: return try query(.lastCountedPage)
        case .pageLeave:
            var pattern = PageLeavePattern()
            pattern.page = try placedPage(allowsNull: false)
            pattern.component = try string("component")
            pattern.outcome = try choice("outcome", PageLeave.Outcome.self)
            pattern.foreground = try seconds("foreground")
            pattern.background = try seconds("background")
            return .pageLeave(pattern)
        case .interaction:
            var pattern = InteractionPattern()
            pattern.name = try nextText("the name of an interaction")
            pattern.page = try pagePattern(take("page"), allowsNull: true)
            pattern.component = try expectedString("component")
            return .interaction(pattern)
        case .deepLink:
            var pattern = DeepLinkPattern()
            pattern.url = try nextText("a url")
            pattern.referrer = try expectedString("referrer")
            return .deepLink(pattern)
        case .diagnostic:
            return .diagnostic(kind: try nextText("a kind"), component: try string("component"))
        }
    }

    private mutating func query(_ query: TraceExpectation.Query) throws(LineError) -> TraceExpectation.Claim {
        .query(
            query, scene: try string("scene"), try placedPage(allowsNull: true),
            component: try expectedString("component"))
    }

    private mutating func placedPage(allowsNull: Bool) throws(LineError) -> PagePattern? {
        try pagePattern(nextWord() ?? take("page"), allowsNull: allowsNull)
    }

    private mutating func pagePattern(_ word: Word?, allowsNull: Bool) throws(LineError) -> PagePattern? {
        let context = try expectedString("context")
        guard let word else { return context == .anything ? nil : .page(name: nil, context: context) }
        if allowsNull, case .nothing = word.value {
            guard context == .anything else {
                throw LineError(offset: word.offset, message: "expected no context beside null, found one")
            }
            return .nothing
        }
        return .page(name: try text(word, "the name of a page"), context: context)
    }

    private mutating func pageViewPattern() throws(LineError) -> PageViewPattern {
        var pattern = PageViewPattern()
        pattern.page = try placedPage(allowsNull: false)
        pattern.component = try string("component")
        pattern.scene = try string("scene")
        pattern.payload = try payload("payload")
        pattern.previous = try expectedString("previous")
        pattern.cause = try choice("cause", PageView.Cause.self)
        pattern.time = try seconds("t").map { Timestamp(nanoseconds: $0) }
        pattern.appearedAt = try seconds("appearedAt").map { Timestamp(nanoseconds: $0) }
        pattern.appearance = try whole("appearance")
        pattern.sequence = try whole("seq")
        pattern.deepLink = try expectedLink()
        return pattern
    }

    private mutating func expectedLink() throws(LineError) -> Expected<DeepLinkPattern> {
        guard let word = take("deepLink") else { return .anything }
        switch word.value {
        case .nothing: return .nothing
        case .text(let url):
            var pattern = DeepLinkPattern()
            pattern.url = url
            return .value(pattern)
        case .object, .array:
            let parser = parser(at: word.offset)
            guard let link = try DeepLinkPattern.read(from: parser) else {
                throw LineError(
                    offset: word.offset,
                    message: "expected 'deepLink' to be a url, null or an object, found \(Self.described(word))")
            }
            return link
        }
    }
}

/// Truth values as traces write them.
private enum Truth: String, CaseIterable {
    case `true`, `false`
}
