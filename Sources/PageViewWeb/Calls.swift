// The functions that `engine.js` calls. A function that returns `Int32` returns the number of pending records, or a negative
// `CallError`. Each takes the address of the engine, and times in nanoseconds.

typealias EngineAddress = UnsafeMutablePointer<WebEngine>

/// Calls a function that may fail.
private func attempt(_ body: () throws(CallError) -> Int32) -> Int32 {
    do { return try body() } catch { return error.rawValue }
}

@_expose(wasm, "makeEngine") @_cdecl("makeEngine")
func makeEngine(number: UInt32, policy: UInt32) -> UnsafeMutableRawPointer {
    let engine = EngineAddress.allocate(capacity: 1)
    let policy = EnginePolicy(
        cancelledDisappearance: policy & 1 == 0 ? .continues : .counts, reveal: policy & 2 == 0 ? .silent : .counts,
        foreground: policy & 4 == 0 ? .silent : .counts)
    unsafe engine.initialize(to: WebEngine(policy: policy, number: number))
    return UnsafeMutableRawPointer(engine)
}

@inline(__always)
private func self_(_ engine: UnsafeMutableRawPointer) -> EngineAddress {
    unsafe engine.assumingMemoryBound(to: WebEngine.self)
}

@_expose(wasm, "reserveText") @_cdecl("reserveText")
func reserveText(engine: UnsafeMutableRawPointer, size: Int) -> UnsafeMutableRawPointer? {
    unsafe UnsafeMutableRawPointer(self_(engine).pointee.reserveText(size))
}

@_expose(wasm, "textAddress") @_cdecl("textAddress")
func textAddress(engine: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    unsafe UnsafeMutableRawPointer(self_(engine).pointee.text.baseAddress)
}

/// Creates a page from the text buffer; a negative length means no context.
@_expose(wasm, "makePage") @_cdecl("makePage")
func makePage(engine: UnsafeMutableRawPointer, nameLength: Int, contextLength: Int) -> UInt32 {
    unsafe self_(engine).pointee.makePage(nameLength: nameLength, contextLength: contextLength)
}

/// Releases the pages that JavaScript refers to. Pages that the model uses remain.
@_expose(wasm, "releasePages") @_cdecl("releasePages")
func releasePages(engine: UnsafeMutableRawPointer) {
    unsafe self_(engine).pointee.pages = []
}

/// Writes the name and the context of a page to the text buffer.
@_expose(wasm, "readPage") @_cdecl("readPage")
func readPage(engine: UnsafeMutableRawPointer, address: UInt32) {
    let engine = unsafe self_(engine)
    guard let page = unsafe engine.pointee.page(address) else { return }
    let lengths = unsafe engine.pointee.write(page.name.rawValue, page.context?.rawValue)
    unsafe (engine.pointee.output.textLength, engine.pointee.output.secondTextLength) = lengths
}

@_expose(wasm, "setTime") @_cdecl("setTime")
func setTime(engine: UnsafeMutableRawPointer, low: UInt32, high: Int32) {
    unsafe self_(engine).pointee.exactTime = Int64(high) << 32 | Int64(low)
}

@_expose(wasm, "setWanted") @_cdecl("setWanted")
func setWanted(engine: UnsafeMutableRawPointer, kinds: UInt32) {
    unsafe self_(engine).pointee.model.setWanted(EngineRecord.Kinds(rawValue: UInt8(truncatingIfNeeded: kinds)))
}

/// Writes the next record. Returns the bit of its kind; 0 for none.
@_expose(wasm, "nextRecord") @_cdecl("nextRecord")
func nextRecord(engine: UnsafeMutableRawPointer) -> Int32 {
    unsafe self_(engine).pointee.nextRecord()
}

/// Writes the name of a cause, an outcome or a diagnostic to the text buffer.
@_expose(wasm, "readName") @_cdecl("readName")
func readName(engine: UnsafeMutableRawPointer, kind: Int32, ordinal: Int) {
    unsafe self_(engine).pointee.writeName(kind, ordinal)
}

// MARK: Components

/// Issues the identity of a scene.
@_expose(wasm, "makeScene") @_cdecl("makeScene")
func makeScene(engine: UnsafeMutableRawPointer) -> Double {
    let engine = unsafe self_(engine)
    unsafe engine.pointee.sceneCount += 1
    return unsafe Handle.number(
        of: SceneID(index: engine.pointee.sceneCount - 1, issuer: engine.pointee.engineNumber, tag: 0))
}

/// Creates a component, or declares one that exists. The number of a new component is in the output.
///
/// The bits of `declared` mean: 1 attached, 2 detached, 4 ready, 8 pending, 16 a payload.
@_expose(wasm, "create") @_cdecl("create")
func create(
    engine: UnsafeMutableRawPointer, component: Double, scene: Double, parent: Double, declared: UInt32, page: UInt32,
    time: Double
) -> Int32 {
    let engine = unsafe self_(engine)
    return attempt { () throws(CallError) -> Int32 in
        let scene = unsafe try engine.pointee.scene(scene)
        let parent = unsafe parent == 0 ? nil : try engine.pointee.component(parent, .parent)
        let component =
            unsafe component == 0 ? try engine.pointee.makeComponent() : try engine.pointee.component(component)
        var declaration = EngineModel.Input.Declaration()
        declaration.page = unsafe engine.pointee.page(page)
        declaration.parent = parent
        if declared & 3 != 0 { declaration.isAttached = declared & 1 != 0 }
        if declared & 12 != 0 { declaration.isReady = declared & 4 != 0 }
        let payload = unsafe engine.pointee.newPayload(for: component)
        if declared & 16 != 0 { declaration.payload = payload }
        let count = unsafe engine.pointee.apply(
            .create(component: component, scene: scene, declaration), about: component, time)
        unsafe engine.pointee.output.component = Handle.number(of: component)
        unsafe engine.pointee.writePayloads(payload, of: component)
        return count
    }
}

extension WebEngine {
    /// Writes the number of a new payload, and of the payload that its component holds.
    fileprivate mutating func writePayloads(_ payload: Payload, of component: ComponentID) {
        output.newPayload = payload.number
        output.heldPayload = heldPayload(of: component)
    }
}

/// Reports an event, by its number in `ComponentEvent`.
@_expose(wasm, "report") @_cdecl("report")
func report(engine: UnsafeMutableRawPointer, component: Double, event: UInt32, scene: Double, time: Double) -> Int32 {
    let engine = unsafe self_(engine)
    return attempt { () throws(CallError) -> Int32 in
        let component = unsafe try engine.pointee.component(component)
        let scene = unsafe try engine.pointee.scene(scene)
        guard let event = ComponentEvent(rawValue: UInt8(truncatingIfNeeded: event)) else { return 0 }
        let isAlive = unsafe event == .destroy && engine.pointee.model.knownSlot(of: component) != nil
        let count = unsafe engine.pointee.apply(.component(component, event, scene: scene), about: component, time)
        if isAlive { unsafe engine.pointee.free(component) }
        unsafe engine.pointee.writePayloads(Payload(), of: component)
        return count
    }
}

@_expose(wasm, "move") @_cdecl("move")
func move(engine: UnsafeMutableRawPointer, component: Double, parent: Double, time: Double) -> Int32 {
    let engine = unsafe self_(engine)
    return attempt { () throws(CallError) -> Int32 in
        let component = unsafe try engine.pointee.component(component)
        let parent = unsafe parent == 0 ? nil : try engine.pointee.component(parent, .parent)
        return unsafe engine.pointee.apply(.move(component, into: parent), about: component, time)
    }
}

@_expose(wasm, "reportScene") @_cdecl("reportScene")
func reportScene(engine: UnsafeMutableRawPointer, scene: Double, event: UInt32, time: Double) -> Int32 {
    let engine = unsafe self_(engine)
    return attempt { () throws(CallError) -> Int32 in
        let scene = unsafe try engine.pointee.scene(scene)
        guard let event = SceneEvent(rawValue: UInt8(truncatingIfNeeded: event)) else { return 0 }
        return unsafe engine.pointee.apply(.scene(scene, event), time)
    }
}

// MARK: Pages

@_expose(wasm, "pending") @_cdecl("pending")
func pending(engine: UnsafeMutableRawPointer, component: Double, page: UInt32, time: Double) -> Int32 {
    let engine = unsafe self_(engine)
    return attempt { () throws(CallError) -> Int32 in
        let component = unsafe try engine.pointee.component(component)
        let page = unsafe engine.pointee.page(page)
        let count = unsafe engine.pointee.apply(
            .pending(component: component, scene: nil, page: page), about: component, time)
        unsafe engine.pointee.writePayloads(Payload(), of: component)
        return count
    }
}

@_expose(wasm, "ready") @_cdecl("ready")
func ready(
    engine: UnsafeMutableRawPointer, component: Double, page: UInt32, hasPayload: UInt32, time: Double
) -> Int32 {
    let engine = unsafe self_(engine)
    return attempt { () throws(CallError) -> Int32 in
        let component = unsafe try engine.pointee.component(component)
        let page = unsafe engine.pointee.page(page)
        let payload = unsafe hasPayload == 0 ? Payload() : engine.pointee.newPayload(for: component)
        let count = unsafe engine.pointee.apply(
            .ready(component: component, scene: nil, page: page, payload: payload), about: component, time)
        unsafe engine.pointee.writePayloads(payload, of: component)
        return count
    }
}

/// Records a page view by hand. Its own payload has the number -1.
@_expose(wasm, "recordPageView") @_cdecl("recordPageView")
func recordPageView(
    engine: UnsafeMutableRawPointer, component: Double, scene: Double, page: UInt32, hasPayload: UInt32, time: Double
) -> Int32 {
    let engine = unsafe self_(engine)
    return attempt { () throws(CallError) -> Int32 in
        let component = unsafe component == 0 ? nil : try engine.pointee.component(component)
        let scene = unsafe try engine.pointee.scene(scene)
        let page = unsafe engine.pointee.page(page)
        return unsafe engine.pointee.apply(
            .record(
                component: component, scene: scene, page: page, payload: hasPayload == 0 ? nil : Payload(number: -1)),
            about: component, time)
    }
}

// MARK: Interactions and deep links

/// Records an interaction, whose name and properties stay in JavaScript.
@_expose(wasm, "recordInteraction") @_cdecl("recordInteraction")
func recordInteraction(engine: UnsafeMutableRawPointer, scene: Double, time: Double) -> Int32 {
    let engine = unsafe self_(engine)
    return attempt { () throws(CallError) -> Int32 in
        let scene = unsafe try engine.pointee.scene(scene)
        return unsafe engine.pointee.apply(.interaction(name: "", scene: scene, properties: nil), time)
    }
}

/// Handles the link in the text buffer, and writes its referrer. A negative length means no source.
@_expose(wasm, "handleDeepLink") @_cdecl("handleDeepLink")
func handleDeepLink(
    engine: UnsafeMutableRawPointer, length: Int, sourceLength: Int, scene: Double, time: Double
) -> Int32 {
    let engine = unsafe self_(engine)
    return attempt { () throws(CallError) -> Int32 in
        let scene = unsafe try engine.pointee.scene(scene)
        let url = unsafe engine.pointee.string(from: 0, length)
        let source = unsafe sourceLength < 0 ? nil : engine.pointee.string(from: length, sourceLength)
        let count = unsafe engine.pointee.apply(.deepLink(url: url, scene: scene, source: source), time)
        let referrer = unsafe engine.pointee.model.referrer(in: scene)
        unsafe engine.pointee.write(referrer: referrer)
        return count
    }
}

@_expose(wasm, "discardDeepLink") @_cdecl("discardDeepLink")
func discardDeepLink(engine: UnsafeMutableRawPointer, scene: Double, time: Double) -> Int32 {
    let engine = unsafe self_(engine)
    return attempt { () throws(CallError) -> Int32 in
        let scene = unsafe try engine.pointee.scene(scene)
        return unsafe engine.pointee.apply(.discardDeepLink(scene: scene), time)
    }
}

// MARK: Start, stop and notes

@_expose(wasm, "start") @_cdecl("start")
func start(engine: UnsafeMutableRawPointer, countingVisible: UInt32, time: Double) -> Int32 {
    unsafe self_(engine).pointee.apply(.start(countingVisible: countingVisible != 0), time)
}

@_expose(wasm, "stop") @_cdecl("stop")
func stop(engine: UnsafeMutableRawPointer, time: Double) -> Int32 {
    unsafe self_(engine).pointee.apply(.stop, time)
}

/// Sets the number of the next page view, unless it is 0.
@_expose(wasm, "note") @_cdecl("note")
func note(engine: UnsafeMutableRawPointer, nextPageView: Double) {
    guard nextPageView >= 1, nextPageView <= 9_007_199_254_740_992 else { return }
    unsafe self_(engine).pointee.model.sequence = UInt64(nextPageView) - 1
}

// MARK: Queries

/// Writes an answer: 0 the current page, 1 the last page, 2 the last counted page. The scene 0 stands for the engine.
@_expose(wasm, "query") @_cdecl("query")
func query(engine: UnsafeMutableRawPointer, question: UInt32, scene: Double) -> Int32 {
    let engine = unsafe self_(engine)
    return attempt { () throws(CallError) -> Int32 in
        let scene = unsafe try engine.pointee.scene(scene)
        switch question {
        case 0: unsafe engine.pointee.writeCurrentPage(in: scene)
        case 1: unsafe engine.pointee.writeLastPage(in: scene)
        default: unsafe engine.pointee.writeLastCountedPage(in: scene)
        }
        return 0
    }
}

/// Returns whether a record may still name a destroyed component.
@_expose(wasm, "isReferenced") @_cdecl("isReferenced")
func isReferenced(engine: UnsafeMutableRawPointer, component: Double) -> Int32 {
    let engine = unsafe self_(engine)
    return attempt { () throws(CallError) -> Int32 in
        let component = unsafe try engine.pointee.component(component)
        return unsafe engine.pointee.model.refers(to: component) ? 1 : 0
    }
}
