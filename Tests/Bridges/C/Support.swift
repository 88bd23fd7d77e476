import CPageView
import PageViewC

func makeEngine() -> pv_engine {
    var engine: pv_engine = 0
    _ = unsafe pv_engine_create(nil, &engine)
    return engine
}

func makePage(_ name: String) -> pv_page {
    var page: pv_page = 0
    _ = unsafe name.withCString { unsafe pv_page_create(pv_text(bytes: $0, length: name.utf8.count), pv_text(), &page) }
    return page
}

func makeComponent(_ engine: pv_engine, _ page: pv_page) -> pv_component {
    var component = pv_component()
    var declaration = pv_declaration()
    declaration.size = MemoryLayout<pv_declaration>.size
    declaration.page = page
    declaration.attached = -1
    _ = unsafe pv_component_create(engine, &declaration, 0, 0, &component)
    return component
}

func string(_ text: pv_text) -> String? {
    guard let bytes = unsafe text.bytes else { return nil }
    // Proof: the library states the length of the text.
    return unsafe String(decoding: UnsafeRawBufferPointer(start: bytes, count: text.length), as: UTF8.self)
}

/// A receiver's records, as texts.
final class Log {
    private let engine: pv_engine
    var records: [(text: String, component: UInt64)] = []
    var releaseCount = 0
    var destroysEngine = false

    init(_ engine: pv_engine, kinds: Int) {
        self.engine = engine
        // The engine retains the log until it releases the receiver.
        let context = unsafe Unmanaged.passRetained(self).toOpaque()
        _ = unsafe pv_receiver_add(
            engine, UInt32(kinds),
            { record, context in
                guard let record = unsafe record?.pointee, let log = unsafe Log.of(context) else { return }
                unsafe log.receive(record)
            }, context,
            { context in
                guard let context = unsafe context else { return }
                unsafe Unmanaged<Log>.fromOpaque(context).takeRetainedValue().releaseCount += 1
            }, nil)
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> Log? {
        unsafe context.map { unsafe Unmanaged<Log>.fromOpaque($0).takeUnretainedValue() }
    }

    private func receive(_ record: pv_record) {
        var text = unsafe string(record.name) ?? ""
        if unsafe record.kind == UInt32(PV_PAGE_VIEW) {
            var fields: [String] = []
            for index in 0..<(unsafe record.field_count) {
                let field = unsafe record.fields[index]
                fields.append(unsafe "\(string(field.name) ?? "") \(field.value.as.integer)")
            }
            let previous = unsafe record.previous.flatMap { unsafe string($0.pointee.page.name) } ?? "nil"
            text = unsafe "\(string(record.page.name) ?? "") after \(previous): \(fields)"
        }
        records.append(unsafe (text, record.id.component.number))
        if destroysEngine { _ = pv_engine_destroy(engine) }
    }
}
