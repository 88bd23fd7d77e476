import CPageView

/// A ``Shop`` behind the C interface: an engine with one receiver of views and leaves, and a home page in front.
///
/// It performs the calls of ``Shop``, so that both rows differ only by the interface.
struct CShop {
    /// What the receiver counts, as ``RecordCounter`` does.
    struct Counts {
        var views = 0
        var leaves = 0
        var valueCount = 0
        var nanosecondsInForeground: Int64 = 0
    }

    private let engine: pv_engine
    private let counts: UnsafeMutablePointer<Counts>
    private let payload: pv_payload
    private var components: [pv_component] = []

    init(pageCount: Int) {
        var (engine, payload, home, item): (pv_engine, pv_payload, pv_page, pv_page) = (0, 0, 0, 0)
        counts = .allocate(capacity: 1)
        counts.initialize(to: Counts())
        check(pv_engine_create(nil, &engine))
        check(pv_receiver_add(engine, pv_kinds(PV_PAGE_VIEW | PV_PAGE_LEAVE), receive, counts, nil, nil))
        check(pv_page_create(text("home"), text("shop"), &home))
        check(pv_page_create(text("item"), text("shop"), &item))
        var fields = [field("price", PV_INT), field("currency", PV_STRING), field("isMember", PV_BOOL)]
        fields[0].value.as.integer = 7
        fields[1].value.as.text = text("EUR")
        fields[2].value.as.boolean = true
        check(pv_payload_create(fields, fields.count, &payload))
        self.engine = engine
        self.payload = payload
        check(pv_component_report(makeComponent(home, PV_STATE_READY), pv_component_event(PV_DID_APPEAR), .min))
        components = (0..<pageCount).map { _ in makeComponent(item, PV_STATE_PENDING) }
    }

    /// The number of page views.
    var views: Int { counts.pointee.views }

    /// Performs one appearance of each of the first pages, which becomes ready after it appears.
    func appear(_ count: Int) {
        for component in components.prefix(count) {
            _ = pv_component_report(component, pv_component_event(PV_DID_APPEAR), .min)
            _ = pv_component_ready(component, 0, payload, .min)
            _ = pv_component_report(component, pv_component_event(PV_DID_DISAPPEAR), .min)
        }
    }

    private func makeComponent(_ page: pv_page, _ state: Int) -> pv_component {
        var component = pv_component()
        var declaration = pv_declaration()
        declaration.size = MemoryLayout<pv_declaration>.size
        declaration.page = page
        declaration.state = pv_page_state(state)
        declaration.attached = -1
        check(pv_component_create(engine, &declaration, 0, .min, &component))
        return component
    }
}

private func receive(_ record: UnsafePointer<pv_record>?, _ context: UnsafeMutableRawPointer?) {
    guard let record, let counts = context?.assumingMemoryBound(to: CShop.Counts.self) else { return }
    if record.pointee.kind == PV_PAGE_VIEW {
        counts.pointee.views &+= 1
        counts.pointee.valueCount &+= record.pointee.field_count
    } else {
        counts.pointee.leaves &+= 1
        counts.pointee.nanosecondsInForeground &+= record.pointee.foreground_nanoseconds
    }
}

private func field(_ name: StaticString, _ kind: Int) -> pv_field {
    var field = pv_field()
    field.name = text(name)
    field.value.kind = pv_value_kind(kind)
    return field
}

private func text(_ text: StaticString) -> pv_text {
    pv_text(bytes: UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self), length: text.utf8CodeUnitCount)
}

private func check(_ status: pv_status) {
    if status != PV_OK { fail("expected PV_OK, found \(String(cString: pv_status_name(status)))", 70) }
}
