package import CPageView
import PageViewAutomation
import PageViewLifecycle

extension EnginePolicy {
    init(_ pointer: UnsafePointer<pv_engine_options>?) throws(Failure) {
        guard let pointer = unsafe pointer else {
            self = .standard
            return
        }
        let options = try unsafe sized(pointer, pv_engine_options(), addedFrom: \.reserved)
        guard options.foreground_minimum_nanoseconds >= 0 else { throw .value }
        self = .standard
        for choice in Choice.allCases {
            switch Int(options[choice]) {
            case PV_CONTINUES: break
            case PV_COUNTS: self[choice] = choice.takesTime ? options.foreground_minimum_nanoseconds : 0
            default: throw .value
            }
        }
    }
}

extension pv_engine_options {
    fileprivate subscript(choice: EnginePolicy.Choice) -> pv_choice {
        switch choice {
        case .cancelledDisappearance: cancelled_disappearance
        case .reveal: reveal
        case .foreground: foreground
        }
    }
}

/// Returns a C struct that begins with its size. Throws if this version does not know the size.
///
/// - Parameters:
///   - defaults: The values of the fields that an older header does not have.
///   - added: The first field that an older header does not have; `nil` if every header has all fields.
func sized<Struct>(
    _ pointer: UnsafePointer<Struct>, _ defaults: @autoclosure () -> Struct, addedFrom added: KeyPath<Struct, Int32>?
) throws(Failure) -> Struct {
    // Proof: the first member is the size, and the rest is read only if the caller's struct has it.
    let size = unsafe UnsafeRawPointer(pointer).load(as: Int.self)
    if size == MemoryLayout<Struct>.size { return unsafe pointer.pointee }
    // An older struct was padded to 8 bytes, and the first added field may lie in its padding.
    guard let offset = added.flatMap({ MemoryLayout.offset(of: $0) }), size == (offset + 7) & ~7 else { throw .value }
    var result = defaults()
    unsafe withUnsafeMutableBytes(of: &result) {
        unsafe $0.copyMemory(from: UnsafeRawBufferPointer(start: pointer, count: offset))
    }
    return result
}

@c @implementation
package func pv_engine_create(
    _ options: UnsafePointer<pv_engine_options>?, _ engine: UnsafeMutablePointer<pv_engine>?
) -> pv_status {
    status { () throws(Failure) in
        guard let engine = unsafe engine else { throw .null }
        let object = EngineObject(PageViewEngine(policy: try unsafe EnginePolicy(options)))
        unsafe engine.pointee = try Handles.engines.insert(object)
    }
}

@c @implementation
package func pv_engine_destroy(_ engine: pv_engine) -> pv_status {
    status { () throws(Failure) in
        let object = try Handles.engines.remove(engine)
        let receivers = Handles.receivers.removeAll(of: engine)
        let turns = Handles.turns.removeAll(of: engine)
        #if !os(Windows) && !os(WASI)
        for recording in Handles.recordings.removeAll(of: engine) { recording.stop() }
        #endif
        object.engine.end()
        withExtendedLifetime((receivers, turns)) {}
    }
}

@c @implementation
package func pv_engine_stop(_ engine: pv_engine, _ at: pv_time) -> pv_status {
    status { () throws(Failure) in
        try Handles.engines.object(engine).engine.core.stop(at: Timestamp(at))
    }
}

@c @implementation
package func pv_engine_start(_ engine: pv_engine, _ counts_visible: Bool, _ at: pv_time) -> pv_status {
    status { () throws(Failure) in
        try Handles.engines.object(engine).engine.apply(.start(countingVisible: counts_visible), at: Timestamp(at))
    }
}

@c @implementation
package func pv_engine_now(_ engine: pv_engine, _ now: UnsafeMutablePointer<pv_time>?) -> pv_status {
    status { () throws(Failure) in
        let time = try Handles.engines.object(engine).engine.core.clock.now
        unsafe now?.pointee = time.nanoseconds
    }
}

@c @implementation
package func pv_main_scene(_ engine: pv_engine, _ scene: UnsafeMutablePointer<pv_scene>?) -> pv_status {
    status { () throws(Failure) in
        let main = try Handles.engines.object(engine).engine.mainScene
        unsafe scene?.pointee = pv_scene(main, of: engine)
    }
}

@c @implementation
package func pv_scene_create(_ engine: pv_engine, _ tag: UInt64, _ scene: UnsafeMutablePointer<pv_scene>?) -> pv_status
{
    status { () throws(Failure) in
        guard try Handles.engines.read(engine, { $0.identities.value.hasSpaceForScene }) else { throw .limit }
        let id = try Handles.engines.object(engine).engine.makeScene(tag: tag)
        try Handles.engines.read(engine) { $0.identities.value.insert(id) }
        unsafe scene?.pointee = pv_scene(id, of: engine)
    }
}

@c @implementation
package func pv_scene_report(_ scene: pv_scene, _ event: pv_scene_event, _ at: pv_time) -> pv_status {
    status { () throws(Failure) in
        guard event >= 0, let event = SceneEvent(rawValue: UInt8(clamping: event)) else { throw .value }
        let (object, id) = try Handles.scene(scene)
        object.engine.report(event, of: id, at: Timestamp(at))
    }
}
