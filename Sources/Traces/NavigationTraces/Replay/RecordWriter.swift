import AnalyticsJSON
import PageViewAutomation

/// Writes the records of a replay, one JSON object per line (TR-004).
package struct RecordWriter {
    private var writer = JSONWriter()
    private var pages = PageTexts()
    private let writesAll: Bool
    /// The kinds of records to write.
    let kinds: EngineRecord.Kinds

    /// Creates a writer of page views and interactions, or of all records.
    package init(writesAll: Bool = false) {
        self.writesAll = writesAll
        kinds = writesAll ? .all : [.pageViews, .interactions]
    }

    /// Returns and removes the bytes that have been written, in UTF-8.
    package mutating func takeBytes() -> [UInt8] { writer.takeBytes() }

    /// The number of bytes that have been written and not taken.
    package var count: Int { writer.count }

    /// Writes a record, unless the writer omits its kind.
    package mutating func write(_ record: TraceReplay.Record) { write(record.record, record.session.names) }

    /// Calls `body` with the written bytes, in UTF-8.
    package func withWritten<Result>(_ body: (Span<UInt8>) -> Result) -> Result { writer.buffer.withWritten(body) }

    /// Removes the written bytes.
    package mutating func removeAll() { writer.removeAll() }

    /// Writes a record of a session with these names, unless the writer omits its kind.
    mutating func write(_ record: EngineRecord, _ names: borrowing SessionNames) {
        switch record {
        case .pageView(let pageView): write(pageView, names)
        case .interaction(let interaction): write(interaction, names)
        case .deepLink(let visit): if writesAll { write(visit, names) }
        case .pageLeave(let leave): if writesAll { write(leave, names) }
        case .currentPage(let change): if writesAll { write(change, names) }
        case .diagnostic(let diagnostic): if writesAll { write(diagnostic, names) }
        }
    }

    private mutating func end(_ names: borrowing SessionNames) {
        if let session = names.session?[...] {
            writer.key("session")
            writer.string(padded: session.span, names.sessionRange)
        }
        writer.endLine()
    }

    private mutating func write(_ pageView: PageView, _ names: borrowing SessionNames) {
        Self.write(pageView, names, &writer, &pages)
        if let visit = pageView.deepLink {
            writer.key("deepLink")
            writer.beginObject()
            string("url", visit.link.url)
            if let source = visit.link.source { string("source", source) }
            reference("referrer", visit.referrer, names)
            writer.endObject()
        }
        end(names)
    }

    private static func write(
        _ pageView: PageView, _ names: borrowing SessionNames, _ writer: inout JSONWriter, _ pages: inout PageTexts
    ) {
        pages.trim()
        let page = pages.range(of: pageView.page)
        let previous = pageView.previous
        let previousPage = previous.map { pages.range(of: $0.page) } ?? 0..<0
        let (texts, pageTexts) = (names.components.text.span, pages.text.span)
        let id = Label(pageView.id, names)
        writer.write(atMost: 100 + id.length + page.count) { out in
            out.append("{\"event\":\"pageView\",\"seq\":")
            out.digits(pageView.sequence)
            out.append(",\"t\":")
            out.seconds(pageView.countedAt.nanoseconds)
            out.append(",\"id\":")
            out.label(id, texts)
            out.append(",\"page\":{")
            out.append(padded: pageTexts, page)
            out.append("}")
        }
        if !pageView.payload.isEmpty {
            writer.raw(",\"payload\":")
            writer.payload(pageView.payload)
        }
        let previousID = previous.map { Label($0.id, names) }
        let (scene, sceneTexts) = (names.text(of: pageView.scene), names.scenes.text.span)
        let length = scene.longest + id.length + (previousID?.length ?? 0) + previousPage.count
        writer.write(atMost: 200 + length) { out in
            out.append(",\"scene\":\"")
            out.text(scene, of: sceneTexts)
            if let component = id.component, let appearedAt = pageView.appearedAt {
                out.append("\",\"component\":\"")
                out.text(component, of: texts)
                out.append("\",\"appearance\":")
                out.digits(id.number)
                out.append(",\"appearedAt\":")
                out.seconds(appearedAt.nanoseconds)
                out.append(",\"cause\":\"")
            } else {
                out.append("\",\"cause\":\"")
            }
            out.append(pageView.cause)
            if let previousID {
                out.append("\",\"previous\":{\"id\":")
                out.label(previousID, texts)
                out.append(",")
                out.append(padded: pageTexts, previousPage)
                out.append("}")
            } else {
                out.append("\"")
            }
        }
        writer.continueObject()
    }

    private mutating func write(_ interaction: Interaction, _ names: borrowing SessionNames) {
        begin("interaction", interaction.time)
        string("name", interaction.name)
        writer.key("properties")
        writer.payload(interaction.properties)
        scene(interaction.scene, names)
        page(interaction.page?.page)
        writer.key("pageViewID")
        if let page = interaction.page { label(page.reference.id, names) } else { writer.null() }
        component(interaction.page?.component, names)
        end(names)
    }

    private mutating func write(_ visit: DeepLinkVisit, _ names: borrowing SessionNames) {
        begin("deepLink", visit.time)
        string("url", visit.link.url)
        if let source = visit.link.source { string("source", source) }
        scene(visit.scene, names)
        reference("referrer", visit.referrer, names)
        end(names)
    }

    private mutating func write(_ leave: PageLeave, _ names: borrowing SessionNames) {
        begin("pageLeave", leave.endedAt)
        if let id = leave.id {
            writer.key("id")
            label(.appearance(id), names)
        }
        page(leave.page)
        scene(leave.scene, names)
        component(leave.component, names)
        string("outcome", leave.outcome.rawValue)
        seconds("foreground", leave.foregroundNanoseconds)
        seconds("background", leave.backgroundNanoseconds)
        seconds("current", leave.currentNanoseconds)
        end(names)
    }

    private mutating func write(_ change: CurrentPageChange, _ names: borrowing SessionNames) {
        begin("currentPage", change.time)
        scene(change.scene, names)
        page(change.page?.page)
        component(change.page?.component, names)
        end(names)
    }

    private mutating func write(_ diagnostic: Diagnostic, _ names: borrowing SessionNames) {
        begin("diagnostic", diagnostic.time)
        string("kind", diagnostic.kind.rawValue)
        if diagnostic.component != nil { component(diagnostic.component, names) }
        end(names)
    }

    // MARK: Parts

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

    private mutating func component(_ component: ComponentID?, _ names: borrowing SessionNames) {
        writer.key("component")
        guard let component else { return writer.null() }
        writer.string(padded: names.components.text.span, names.text(of: component).range)
    }

    private mutating func scene(_ scene: SceneID, _ names: borrowing SessionNames) {
        writer.key("scene")
        writer.string(padded: names.scenes.text.span, names.text(of: scene).range)
    }

    /// Writes the identity of a page view, as in ``ReplaySession/label(of:)``.
    private mutating func label(_ id: PageViewID, _ names: borrowing SessionNames) {
        let label = Label(id, names)
        writer.write(atMost: label.length) { $0.label(label, names.components.text.span) }
    }

    private mutating func page(_ page: PageContext?) {
        writer.key("page")
        guard let page else { return writer.null() }
        writer.raw("{")
        nameAndContext(page)
        writer.raw("}")
    }

    private mutating func nameAndContext(_ page: PageContext) {
        pages.trim()
        let range = pages.range(of: page)
        let texts = pages.text
        writer.write(atMost: range.count) { $0.append(padded: texts.span, range) }
    }

    private mutating func reference(_ key: StaticString, _ reference: PageReference?, _ names: borrowing SessionNames) {
        writer.key(key)
        if let reference { self.reference(reference, names) } else { writer.null() }
    }

    private mutating func reference(_ reference: PageReference, _ names: borrowing SessionNames) {
        writer.raw("{\"id\":")
        label(reference.id, names)
        writer.raw(",")
        nameAndContext(reference.page)
        writer.raw("}")
    }
}

/// The parts of a page view's identity, ready to be written (TR-004).
private struct Label {
    /// The component's name in the names of the session; `nil` for a page view by hand.
    let component: PaddedText?
    let predecessors: UInt64
    /// The ordinal of the appearance, or the page view's sequence number.
    let number: UInt64

    @inline(__always)
    init(_ id: PageViewID, _ names: borrowing SessionNames) {
        switch id {
        case .manual(let sequence):
            (component, predecessors, number) = (nil, 0, sequence)
        case .appearance(let appearance):
            component = names.text(of: appearance.component)
            predecessors = names.predecessors(of: appearance.component)
            number = UInt64(appearance.ordinal)
        }
    }

    /// The maximum number of bytes.
    @inline(__always)
    var length: Int { 60 &+ (component?.longest ?? 0) }
}

extension OutputCursor {
    @inline(__always)
    fileprivate mutating func label(_ label: Label, _ texts: ByteSpan) {
        append("\"")
        if let component = label.component {
            text(component, of: texts)
            if label.predecessors > 0 {
                append("~")
                digits(label.predecessors + 1)
            }
            append("/")
        } else {
            append("manual/")
        }
        digits(label.number)
        append("\"")
    }

    /// Writes the name of a cause.
    @inline(__always)
    fileprivate mutating func append(_ cause: PageView.Cause) {
        switch cause {
        case .appeared: append("appeared")
        case .ready: append("ready")
        case .attached: append("attached")
        case .foregrounded: append("foregrounded")
        case .revealed: append("revealed")
        case .manual: append("manual")
        }
    }
}

/// A cache of the JSON members of pages, such as `"name":"item","context":"shop"`.
struct PageTexts {
    /// The JSON of a page. The entry retains the page, so that no other page can have its identity.
    private struct Entry {
        let page: PageContext
        let identity: ObjectIdentifier
        let range: Range<Int>
    }

    /// The number of bytes at which the cache removes all texts.
    private static let maximumBytes = 1 << 20

    /// The texts, one after another, followed by padding.
    private(set) var text = ContiguousArray<UInt8>(repeating: 0, count: ByteSpan.padding)
    private var entries: [Entry] = []
    private var index = NameIndex()

    /// Returns the range of a page's JSON in `text`. It is valid until ``trim()``.
    @inline(__always)
    mutating func range(of page: PageContext) -> Range<Int> {
        let identity = page.identity
        // Identities are addresses, whose lowest bits are equal.
        let hash = UInt32(truncatingIfNeeded: (UInt64(UInt(bitPattern: identity)) &* 0x9E37_79B9_7F4A_7C15) &>> 32)
        if let number = index.number(hash, where: { entries[$0].identity == identity }) { return entries[number].range }
        return add(page, hash)
    }

    @inline(never)
    private mutating func add(_ page: PageContext, _ hash: UInt32) -> Range<Int> {
        var writer = JSONWriter()
        writer.key("name")
        writer.string(page.name.rawValue)
        if let context = page.context {
            writer.key("context")
            writer.string(context.rawValue)
        }
        let own = writer.takeBytes()
        text.removeLast(ByteSpan.padding)
        let range = text.count..<(text.count + own.count)
        text += own
        text += [UInt8](repeating: 0, count: ByteSpan.padding)
        index.insert(entries.count, hash)
        entries.append(Entry(page: page, identity: page.identity, range: range))
        return range
    }

    /// Removes all texts if there are many. The caller must not use earlier ranges.
    @inline(__always)
    mutating func trim() {
        if text.count > Self.maximumBytes { self = PageTexts() }
    }
}
