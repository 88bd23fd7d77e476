import PageViewAutomation

/// Writes what a replay emits, one JSON object a line (rule TR-004).
public struct RecordWriter {
    private var writer = JSONWriter()
    private let writesAll: Bool

    /// Creates a writer of page views and interactions, or of everything.
    public init(writesAll: Bool = false) {
        self.writesAll = writesAll
    }

    /// Creates a writer of everything for a message, in which a text has so many code points at most.
    init(longestText: Int) {
        self.init(writesAll: true)
        writer.longestText = longestText
    }

    /// Takes what has been written so far, in UTF-8.
    public mutating func takeBytes() -> [UInt8] { writer.takeBytes() }

    /// How many bytes have been written and not taken.
    public var count: Int { writer.bytes.count }

    /// Writes a record, unless it is of a kind that is left out.
    public mutating func write(_ record: TraceReplay.Record) {
        let session = record.session
        switch record.record {
        case .pageView(let pageView): line(session) { $0.write(pageView, session) }
        case .interaction(let interaction): line(session) { $0.write(interaction, session) }
        case .deepLink(let visit): if writesAll { line(session) { $0.write(visit, session) } }
        case .pageLeave(let leave): if writesAll { line(session) { $0.write(leave, session) } }
        case .currentPage(let change): if writesAll { line(session) { $0.write(change, session) } }
        case .diagnostic(let diagnostic): if writesAll { line(session) { $0.write(diagnostic, session) } }
        }
    }

    private mutating func line(_ session: ReplaySession, _ body: (inout RecordWriter) -> Void) {
        writer.beginObject()
        body(&self)
        if let name = session.name { string("session", name) }
        writer.endObject()
        writer.newline()
    }

    private mutating func begin(_ event: StaticString, _ time: Timestamp) {
        writer.key("event")
        writer.string(event.description)
        writer.key("t")
        writer.seconds(time.nanoseconds)
    }

    private mutating func write(_ pageView: PageView, _ session: ReplaySession) {
        writer.key("event")
        writer.string("pageView")
        writer.key("seq")
        writer.digits(pageView.sequence)
        seconds("t", pageView.countedAt.nanoseconds)
        string("id", session.label(of: pageView.id))
        page(pageView.page)
        if !pageView.payload.isEmpty {
            writer.key("payload")
            writer.payload(pageView.payload)
        }
        string("scene", session.name(of: pageView.scene))
        if let appearance = pageView.id.appearance, let appearedAt = pageView.appearedAt {
            string("component", session.name(of: appearance.component))
            writer.key("appearance")
            writer.int(Int64(appearance.ordinal))
            seconds("appearedAt", appearedAt.nanoseconds)
        }
        string("cause", pageView.cause.rawValue)
        if let previous = pageView.previous { reference("previous", previous, session) }
        if let visit = pageView.deepLink {
            writer.key("deepLink")
            writer.beginObject()
            string("url", visit.link.url)
            if let source = visit.link.source { string("source", source) }
            reference("referrer", visit.referrer, session)
            writer.endObject()
        }
    }

    private mutating func write(_ interaction: Interaction, _ session: ReplaySession) {
        begin("interaction", interaction.time)
        string("name", interaction.name)
        writer.key("properties")
        writer.payload(interaction.properties)
        string("scene", session.name(of: interaction.scene))
        page(interaction.page?.page)
        writer.key("pageViewID")
        if let page = interaction.page { writer.string(session.label(of: page.reference.id)) } else { writer.null() }
        component(interaction.page?.component, session)
    }

    private mutating func write(_ visit: DeepLinkVisit, _ session: ReplaySession) {
        begin("deepLink", visit.time)
        string("url", visit.link.url)
        if let source = visit.link.source { string("source", source) }
        string("scene", session.name(of: visit.scene))
        reference("referrer", visit.referrer, session)
    }

    private mutating func write(_ leave: PageLeave, _ session: ReplaySession) {
        begin("pageLeave", leave.endedAt)
        if let id = leave.id { string("id", session.label(of: .appearance(id))) }
        page(leave.page)
        string("scene", session.name(of: leave.scene))
        string("component", session.name(of: leave.component))
        string("outcome", leave.outcome.rawValue)
        seconds("foreground", leave.foregroundNanoseconds)
        seconds("background", leave.backgroundNanoseconds)
    }

    private mutating func write(_ change: CurrentPageChange, _ session: ReplaySession) {
        begin("currentPage", change.time)
        string("scene", session.name(of: change.scene))
        page(change.page?.page)
        component(change.page?.component, session)
    }

    private mutating func write(_ diagnostic: Diagnostic, _ session: ReplaySession) {
        begin("diagnostic", diagnostic.time)
        string("kind", diagnostic.kind.rawValue)
        if diagnostic.component != nil { component(diagnostic.component, session) }
    }

    private mutating func string(_ key: StaticString, _ value: String) {
        writer.key(key)
        writer.string(value)
    }

    private mutating func seconds(_ key: StaticString, _ nanoseconds: Int64) {
        writer.key(key)
        writer.seconds(nanoseconds)
    }

    private mutating func component(_ component: ComponentID?, _ session: ReplaySession) {
        writer.key("component")
        if let component { writer.string(session.name(of: component)) } else { writer.null() }
    }

    private mutating func page(_ page: PageContext?) {
        writer.key("page")
        guard let page else { return writer.null() }
        writer.beginObject()
        nameAndContext(page)
        writer.endObject()
    }

    private mutating func nameAndContext(_ page: PageContext) {
        string("name", page.name.rawValue)
        if let context = page.context { string("context", context.rawValue) }
    }

    private mutating func reference(_ key: StaticString, _ reference: PageReference?, _ session: ReplaySession) {
        writer.key(key)
        guard let reference else { return writer.null() }
        writer.beginObject()
        string("id", session.label(of: reference.id))
        nameAndContext(reference.page)
        writer.endObject()
    }
}
