import AnalyticsJSON
import PageViewAutomation

/// Writes the records of a replay, one JSON object per line (TR-004).
package struct ReplayWriter {
    private var writer = JSONWriter()
    private let writesAll: Bool

    package init(writesAll: Bool = false) {
        self.writesAll = writesAll
    }

    package mutating func takeBytes() -> [UInt8] { writer.takeBytes() }

    package var count: Int { writer.count }

    package mutating func write(_ record: TraceReplay.Record) {
        let session = record.session
        switch record.record {
        case .pageView(let pageView): write(pageView, session)
        case .interaction(let interaction): write(interaction, session)
        case .deepLink(let visit): if writesAll { write(visit, session) }
        case .pageLeave(let leave): if writesAll { write(leave, session) }
        case .currentPage(let change): if writesAll { write(change, session) }
        case .diagnostic(let diagnostic): if writesAll { write(diagnostic, session) }
        }
    }

    private mutating func end(_ session: ReplaySession) {
        if let name = session.name { string("session", name) }
        writer.endLine()
    }

    private mutating func write(_ pageView: PageView, _ session: ReplaySession) {
        writer.beginObject()
        writer.raw("\"event\":\"pageView\",\"seq\":")
        writer.digits(pageView.sequence)
        writer.continueObject()
        seconds("t", pageView.countedAt.nanoseconds)
        string("id", session.label(of: pageView.id))
        page(pageView.page)
        if !pageView.payload.isEmpty {
            writer.key("payload")
            writer.payload(pageView.payload)
        }
        scene(pageView.scene, session)
        if case .appearance(let appearance) = pageView.id, let appearedAt = pageView.appearedAt {
            component(appearance.component, session)
            writer.key("appearance")
            writer.digits(UInt64(appearance.ordinal))
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
        end(session)
    }

    private mutating func write(_ interaction: Interaction, _ session: ReplaySession) {
        begin("interaction", interaction.time)
        string("name", interaction.name)
        writer.key("properties")
        writer.payload(interaction.properties)
        scene(interaction.scene, session)
        page(interaction.page?.page)
        writer.key("pageViewID")
        if let page = interaction.page { writer.string(session.label(of: page.reference.id)) } else { writer.null() }
        component(interaction.page?.component, session)
        end(session)
    }

    private mutating func write(_ visit: DeepLinkVisit, _ session: ReplaySession) {
        begin("deepLink", visit.time)
        string("url", visit.link.url)
        if let source = visit.link.source { string("source", source) }
        scene(visit.scene, session)
        reference("referrer", visit.referrer, session)
        end(session)
    }

    private mutating func write(_ leave: PageLeave, _ session: ReplaySession) {
        begin("pageLeave", leave.endedAt)
        if let id = leave.id { string("id", session.label(of: .appearance(id))) }
        page(leave.page)
        scene(leave.scene, session)
        component(leave.component, session)
        string("outcome", leave.outcome.rawValue)
        seconds("foreground", leave.foregroundNanoseconds)
        seconds("background", leave.backgroundNanoseconds)
        seconds("current", leave.currentNanoseconds)
        end(session)
    }

    private mutating func write(_ change: CurrentPageChange, _ session: ReplaySession) {
        begin("currentPage", change.time)
        scene(change.scene, session)
        page(change.page?.page)
        component(change.page?.component, session)
        end(session)
    }

    private mutating func write(_ diagnostic: Diagnostic, _ session: ReplaySession) {
        begin("diagnostic", diagnostic.time)
        string("kind", diagnostic.kind.rawValue)
        if diagnostic.component != nil { component(diagnostic.component, session) }
        end(session)
    }

    private mutating func begin(_ event: StaticString, _ time: Timestamp) {
        writer.beginObject()
        writer.raw("\"event\":\"")
        writer.raw(event)
        writer.raw("\",\"t\":")
        writer.seconds(time.nanoseconds)
        writer.continueObject()
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

    private mutating func scene(_ scene: SceneID, _ session: ReplaySession) { string("scene", session.name(of: scene)) }

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
