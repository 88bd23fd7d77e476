package import CPageView
import PageViewAutomation
import PageViewLifecycle

@c @implementation
package func pv_begin(_ engine: pv_engine, _ at: pv_time) -> pv_status {
    status { () throws(Failure) in try Handles.engines.object(engine).engine.beginUpdate(at: Timestamp(at)) }
}

@c @implementation
package func pv_commit(_ engine: pv_engine, _ at: pv_time) -> pv_status {
    status { () throws(Failure) in try Handles.engines.object(engine).engine.commitUpdate(at: Timestamp(at)) }
}

// MARK: Turns

/// A helper that groups the reports of each turn of an event loop in one update (CI-008).
@safe final class TurnObject: Sendable {
    private let object: EngineObject
    // Proof: a C function has no state that Swift knows.
    nonisolated(unsafe) private let schedule: pv_schedule
    private let context: CallerContext
    /// The update of the present turn, as the engine numbers it; `nil` before its first report.
    private let update = Locked<UInt64?>(nil)
    /// Whether the caller has a handle. Otherwise it keeps its context.
    let hasBegun = Locked(false)

    init(of object: EngineObject, _ schedule: @escaping pv_schedule, _ context: CallerContext) {
        self.object = object
        unsafe self.schedule = unsafe schedule
        self.context = context
    }

    deinit { if hasBegun.withLock({ $0 }) { context.end() } }

    /// Begins an update that ends with this turn, unless the turn already has one. `turn` is the handle of this helper.
    func begin(_ turn: pv_turn) {
        // The update begins under the lock, so that no other thread reports before it.
        let isNew = update.withLock { update -> Bool in
            if let update, object.engine.core.isOpen(update) { return false }
            update = object.engine.core.beginUpdate()
            return true
        }
        if isNew { unsafe schedule(turn, context.pointer) }
    }

    /// Commits the update of the turn, if there is one.
    func end() {
        if let update = update.withLock({ $0.take() }) { object.engine.core.commitUpdate(update) }
    }
}

@c @implementation
package func pv_turn_create(
    _ engine: pv_engine, _ schedule: pv_schedule?, _ context: UnsafeMutableRawPointer?,
    _ release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?, _ turn: UnsafeMutablePointer<pv_turn>?
) -> pv_status {
    status { () throws(Failure) in
        guard let schedule = unsafe schedule, let turn = unsafe turn else { throw .null }
        let object = try Handles.engines.object(engine)
        let entry = unsafe TurnObject(of: object, schedule, CallerContext(pointer: context, release: release))
        unsafe turn.pointee = try Handles.insert(entry, into: Handles.turns, of: engine)
        entry.hasBegun.withLock { $0 = true }
    }
}

@c @implementation
package func pv_turn_begin(_ turn: pv_turn) -> pv_status {
    status { () throws(Failure) in try Handles.turns.object(turn).begin(turn) }
}

@c @implementation
package func pv_turn_end(_ turn: pv_turn) -> pv_status {
    status { () throws(Failure) in try Handles.turns.object(turn).end() }
}

@c @implementation
package func pv_turn_destroy(_ turn: pv_turn) -> pv_status {
    status { () throws(Failure) in try Handles.turns.remove(turn).end() }
}
