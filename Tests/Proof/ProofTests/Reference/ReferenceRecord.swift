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
    var current: Int64
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

/// The answer to any query.
enum ReferenceAnswer: Equatable {
    case page(ReferencePage?)
    case mention(ReferenceMention?)
    case pages([ReferencePage])
    case condition(Bool)
}

/// A deep link with its referrer (PV-006).
struct ReferenceVisit: Hashable {
    var url: String
    var source: String?
    var scene: String
    var referrer: ReferenceMention?
    var time: Timestamp
}
