// The functions that `engine.js` calls. Each takes the address of the engine. A function that rejects a call returns a negative
// `CallError`.

typealias EngineAddress = UnsafeMutablePointer<WebEngine>

@inline(__always)
private func self_(_ engine: UnsafeMutableRawPointer) -> EngineAddress {
    unsafe engine.assumingMemoryBound(to: WebEngine.self)
}

/// Creates an engine. The text buffer then contains `sharedTexts`.
@_expose(wasm, "makeEngine") @_cdecl("makeEngine")
func makeEngine(number: UInt32) -> UnsafeMutableRawPointer {
    let engine = EngineAddress.allocate(capacity: 1)
    unsafe engine.initialize(to: WebEngine(policy: .standard, number: number))
    unsafe engine.pointee.output.scene = Handle.number(of: engine.pointee.model.mainScene)
    unsafe engine.pointee.writeTexts(sharedTexts, nil)
    return UnsafeMutableRawPointer(engine)
}

/// Sets the policy of an engine that has just been created, from JSON in the text buffer. Returns its bits.
@_expose(wasm, "setPolicy") @_cdecl("setPolicy")
func setPolicy(engine: UnsafeMutableRawPointer) -> Int32 {
    let engine = unsafe self_(engine)
    guard let bits = unsafe policyBits(ofJSON: engine.pointee.readTexts().0) else {
        return CallError.policy.rawValue
    }
    let policy = EnginePolicy(
        cancelledDisappearance: bits & 1 == 0 ? .continues : .counts, reveal: bits & 2 == 0 ? .silent : .counts,
        foreground: bits & 4 == 0 ? .silent : .counts)
    let number = unsafe engine.pointee.engineNumber
    // The empty engine needs no deinitialization.
    unsafe engine.initialize(to: WebEngine(policy: policy, number: number))
    unsafe engine.pointee.output.scene = Handle.number(of: engine.pointee.model.mainScene)
    return bits
}

// MARK: Texts and pages

/// Makes the text buffer larger, if it is smaller than this number of bytes.
@_expose(wasm, "reserveText") @_cdecl("reserveText")
func reserveText(engine: UnsafeMutableRawPointer, size: Int) {
    unsafe _ = self_(engine).pointee.reserveText(size)
}

/// Creates a page from the text buffer: its name, and its context if there is a second text.
@_expose(wasm, "makePage") @_cdecl("makePage")
func makePage(engine: UnsafeMutableRawPointer) -> UInt32 {
    unsafe self_(engine).pointee.makePage()
}

/// Writes the name and the context of a page to the text buffer.
@_expose(wasm, "readPage") @_cdecl("readPage")
func readPage(engine: UnsafeMutableRawPointer, address: UInt32) {
    let engine = unsafe self_(engine)
    guard let page = unsafe engine.pointee.page(address) else { return }
    unsafe engine.pointee.writeTexts(page.name.rawValue, page.context?.rawValue)
}

/// Replaces the pattern of a route in the text buffer by a regular expression.
@_expose(wasm, "makeExpression") @_cdecl("makeExpression")
func makeExpression(engine: UnsafeMutableRawPointer) {
    unsafe self_(engine).pointee.makeExpression()
}

// MARK: Inputs and records

/// The bits of `flags` in a call of `apply`.
struct CallFlags: OptionSet {
    let rawValue: UInt32
    /// The component is attached. In a start: visible pages count.
    static var attached: CallFlags { CallFlags(rawValue: 1) }
    static var detached: CallFlags { CallFlags(rawValue: 2) }
    static var ready: CallFlags { CallFlags(rawValue: 4) }
    static var pending: CallFlags { CallFlags(rawValue: 8) }
    static var payload: CallFlags { CallFlags(rawValue: 16) }
    /// The time is the clock's. It never goes back.
    static var clock: CallFlags { CallFlags(rawValue: 32) }
    /// The time is in `Output.inputTime`, because a floating-point number may not express it exactly.
    static var exactTime: CallFlags { CallFlags(rawValue: 64) }
    /// The text buffer contains the texts of the input.
    static var text: CallFlags { CallFlags(rawValue: 128) }
}

/// Applies an input, and writes the first of its records to the output.
///
/// - Parameters:
///   - number: The number of the input; see `WebEngine.Call`.
///   - component: A component; for some inputs another number; 0 for none.
///   - time: Milliseconds.
/// - Returns: The number of the record's kind; 0 for no record.
@_expose(wasm, "apply") @_cdecl("apply")
func apply(
    engine: UnsafeMutableRawPointer, number: UInt32, component: Double, scene: Double, parent: Double, page: UInt32,
    flags: UInt32, time: Double
) -> Int32 {
    let engine = unsafe self_(engine)
    do throws(CallError) {
        unsafe try engine.pointee.apply(
            number, component, scene, parent, page, CallFlags(rawValue: flags), time: time)
        return unsafe engine.pointee.nextRecord()
    } catch {
        return error.rawValue
    }
}

/// Writes the next record to the output. Returns the number of its kind; 0 for no record.
@_expose(wasm, "nextRecord") @_cdecl("nextRecord")
func nextRecord(engine: UnsafeMutableRawPointer) -> Int32 {
    unsafe self_(engine).pointee.nextRecord()
}

@_expose(wasm, "setWanted") @_cdecl("setWanted")
func setWanted(engine: UnsafeMutableRawPointer, kinds: UInt32) {
    unsafe self_(engine).pointee.model.setWanted(EngineRecord.Kinds(rawValue: UInt8(truncatingIfNeeded: kinds)))
}

/// Issues the identity of a scene.
@_expose(wasm, "makeScene") @_cdecl("makeScene")
func makeScene(engine: UnsafeMutableRawPointer) -> Double {
    unsafe self_(engine).pointee.makeScene()
}

/// Writes an answer: 0 the current page, 1 the last page, 2 the last counted page, 3 the referrer of a link that arrives now.
///
/// The scene 0 stands for the engine or, for a referrer, for the main scene. For a greater question, there must be a scene: 4 the
/// current page, 5 the last page, 6 the last counted page.
@_expose(wasm, "query") @_cdecl("query")
func query(engine: UnsafeMutableRawPointer, question: UInt32, scene: Double) -> Int32 {
    let engine = unsafe self_(engine)
    do throws(CallError) {
        let scene = unsafe try engine.pointee.scene(scene)
        if question > 3 && scene == nil { throw .scene }
        unsafe engine.pointee.answer(question & 3, scene)
        return 0
    } catch {
        return error.rawValue
    }
}
