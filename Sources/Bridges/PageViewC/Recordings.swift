package import CPageView
#if !os(Windows) && !os(WASI)
import NavigationTraces
import PageViewAutomation
import PageViewLifecycle

final class RecordingObject: Sendable {
    private let recorder: TraceFileRecorder

    init(_ recorder: TraceFileRecorder) { self.recorder = recorder }

    @discardableResult
    func stop() -> UInt64 {
        recorder.stop()
        return recorder.lostLines
    }
}

/// The names that a function of C gives to components and scenes (CI-007).
///
/// The recorder retains it until the last name has been written.
@safe private final class CallbackNaming: Sendable {
    private static let firstSize = 256
    private static let maximumSize = 64 << 10

    private let engine: pv_engine
    // Proof: a C function has no state that Swift knows.
    nonisolated(unsafe) private let function: pv_naming
    let context: CallerContext

    init(engine: pv_engine, function: @escaping pv_naming, context: CallerContext) {
        self.engine = engine
        unsafe self.function = unsafe function
        self.context = context
    }

    func name(of component: ComponentID) -> String? {
        name(pv_component(component, of: engine), pv_scene(), component.tag)
    }

    func name(of scene: SceneID) -> String? { name(pv_component(), pv_scene(scene, of: engine), scene.tag) }

    private func name(_ component: pv_component, _ scene: pv_scene, _ tag: UInt64) -> String? {
        var length = Self.firstSize
        // A second call follows if the name does not fit into the memory of the first one.
        for _ in 0..<2 {
            let capacity = length
            var name: String?
            unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
                unsafe buffer.initialize(repeating: 0)
                length = unsafe function(component, scene, tag, buffer.baseAddress, capacity, context.pointer)
                guard length > 0, length <= capacity else { return }
                // Proof: the buffer has `capacity` initialized bytes, and the name is at most as long.
                name = unsafe try? String(pv_text(bytes: buffer.baseAddress, length: length))
            }
            guard length > capacity, length <= Self.maximumSize else { return name }
        }
        return nil
    }
}

extension RecordingOptions {
    fileprivate init(_ source: pv_recording_options, _ naming: CallbackNaming?) throws(Failure) {
        let isComplete = unsafe !source.without_user_data
        self.init(
            title: try unsafe String.optional(source.title) ?? "recorded", includesNames: isComplete,
            includesPayloads: isComplete, includesLinks: isComplete, includesCalendarTime: isComplete)
        if let naming {
            self.naming = RecordedNaming(
                component: { component, _ in naming.name(of: component) }, scene: { naming.name(of: $0) })
        }
    }
}

private func start(
    _ engine: pv_engine, _ path: pv_text, _ options: UnsafePointer<pv_recording_options>?,
    _ recording: UnsafeMutablePointer<pv_recording>?
) throws(Failure) {
    let object = try Handles.engines.object(engine)
    let path = try unsafe String(path)
    var source = unsafe pv_recording_options()
    if let options = unsafe options {
        unsafe source = try sized(options, unsafe pv_recording_options(), addedFrom: nil)
    }
    var naming: CallbackNaming?
    if let function = unsafe source.naming {
        naming = unsafe CallbackNaming(
            engine: engine, function: function,
            context: CallerContext(source.context, source.release))
    }
    let written = try unsafe RecordingOptions(source, naming)
    let limit = unsafe source.limit == 0 ? 16 << 20 : Int(clamping: source.limit)
    var hasHandle = false
    do {
        // A recorder without a handle stops when this function returns. So does one that another thread stops before it starts.
        _ = try TraceFileRecorder(of: object.engine, path: path, limit: limit, options: written) { recorder in
            let entry = RecordingObject(recorder)
            guard let handle = try? Handles.insert(entry, into: Handles.recordings, of: engine) else { return }
            hasHandle = true
            naming?.context.markOwned()
            // The function that names components may need the handle.
            unsafe recording?.pointee = handle
        }
    } catch {
        throw .file
    }
    if !hasHandle { throw .limit }
}

#endif

@c @implementation
package func pv_recording_start(
    _ engine: pv_engine, _ path: pv_text, _ options: UnsafePointer<pv_recording_options>?,
    _ recording: UnsafeMutablePointer<pv_recording>?
) -> pv_status {
    #if os(Windows) || os(WASI)
    Failure.file.status
    #else
    status { () throws(Failure) in try unsafe start(engine, path, options, recording) }
    #endif
}

@c @implementation
package func pv_recording_stop(_ recording: pv_recording, _ lost_lines: UnsafeMutablePointer<UInt64>?) -> pv_status {
    #if os(Windows) || os(WASI)
    Failure.handle.status
    #else
    status { () throws(Failure) in
        let lostLines = try Handles.recordings.remove(recording).stop()
        unsafe lost_lines?.pointee = lostLines
    }
    #endif
}
