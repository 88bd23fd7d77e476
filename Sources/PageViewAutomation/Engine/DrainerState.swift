import PageViewLifecycle

/// What is being delivered, and to whom. Nobody touches it but the drainer, or whoever holds the lock while there is none;
/// so it lies apart from what the lock alone guards, and is read under no lock while receivers run.
struct DrainerState: ~Copyable {
    /// The records that were taken, and how many of all have been delivered.
    var records = RecordBuffer()
    var deliveredCount: UInt64 = 0
    /// Who receives them, as known so far, and how many changes that takes into account.
    var receivers: [EngineReceiver] = []
    var knownRevision: UInt64 = 0
}

/// Who receives, and what.
final class EngineReceiver: Sendable {
    let number: UInt64
    let receiver: any PageViewReceiver
    let interests: EngineRecord.Kinds
    /// How many records were emitted before it was added; they are not for it.
    let since: UInt64

    init(_ receiver: any PageViewReceiver, number: UInt64, interests: EngineRecord.Kinds, since: UInt64) {
        self.number = number
        self.receiver = receiver
        self.interests = interests
        self.since = since
    }
}
