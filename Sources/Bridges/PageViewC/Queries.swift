package import CPageView
import PageViewAutomation
import PageViewLifecycle

/// The caller's memory for the names of an answer.
@safe struct AnswerBuffer {
    private let bytes: UnsafeMutablePointer<CChar>?
    private let capacity: Int

    init(_ bytes: UnsafeMutablePointer<CChar>?, _ capacity: Int) {
        unsafe self.bytes = unsafe bytes
        // A capacity above the largest `Int` is negative here, and large enough.
        self.capacity = unsafe bytes == nil ? 0 : capacity < 0 ? .max : capacity
    }

    /// Returns the names, which lie in the memory; `nil` if they do not fit. Allocates nothing.
    func names(of page: PageContext) -> pv_page_names? {
        let (name, context) = (page.name.rawValue, page.context?.rawValue)
        let needed = size(of: page)
        guard needed <= capacity, let bytes = unsafe bytes else { return nil }
        var names = unsafe pv_page_names()
        unsafe names.name = copy(name, to: bytes)
        if let context { unsafe names.context = copy(context, to: bytes + name.utf8.count) }
        return unsafe names
    }

    func size(of page: PageContext) -> Int {
        page.name.rawValue.utf8.count + (page.context?.rawValue.utf8.count ?? 0)
    }

    private func copy(_ text: String, to start: UnsafeMutablePointer<CChar>) -> pv_text {
        var end = unsafe start
        // Proof: the caller of this function has compared the number of bytes with the capacity.
        for byte in text.utf8 {
            unsafe end.pointee = CChar(bitPattern: byte)
            unsafe end += 1
        }
        return unsafe pv_text(bytes: start, length: end - start)
    }
}

/// Writes an answer into the caller's memory, if there is any.
///
/// Throws if the buffer is too small for the names. Then only `needed` is set.
private func answer(
    _ answer: UnsafeMutablePointer<pv_answer>?, _ reference: PageReference?, _ buffer: AnswerBuffer,
    of engine: pv_engine, complete: (inout pv_answer) -> Void = { _ in }
) throws(Failure) {
    guard let answer = unsafe answer else { return }
    guard let reference else {
        unsafe answer.pointee = pv_answer()
        return
    }
    let needed = buffer.size(of: reference.page)
    guard let names = unsafe buffer.names(of: reference.page) else {
        unsafe answer.pointee.needed = needed
        throw .buffer
    }
    var result = unsafe pv_answer()
    unsafe (result.exists, result.needed) = (true, needed)
    unsafe result.page = pv_page_reference(id: pv_page_view_id(reference.id, of: engine), page: names)
    unsafe complete(&result)
    unsafe answer.pointee = result
}

@c @implementation
package func pv_page_query(
    _ engine: pv_engine, _ query: pv_query, _ scene: pv_scene, _ buffer: UnsafeMutablePointer<CChar>?,
    _ capacity: Int, _ answer: UnsafeMutablePointer<pv_answer>?
) -> pv_status {
    status { () throws(Failure) in
        let source = try Handles.engines.object(engine).engine
        let id = try Handles.scene(scene, of: engine)
        let memory = unsafe AnswerBuffer(buffer, capacity)
        guard query >= 0, let query = Rules.Query(rawValue: UInt8(clamping: query)) else { throw .value }
        switch source.answer(query, in: id) {
        case .page(let found):
            try unsafe PageViewC.answer(answer, found?.reference, memory, of: engine) { result in
                guard let found else { return }
                unsafe result.scene = pv_scene(found.scene, of: engine)
                unsafe result.scene_tag = found.scene.tag
                unsafe result.is_counted = found.isCounted
                unsafe result.began_at = found.beganAt.nanoseconds
            }
        case .reference(let counted):
            try unsafe PageViewC.answer(answer, counted, memory, of: engine) { unsafe $0.is_counted = true }
        case .pages, .condition: throw .value
        }
    }
}

@c @implementation
package func pv_deep_link_handle(
    _ engine: pv_engine, _ url: pv_text, _ source: pv_text, _ scene: pv_scene, _ at: pv_time,
    _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ referrer: UnsafeMutablePointer<pv_answer>?
) -> pv_status {
    unsafe pv_deep_link_handle_with(engine, url, source, scene, nil, at, buffer, capacity, referrer)
}

@c @implementation
package func pv_deep_link_handle_with(
    _ engine: pv_engine, _ url: pv_text, _ source: pv_text, _ scene: pv_scene,
    _ options: UnsafePointer<pv_link_options>?, _ at: pv_time, _ buffer: UnsafeMutablePointer<CChar>?,
    _ capacity: Int, _ referrer: UnsafeMutablePointer<pv_answer>?
) -> pv_status {
    status { () throws(Failure) in
        let object = try Handles.engines.object(engine)
        let link = DeepLink(url: try unsafe String(url), source: try unsafe String.optional(source))
        let scene = try Handles.scene(scene, of: engine)
        var (target, expires): (PageName?, Int64?) = (nil, nil)
        if let options = unsafe options {
            let source = try unsafe sized(options, unsafe pv_link_options(), addedFrom: nil)
            target = try unsafe String.optional(source.target).map { PageName($0) }
            guard unsafe source.expires_nanoseconds >= -1 else { throw .value }
            expires = unsafe source.expires_nanoseconds == -1 ? nil : source.expires_nanoseconds
        }
        let found = object.engine.handle(link, in: scene, target: target, expires: expires, at: Timestamp(at))
        try unsafe answer(referrer, found, AnswerBuffer(buffer, capacity), of: engine)
    }
}
