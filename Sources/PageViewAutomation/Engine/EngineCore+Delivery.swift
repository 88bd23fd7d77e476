package import PageViewLifecycle
import Synchronization

/// Telling those who listen, outside the lock and in order.
extension EngineCore {
    @inline(__always)
    package var hasWaiting: Bool { unsafe state.pointee.hasWaiting }

    @inline(__always)
    package func nextBatch(after lane: DeliveryLane?, for thread: ThreadIdentity?) -> DeliveryLane? {
        if let lane {
            // Nearly always nothing has come meanwhile.
            guard hasWaiting || lane != .records else {
                unsafe state.pointee.endRecords()
                return nil
            }
            return nextWaiting(after: lane, for: thread)
        }
        return startBatch(for: thread ?? .current)
    }

    @inline(never)
    private func nextWaiting(after lane: DeliveryLane, for thread: ThreadIdentity?) -> DeliveryLane? {
        switch lane {
        case .records: if unsafe state.pointee.moreRecords() { return .records }
        case .news: if unsafe state.pointee.watchers.moreNews() { return .news }
        case .inputs: if unsafe state.pointee.taps.moreToWrite() { return .inputs }
        }
        return hasWaiting ? startBatch(for: thread ?? .current) : nil
    }

    @inline(__always)
    private func startBatch(for thread: ThreadIdentity) -> DeliveryLane? {
        if unsafe state.pointee.startRecords(for: thread) { return .records }
        if unsafe state.pointee.watchers.hasNews, unsafe state.pointee.watchers.startNews() { return .news }
        if unsafe !state.pointee.taps.isEmpty, unsafe state.pointee.taps.startWriting(for: thread) { return .inputs }
        return nil
    }

    @inline(__always)
    package func deliver(_ lane: DeliveryLane) {
        switch lane {
        case .records: deliverRecords()
        case .news: deliverNews()
        case .inputs: for tap in withState({ $0.taps.takeWritten() }) { tap.write() }
        }
    }

    /// Lets the receivers have the records that were taken. They are asked for anew where one has been added or removed
    /// meanwhile: one that was removed gets nothing more.
    @inline(__always)
    private func deliverRecords() {
        // Proof: the calling thread is the drainer, and nobody else touches what is delivered and who it is for.
        if hasOtherReceivers { renewReceivers() }
        while unsafe !drain.pointee.records.isEmpty {
            var last: UInt64 = 0
            var index = 0
            while unsafe index < drain.pointee.receivers.count {
                // Proof: it stays among them until they are renewed, which happens below alone.
                let receiver = unsafe Unmanaged.passUnretained(drain.pointee.receivers[index])
                index &+= 1
                unsafe receiver._withUnsafeGuaranteedRef { receiver in
                    guard receiver.number > last, unsafe receiver.since <= drain.pointee.deliveredCount else { return }
                    last = receiver.number
                    unsafe drain.pointee.records.withFirst { slot in
                        if !receiver.interests.isDisjoint(with: slot.kind) { receiver.receiver.receive(slot.record) }
                    }
                }
                if hasOtherReceivers {
                    renewReceivers()
                    index = 0
                }
            }
            unsafe drain.pointee.deliveredCount &+= 1
            unsafe drain.pointee.records.removeFirst()
        }
    }

    /// Whether others receive by now than the drainer knows. Atomic, so it needs no lock.
    @inline(__always)
    private var hasOtherReceivers: Bool {
        unsafe drain.pointee.knownRevision != state.pointee.receiversRevision.load(ordering: .acquiring)
    }

    @inline(never)
    private func renewReceivers() {
        // Those that were known before go here, outside the lock: what happens then is foreign code.
        withExtendedLifetime(withState { $0.renewReceivers() }) {}
    }

    @inline(never)
    private func deliverNews() {
        for news in withState({ $0.watchers.takeBatch() }) { news.continuation.yield(news.page) }
    }
}
