/// Takes what an engine emits.
///
/// Calls come one after another, in the order in which things happened, never two at a time and never under a lock; on
/// whichever thread delivers (rules ORD-001, ORD-003). A receiver may call the engine: what follows is delivered after the
/// current call. One that keeps its engine alive should do so weakly, because the engine keeps its receivers alive.
public protocol PageViewReceiver: Sendable {
    /// Takes one record.
    func receive(_ record: EngineRecord)
}

/// A receiver, until it is removed.
public struct ReceiverSubscription: Sendable, Hashable {
    let number: UInt64
}

/// A receiver that passes the page views on to a closure.
struct PageViewClosure: PageViewReceiver {
    let body: @Sendable (PageView) -> Void

    func receive(_ record: EngineRecord) {
        if case .pageView(let pageView) = record { body(pageView) }
    }
}

/// A receiver that passes everything on to a closure.
struct RecordClosure: PageViewReceiver {
    let body: @Sendable (EngineRecord) -> Void

    func receive(_ record: EngineRecord) { body(record) }
}
