import CPageView
import PageViewAutomation
import PageViewLifecycle

/// A writer of records as C structs, which reuses its memory (CI-005).
@safe struct RecordWriter: ~Copyable {
    private let engine: pv_engine
    private var arena = RecordArena()
    private let record: UnsafeMutablePointer<pv_record>

    init(engine: pv_engine) {
        self.engine = engine
        unsafe record = .allocate(capacity: 1)
        unsafe record.initialize(to: pv_record())
    }

    deinit { unsafe record.deallocate() }

    /// Returns the record as a C struct, which is valid until the next call.
    mutating func write(_ source: EngineRecord) -> UnsafePointer<pv_record> {
        arena.reset()
        unsafe record.pointee = pv_record()
        unsafe record.pointee.size = MemoryLayout<pv_record>.size
        switch source {
        case .pageView(let view): write(view)
        case .pageLeave(let leave): write(leave)
        case .interaction(let interaction): write(interaction)
        case .deepLink(let visit): write(visit)
        case .currentPage(let change): write(change)
        case .diagnostic(let diagnostic): write(diagnostic)
        }
        return unsafe UnsafePointer(record)
    }

    private mutating func write(_ view: PageView) {
        begin(PV_PAGE_VIEW, view.scene, view.countedAt)
        write(view.page, view.id)
        unsafe record.pointee.sequence = view.sequence
        if let appearedAt = view.appearedAt {
            unsafe record.pointee.has_appearance = true
            unsafe record.pointee.appeared_at = appearedAt.nanoseconds
        }
        unsafe record.pointee.cause = view.cause.number
        if let previous = view.previous { unsafe record.pointee.previous = copy(previous) }
        if view.hasDeepLink, let visit = view.deepLink { unsafe record.pointee.link = copy(visit) }
        write(view.payload)
    }

    private mutating func write(_ leave: PageLeave) {
        begin(PV_PAGE_LEAVE, leave.scene, leave.endedAt)
        unsafe record.pointee.has_page = true
        unsafe record.pointee.page = names(of: leave.page)
        unsafe record.pointee.id = pv_page_view_id(leave.component, leave.id?.ordinal ?? 0, of: engine)
        unsafe record.pointee.outcome = leave.outcome.number
        unsafe record.pointee.foreground_nanoseconds = leave.foregroundNanoseconds
        unsafe record.pointee.background_nanoseconds = leave.backgroundNanoseconds
        unsafe record.pointee.current_nanoseconds = leave.currentNanoseconds
    }

    private mutating func write(_ interaction: Interaction) {
        begin(PV_INTERACTION, interaction.scene, interaction.time)
        unsafe record.pointee.name = arena.copy(interaction.name)
        if let page = interaction.page { write(page) }
        write(interaction.properties)
    }

    private mutating func write(_ visit: DeepLinkVisit) {
        begin(PV_DEEP_LINK, visit.scene, visit.time)
        unsafe record.pointee.link = copy(visit)
    }

    private mutating func write(_ change: CurrentPageChange) {
        begin(PV_CURRENT_PAGE, change.scene, change.time)
        if let page = change.page { write(page) }
    }

    private mutating func write(_ diagnostic: Diagnostic) {
        unsafe record.pointee.kind = number(PV_DIAGNOSTIC)
        unsafe record.pointee.time = diagnostic.time.nanoseconds
        unsafe record.pointee.name = arena.copy(diagnostic.kind.rawValue)
        if let component = diagnostic.component {
            unsafe record.pointee.id = pv_page_view_id(component, 0, of: engine)
        }
    }

    private func begin(_ kind: Int, _ scene: SceneID, _ time: Timestamp) {
        unsafe record.pointee.kind = number(kind)
        unsafe record.pointee.scene = pv_scene(scene, of: engine)
        unsafe record.pointee.scene_tag = scene.tag
        unsafe record.pointee.time = time.nanoseconds
    }

    private mutating func write(_ page: PageContext, _ id: PageViewID) {
        unsafe record.pointee.has_page = true
        unsafe record.pointee.page = names(of: page)
        unsafe record.pointee.id = pv_page_view_id(id, of: engine)
    }

    private mutating func write(_ page: PageAppearance) {
        write(page.page, .appearance(page.id))
        unsafe record.pointee.is_counted = page.isCounted
    }

    private mutating func write(_ payload: Payload) {
        unsafe record.pointee.fields = arena.fields(of: payload)
        unsafe record.pointee.field_count = payload.entries.count
    }

    private mutating func names(of page: PageContext) -> pv_page_names {
        var names = unsafe pv_page_names()
        unsafe names.name = arena.copy(page.name.rawValue)
        if let context = page.context { unsafe names.context = arena.copy(context.rawValue) }
        return unsafe names
    }

    private mutating func copy(_ reference: PageReference) -> UnsafePointer<pv_page_reference> {
        let names = unsafe names(of: reference.page)
        return unsafe arena.copy(pv_page_reference(id: pv_page_view_id(reference.id, of: engine), page: names))
    }

    private mutating func copy(_ visit: DeepLinkVisit) -> UnsafePointer<pv_link> {
        var link = unsafe pv_link()
        unsafe link.url = arena.copy(visit.link.url)
        if let source = visit.link.source { unsafe link.source = arena.copy(source) }
        if let referrer = visit.referrer { unsafe link.referrer = copy(referrer) }
        return unsafe arena.copy(link)
    }
}

extension pv_page_view_id {
    /// Creates the identity of an appearance, or of a component if `ordinal` is 0.
    init(_ component: ComponentID, _ ordinal: UInt32, of engine: pv_engine) {
        self.init(
            component: pv_component(component, of: engine), component_tag: component.tag, number: UInt64(ordinal))
    }

    init(_ id: PageViewID, of engine: pv_engine) {
        switch id {
        case .appearance(let appearance): self.init(appearance.component, appearance.ordinal, of: engine)
        case .manual(let sequence):
            self.init(component: pv_component(), component_tag: 0, number: sequence)
        }
    }
}

extension PageView.Cause {
    var number: pv_cause {
        switch self {
        case .appeared: PageViewC.number(PV_CAUSE_APPEARED)
        case .ready: PageViewC.number(PV_CAUSE_READY)
        case .attached: PageViewC.number(PV_CAUSE_ATTACHED)
        case .foregrounded: PageViewC.number(PV_CAUSE_FOREGROUNDED)
        case .revealed: PageViewC.number(PV_CAUSE_REVEALED)
        case .manual: PageViewC.number(PV_CAUSE_MANUAL)
        }
    }
}

extension PageLeave.Outcome {
    var number: pv_outcome {
        switch self {
        case .counted: PageViewC.number(PV_OUTCOME_COUNTED)
        case .neverReady: PageViewC.number(PV_OUTCOME_NEVER_READY)
        case .neverVisible: PageViewC.number(PV_OUTCOME_NEVER_VISIBLE)
        }
    }
}
