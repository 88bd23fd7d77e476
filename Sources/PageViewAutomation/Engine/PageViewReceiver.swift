/// Takes what an engine emits.
///
/// Calls come one after another, in the order in which things happened, never two at a time and never under a lock; on
/// whichever thread delivers (rules ORD-001, ORD-003). A receiver may call the engine: what follows is delivered after the
/// current call. One that keeps its engine alive should do so weakly, because the engine keeps its receivers alive.
public protocol PageViewReceiver: Sendable {
    /// The kinds of records it takes; unless it says otherwise, all. Asked for once, when it is added.
    ///
    /// What no receiver is interested in is not even made, so a receiver that names what it takes makes its engine faster.
    var interests: EngineRecord.Kinds { get }
    /// Takes one record.
    func receive(_ record: EngineRecord)
}

extension PageViewReceiver {
    /// All kinds of records.
    public var interests: EngineRecord.Kinds { .all }
}

/// A receiver, until it is removed.
public struct ReceiverSubscription: Sendable, Hashable {
    let number: UInt64
}

/// A receiver that passes the page views on to a closure.
struct PageViewClosure: PageViewReceiver {
    let body: @Sendable (PageView) -> Void

    var interests: EngineRecord.Kinds { .pageViews }

    func receive(_ record: EngineRecord) {
        if case .pageView(let pageView) = record { body(pageView) }
    }
}

/// A receiver that passes everything on to a closure.
struct RecordClosure: PageViewReceiver {
    let interests: EngineRecord.Kinds
    let body: @Sendable (EngineRecord) -> Void

    func receive(_ record: EngineRecord) { body(record) }
}
