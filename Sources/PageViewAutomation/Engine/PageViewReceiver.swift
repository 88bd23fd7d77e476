/// A receiver of what an engine emits.
///
/// Calls come one after another, in the order in which things happened, never two at a time and never under a lock, on the
/// thread that delivers (rules ORD-001, ORD-003). A receiver may call the engine; what follows is delivered after the current
/// call. A receiver refers to its engine weakly, because the engine keeps its receivers alive.
public protocol PageViewReceiver: Sendable {
    /// The kinds of records that it takes; by default all. Read once, when it is added.
    ///
    /// Records without a subscriber are not created, so a receiver that names what it takes makes its engine faster.
    var interests: EngineRecord.Kinds { get }
    /// Receives one record, which is lent for the time of the call.
    ///
    /// Omit `borrowing`, as in `receive(_ record: EngineRecord)`, to switch over the record. Storing the record copies it.
    func receive(_ record: borrowing EngineRecord)
}

extension PageViewReceiver {
    /// All kinds of records.
    public var interests: EngineRecord.Kinds { .all }
}

/// A subscription of a receiver, for ``PageViewEngine/removeReceiver(_:)``.
public struct ReceiverSubscription: Sendable, Hashable {
    let number: UInt64
}

/// A receiver that passes page views on to a closure.
struct PageViewClosure: PageViewReceiver {
    let body: @Sendable (PageView) -> Void

    var interests: EngineRecord.Kinds { .pageViews }

    func receive(_ record: EngineRecord) {
        if case .pageView(let pageView) = record { body(pageView) }
    }
}

/// A receiver that passes records on to a closure.
struct RecordClosure: PageViewReceiver {
    let interests: EngineRecord.Kinds
    let body: @Sendable (EngineRecord) -> Void

    func receive(_ record: EngineRecord) { body(record) }
}
