import PageViewAutomation

extension TraceEvent.Action {
    /// What the event says beside its name.
    var fields: FieldList {
        var list = FieldList()
        switch self {
        case .create(let component, let scene, let declaration):
            list.add(.component, component)
            list.add(.scene, scene)
            list.add(declaration.page)
            list.add(.state, declaration.isReady.map { ($0 ? PageStateName.ready : .pending).rawValue })
            list.add(.payload, declaration.payload)
            list.add(.parent, declaration.parent)
            list.add(.attached, declaration.isAttached)
        case .component(let component, _, let scene):
            list.add(.component, component)
            list.add(.scene, scene)
        case .pending(let component, let scene, let page):
            list.add(.component, component)
            list.add(.scene, scene)
            list.add(page)
        case .ready(let component, let scene, let page, let payload):
            list.add(.component, component)
            list.add(.scene, scene)
            list.add(page)
            list.add(.payload, payload)
        case .scene(let scene, _):
            list.add(.scene, scene)
        case .interaction(let name, let scene, let properties):
            list.add(.name, name)
            list.add(.scene, scene)
            list.add(.properties, properties)
        case .deepLink(let url, let scene, let source):
            list.add(.url, url)
            list.add(.scene, scene)
            list.add(.source, source)
        case .record(let component, let scene, let page, let payload):
            list.add(.component, component)
            list.add(.scene, scene)
            list.add(page)
            list.add(.payload, payload)
        case .sessionEnd: break
        case .note(let text): list.add(.text, text)
        }
        return list
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

    /// What the expectation says beside its name.
    var fields: FieldList {
        var list = FieldList()
        switch self {
        case .nothing: break
        case .pageView(let pattern):
            list.add(pattern.page)
            list.add(.component, pattern.component)
            list.add(.scene, pattern.scene)
            list.add(.payload, pattern.payload)
            list.add(.previous, pattern.previous)
            list.add(.cause, pattern.cause?.rawValue)
            list.add(.t, seconds: pattern.time?.nanoseconds)
            list.add(.appearedAt, seconds: pattern.appearedAt?.nanoseconds)
            list.add(.appearance, whole: pattern.appearance)
            list.add(.seq, whole: pattern.sequence)
            list.add(pattern.deepLink)
        case .query(_, let scene, let page, let component):
            list.add(page)
            list.add(.scene, scene)
            list.add(.component, component)
        case .pageLeave(let pattern):
            list.add(pattern.page)
            list.add(.component, pattern.component)
            list.add(.outcome, pattern.outcome?.rawValue)
            list.add(.foreground, seconds: pattern.foreground)
            list.add(.background, seconds: pattern.background)
        case .interaction(let pattern):
            list.add(.name, pattern.name)
            list.add(pattern.page)
            list.add(.component, pattern.component)
        case .deepLink(let pattern):
            list.add(.url, pattern.url)
            list.add(.referrer, pattern.referrer)
        case .diagnostic(let kind, let component):
            list.add(.kind, kind)
            list.add(.component, component)
        }
        return list
    }
}
