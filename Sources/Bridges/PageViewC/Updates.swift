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

/// An object that makes the reports of each turn of an event loop one update (CI-008).
@safe final class TurnObject: Sendable {
    private let update: TurnUpdate
    // Proof: a C function has no state that Swift knows.
    nonisolated(unsafe) private let schedule: pv_schedule
    private let context: CallerContext

    init(of object: EngineObject, _ schedule: @escaping pv_schedule, _ context: CallerContext) {
        update = TurnUpdate(of: object.engine) { _ in }
        unsafe self.schedule = unsafe schedule
        self.context = context
    }

    /// Begins an update that ends with this turn, unless the turn already has one. `turn` is the handle of this object.
    func begin(_ turn: pv_turn) {
        if update.beginIfNeeded() != nil { unsafe schedule(turn, context.pointer) }
    }

    func end() { update.end() }
}

@c @implementation
package func pv_turn_create(
    _ engine: pv_engine, _ schedule: pv_schedule?, _ context: UnsafeMutableRawPointer?,
    _ release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?, _ turn: UnsafeMutablePointer<pv_turn>?
) -> pv_status {
    status { () throws(Failure) in
        guard let schedule = unsafe schedule, let turn = unsafe turn else { throw .null }
        let object = try Handles.engines.object(engine)
        let context = unsafe CallerContext(context, release)
        let entry = unsafe TurnObject(of: object, schedule, context)
        unsafe turn.pointee = try Handles.insert(entry, into: Handles.turns, of: engine)
        context.markOwned()
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
