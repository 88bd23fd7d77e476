import PageViewAutomation

/// A record of the reference model: the fields of an `EngineRecord`. Components and scenes have their names in the
/// trace, and identities have the labels of a replay (TR-004).
enum ReferenceRecord: Hashable {
    case pageView(ReferencePageView)
    case pageLeave(ReferencePageLeave)
    case currentPage(scene: String, page: ReferencePage?, time: Timestamp)
    case interaction(name: String, properties: Payload, scene: String, page: ReferencePage?, time: Timestamp)
    case deepLink(ReferenceVisit)
    case diagnostic(Diagnostic.Kind, component: String?, time: Timestamp)
}

/// A page view (PV-001).
struct ReferencePageView: Hashable {
    var sequence: UInt64
    var id: String
    var page: PageContext
    var payload: Payload
    var scene: String
    var component: String?
    var appearedAt: Timestamp?
    var countedAt: Timestamp
    var cause: PageView.Cause
    var previous: ReferenceMention?
    var deepLink: ReferenceVisit?
}

/// The end of an appearance or of a held state (PV-007).
struct ReferencePageLeave: Hashable {
    var id: String?
    var page: PageContext
    var scene: String
    var component: String
    var outcome: PageLeave.Outcome
    var foreground: Int64
    var background: Int64
    var endedAt: Timestamp
}

/// A live or past page, as the answer of a query.
struct ReferencePage: Hashable {
    var id: String
    var page: PageContext
    var scene: String
    var component: String
    var isCounted: Bool
    var since: Timestamp

    var mention: ReferenceMention { ReferenceMention(id: id, page: page, component: component) }
}

/// A reference to a page in another record, by value.
struct ReferenceMention: Hashable {
    var id: String
    var page: PageContext
    var component: String?
}

/// A deep link with its referrer (PV-006).
struct ReferenceVisit: Hashable {
    var url: String
    var source: String?
    var scene: String
    var referrer: ReferenceMention?
    var time: Timestamp
}

// MARK: Without numbers

/// Records without counted numbers, which are equal for states with equal canonical forms.
extension ReferenceRecord {
    var withoutNumbers: ReferenceRecord {
        switch self {
        case .pageView(var view):
            view.sequence = 0
            view.id = ""
            view.appearedAt = view.appearedAt.map { _ in .zero }
            view.countedAt = .zero
            view.previous = view.previous?.withoutNumbers
            view.deepLink = view.deepLink?.withoutNumbers
            return .pageView(view)
        case .pageLeave(var leave):
            leave.id = leave.id.map { _ in "" }
            leave.foreground = 0
            leave.background = 0
            leave.endedAt = .zero
            return .pageLeave(leave)
        case .currentPage(let scene, let page, _):
            return .currentPage(scene: scene, page: page?.withoutNumbers, time: .zero)
        case .interaction(let name, let properties, let scene, let page, _):
            return .interaction(
                name: name, properties: properties, scene: scene, page: page?.withoutNumbers, time: .zero)
        case .deepLink(let visit): return .deepLink(visit.withoutNumbers)
        case .diagnostic(let kind, let component, _): return .diagnostic(kind, component: component, time: .zero)
        }
    }
}

extension ReferencePage {
    fileprivate var withoutNumbers: ReferencePage {
        ReferencePage(id: "", page: page, scene: scene, component: component, isCounted: isCounted, since: .zero)
    }
}

extension ReferenceMention {
    fileprivate var withoutNumbers: ReferenceMention { ReferenceMention(id: "", page: page, component: component) }
}

extension ReferenceVisit {
    fileprivate var withoutNumbers: ReferenceVisit {
        ReferenceVisit(url: url, source: source, scene: scene, referrer: referrer?.withoutNumbers, time: .zero)
    }
}
