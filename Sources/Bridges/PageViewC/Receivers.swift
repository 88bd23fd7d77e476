package import CPageView
import PageViewAutomation
import PageViewLifecycle

/// A pointer of a C program, which the library only passes back. Its last owner passes it to the caller's `release`.
@safe final class CallerContext: Sendable {
    // Proof: the library never reads the memory. The header states on which threads the caller gets it.
    nonisolated(unsafe) let pointer: UnsafeMutableRawPointer?
    private let release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
    /// Whether the library must call `release`. Otherwise the caller keeps its context.
    private let isOwned = Locked(false)

    init(_ pointer: UnsafeMutableRawPointer?, _ release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?) {
        unsafe self.pointer = unsafe pointer
        unsafe self.release = unsafe release
    }

    deinit { if isOwned.withLock({ $0 }) { unsafe release?(pointer) } }

    func markOwned() { isOwned.withLock { $0 = true } }
}

/// A receiver that calls a function of C for each record (CI-005). The engine retains it until its last call has returned.
@safe final class CallbackReceiver: PageViewReceiver {
    let interests: EngineRecord.Kinds
    // Proof: a C function has no state that Swift knows.
    nonisolated(unsafe) private let function: pv_receive
    private let context: CallerContext
    // Proof: only the deliverer of the engine reaches the writer. There is one deliverer at a time (ORD-003), and a record that
    // the function causes is delivered after the function has returned (ORD-004).
    private let writer: Locked<RecordWriter>

    init(
        engine: pv_engine, interests: EngineRecord.Kinds, function: @escaping pv_receive, context: CallerContext
    ) {
        self.interests = interests
        unsafe self.function = unsafe function
        self.context = context
        writer = Locked(RecordWriter(engine: engine))
        context.markOwned()
    }

    func receive(_ record: EngineRecord) {
        unsafe function(writer.value.write(record), context.pointer)
    }
}

final class ReceiverObject: Sendable {
    let object: EngineObject
    let subscription = Locked<ReceiverSubscription?>(nil)

    init(_ object: EngineObject) { self.object = object }
}

@c @implementation
package func pv_receiver_add(
    _ engine: pv_engine, _ kinds: pv_kinds, _ receive: pv_receive?, _ context: UnsafeMutableRawPointer?,
    _ release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?, _ receiver: UnsafeMutablePointer<pv_receiver>?
) -> pv_status {
    status { () throws(Failure) in
        guard let receive = unsafe receive else { throw .null }
        guard kinds <= number(PV_ALL_KINDS) else { throw .value }
        let object = try Handles.engines.object(engine)
        let entry = ReceiverObject(object)
        let handle = try Handles.insert(entry, into: Handles.receivers, of: engine)
        // Another thread may call the receiver at once, and the receiver may need its handle.
        unsafe receiver?.pointee = handle
        let callback = unsafe CallbackReceiver(
            engine: engine, interests: EngineRecord.Kinds(rawValue: UInt8(kinds)), function: receive,
            context: CallerContext(context, release))
        // Under the lock, so that a receiver that removes itself meanwhile waits for the subscription. The engine only stores the
        // receiver. The lifetime is extended, so that an engine that has ended does not call `release` under the lock.
        withExtendedLifetime(callback) { entry.subscription.withLock { $0 = object.engine.addReceiver(callback) } }
    }
}

@c @implementation
package func pv_receiver_remove(_ receiver: pv_receiver) -> pv_status {
    status { () throws(Failure) in
        let entry = try Handles.receivers.remove(receiver)
        if let subscription = entry.subscription.withLock({ $0 }) { entry.object.engine.removeReceiver(subscription) }
    }
}
