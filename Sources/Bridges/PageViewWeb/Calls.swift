// The functions that `engine.js` calls. Each one gets the address of the engine. If it rejects the call, it returns the negative
// number of a `CallError`.

import PageViewAutomation

typealias EngineAddress = UnsafeMutablePointer<WebEngine>

@inline(__always)
private func pointer(to engine: UnsafeMutableRawPointer) -> EngineAddress {
    unsafe engine.assumingMemoryBound(to: WebEngine.self)
}

/// Creates an engine. The text buffer then contains `sharedTexts`.
@_expose(wasm, "makeEngine") @_cdecl("makeEngine")
func makeEngine(number: UInt32) -> UnsafeMutableRawPointer {
    let engine = EngineAddress.allocate(capacity: 1)
    unsafe engine.initialize(to: WebEngine(number: number))
    unsafe engine.pointee.writeTexts(sharedTexts, nil)
    return UnsafeMutableRawPointer(engine)
}

/// Makes a choice of the policy of a new engine.
///
/// - Parameters:
///   - choice: The position of the choice among all choices.
///   - minimum: The shortest absence after which a page counts again, in nanoseconds.
@_expose(wasm, "setPolicy") @_cdecl("setPolicy")
func setPolicy(engine: UnsafeMutableRawPointer, choice: Int, minimum: Double) {
    unsafe pointer(to: engine).pointee.rules.policy[EnginePolicy.Choice.allCases[choice]] =
        Int64(min(minimum, 9.2e18).rounded(.toNearestOrEven))
}

// MARK: Texts and pages

@_expose(wasm, "reserveText") @_cdecl("reserveText")
func reserveText(engine: UnsafeMutableRawPointer, size: Int) {
    unsafe _ = pointer(to: engine).pointee.reserveText(size)
}

/// Creates a page from the text buffer: the first text is its name, the second one its context. Returns its address.
@_expose(wasm, "makePage") @_cdecl("makePage")
func makePage(engine: UnsafeMutableRawPointer) -> UInt32 {
    unsafe pointer(to: engine).pointee.makePage()
}

@_expose(wasm, "readPage") @_cdecl("readPage")
func readPage(engine: UnsafeMutableRawPointer, address: UInt32) {
    let engine = unsafe pointer(to: engine)
    guard let page = unsafe engine.pointee.page(address) else { return }
    unsafe engine.pointee.writeTexts(page.name.rawValue, page.context?.rawValue)
}

// MARK: Inputs and records

struct InputFlags: OptionSet {
    let rawValue: UInt32
    /// The component is attached. For a start: visible pages count.
    static var attached: InputFlags { InputFlags(rawValue: 1) }
    /// The component is not attached. For an entry of a list: the user cannot see it.
    static var detached: InputFlags { InputFlags(rawValue: 2) }
    static var ready: InputFlags { InputFlags(rawValue: 4) }
    static var pending: InputFlags { InputFlags(rawValue: 8) }
    static var payload: InputFlags { InputFlags(rawValue: 16) }
    /// The time is a reading of the clock. The module does not let it go back.
    static var clock: InputFlags { InputFlags(rawValue: 32) }
    /// The time is in `Output.inputTime`, because a floating-point number may not express it exactly.
    static var exactTime: InputFlags { InputFlags(rawValue: 64) }
    static var text: InputFlags { InputFlags(rawValue: 128) }
    static var exclusive: InputFlags { InputFlags(rawValue: 256) }
    static var inclusive: InputFlags { InputFlags(rawValue: 512) }
    static var level: InputFlags { InputFlags(rawValue: 1024) }
    static var expires: InputFlags { InputFlags(rawValue: 2048) }
}

/// Applies an input, and writes its first record to the output.
///
/// - Parameters:
///   - number: The number of the input; see `WebEngine.InputAfterEvents`.
///   - component: A component; 0 for none.
///   - time: Milliseconds.
/// - Returns: The number of the record's kind; 0 for no record.
@_expose(wasm, "apply") @_cdecl("apply")
func apply(
    engine: UnsafeMutableRawPointer, number: UInt32, component: Double, scene: Double, parent: Double, page: UInt32,
    flags: UInt32, time: Double
) -> Int32 {
    let engine = unsafe pointer(to: engine)
    do throws(CallError) {
        unsafe try engine.pointee.apply(
            number, component, scene, parent, page, InputFlags(rawValue: flags), time: time)
        return unsafe engine.pointee.nextRecord()
    } catch {
        return error.rawValue
    }
}

/// Writes the next record to the output. Returns the number of its kind; 0 for no record.
@_expose(wasm, "nextRecord") @_cdecl("nextRecord")
func nextRecord(engine: UnsafeMutableRawPointer) -> Int32 {
    unsafe pointer(to: engine).pointee.nextRecord()
}

@_expose(wasm, "setWanted") @_cdecl("setWanted")
func setWanted(engine: UnsafeMutableRawPointer, kinds: UInt32) {
    unsafe pointer(to: engine).pointee.rules.wanted = EngineRecord.Kinds(rawValue: UInt8(truncatingIfNeeded: kinds))
}

/// Writes the numbers of the payloads that a component no longer holds.
@_expose(wasm, "releasePayloads") @_cdecl("releasePayloads")
func releasePayloads(engine: UnsafeMutableRawPointer, component: Double) {
    let engine = unsafe pointer(to: engine)
    if let component = try? unsafe engine.pointee.component(component) {
        unsafe engine.pointee.releasePayloads(of: component)
    }
}

@_expose(wasm, "makeScene") @_cdecl("makeScene")
func makeScene(engine: UnsafeMutableRawPointer) -> Double {
    unsafe pointer(to: engine).pointee.makeScene()
}

@_expose(wasm, "isDestroyed") @_cdecl("isDestroyed")
func isDestroyed(engine: UnsafeMutableRawPointer, component: Double) -> Int32 {
    let engine = unsafe pointer(to: engine)
    do throws(CallError) {
        return unsafe try engine.pointee.isDestroyed(component) ? 1 : 0
    } catch {
        return error.rawValue
    }
}

/// Writes the answer to a query to the output.
///
/// - Parameters:
///   - question: The number of a `Query`, about the whole engine if the scene is 0; plus 64 if the scene 0 is an error.
@_expose(wasm, "query") @_cdecl("query")
func query(engine: UnsafeMutableRawPointer, question: UInt32, scene: Double) -> Int32 {
    let engine = unsafe pointer(to: engine)
    do throws(CallError) {
        let scene = unsafe try engine.pointee.scene(scene)
        if question >= 64 && scene == nil { throw .scene }
        if let query = Rules.Query(rawValue: UInt8(truncatingIfNeeded: question & 63)) {
            unsafe engine.pointee.answer(query, scene)
        }
        return 0
    } catch {
        return error.rawValue
    }
}
