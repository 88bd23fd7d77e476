#if !os(Windows) && !os(WASI)
import PageViewTracking
import PageViewLifecycle

/// Writes events to a folder, so that they survive the end of the process; a ``JournalUploader`` takes them from there.
///
/// One line of JSON an event, in segments to whose end alone is written. Any number of providers and uploaders may use a
/// folder at the same time, in one process or in several. Any thread. There is no journal on Windows and WebAssembly. Rules JR-001
/// to JR-012.
public final class JournalProvider: TrackingProvider {
    /// Where ``receive(_:)`` is called: on the caller's thread in the mode `.sync`, else on one of its own.
    public let delivery: ProviderDelivery
    /// How long an event may wait in memory; `nil` in the mode `.sync`.
    public let flushInterval: Duration?

    private let folder: JournalFolder
    private let state: Protected<JournalState>
    private let onDrop: @Sendable (JournalDrop) -> Void
    private let report = Protected<(@Sendable (TrackingDiagnostic) -> Void)?>(nil)

    /// Creates a journal; nothing is read or written yet.
    ///
    /// - Parameters:
    ///   - directory: The path of the folder; it is made if it is not there. It is best on a disk of this machine.
    ///   - mode: When events are handed to the operating system.
    ///   - isPowerCutSafe: Whether what has been handed over is waited for to be on the disk itself, which takes
    ///     milliseconds each time. Without it a power cut, or the end of the operating system, takes the last seconds.
    ///   - limits: How large the journal becomes.
    ///   - onDrop: Is told of old events that were removed to make room. On the thread that writes, under no lock.
    public convenience init(
        directory: String, mode: JournalMode = .sync, isPowerCutSafe: Bool = false,
        limits: JournalLimits = JournalLimits(), onDrop: @escaping @Sendable (JournalDrop) -> Void = { _ in }
    ) {
        self.init(
            JournalFolder(directory), mode: mode, isPowerCutSafe: isPowerCutSafe, limits: limits, onDrop: onDrop)
    }

    package init(
        _ folder: JournalFolder, mode: JournalMode, isPowerCutSafe: Bool = false,
        limits: JournalLimits = JournalLimits(), onDrop: @escaping @Sendable (JournalDrop) -> Void = { _ in }
    ) {
        let isSync: Bool
        switch mode {
        case .sync: (delivery, flushInterval, isSync) = (.inline, nil, true)
        case .async(let window): (delivery, flushInterval, isSync) = (.queued, window, false)
        }
        self.folder = folder
        state = Protected(
            JournalState(folder: folder, limits: limits, isSync: isSync, isDurable: isPowerCutSafe))
        self.onDrop = onDrop
    }

    deinit { try? flush() }

    /// What has become of the events so far.
    public var counts: JournalCounts { state.withLock { $0.counts } }

    /// Tells of old events that were removed to make room.
    public func reportDiagnostics(to report: @escaping @Sendable (TrackingDiagnostic) -> Void) {
        self.report.withLock { $0 = report }
    }

    /// Makes the folder, and completes a ``purge()`` that was interrupted. Of a revocation that was interrupted it removes the events; a
    /// tracker completes the rest.
    ///
    /// - Throws: ``JournalError`` if it cannot.
    public func configure() throws {
        try update { state throws(JournalError) in try state.configure() }
    }

    /// Writes an event, or keeps it until ``flush()``.
    ///
    /// - Throws: ``JournalError`` if it cannot; the event is not in the journal then, and the next one may well be.
    public func receive(_ event: TrackedEvent) throws {
        try update { state throws(JournalError) in try state.receive(event) }
    }

    /// Writes what has been kept.
    ///
    /// - Throws: ``JournalError`` if it cannot; what was kept is kept on.
    public func flush() throws {
        try update { state throws(JournalError) in try state.write() }
    }

    /// Removes every event from memory and from the folder, also those that another process has written (rule CO-004).
    ///
    /// If the process is killed meanwhile, no uploader delivers what is left, and the next process that uses the folder removes it.
    ///
    /// - Throws: ``JournalError`` if something that may hold events could not be removed; the first of several. All else is gone.
    public func purge() throws {
        try update { state throws(JournalError) in try state.purge() }
    }

    /// Whether a revocation has begun in the folder and has not ended.
    public var hasUnfinishedRevocation: Bool { (try? folder.mark()) == .revocation }

    /// Marks the folder, by renaming a file, which takes no space. From then on no uploader delivers anything from it.
    ///
    /// - Throws: ``JournalError`` if it cannot.
    public func beginRevocation() throws {
        try update { state throws(JournalError) in try state.beginRevocation() }
    }

    /// Removes the mark.
    ///
    /// - Throws: ``JournalError`` if it cannot.
    public func endRevocation() throws {
        try update { state throws(JournalError) in try state.endRevocation() }
    }

    private func update(_ body: (inout JournalState) throws(JournalError) -> Void) throws(JournalError) {
        let (failure, news) = state.withLock { state in
            do throws(JournalError) {
                try body(&state)
                return (nil as JournalError?, state.takeNews())
            } catch {
                return (error, state.takeNews())
            }
        }
        for failure in news.failures {
            report.withLock { $0 }?(
                TrackingDiagnostic(
                    .providerFailed, "an entry of the folder could not be removed: \(failure)", provider: name))
        }
        for drop in news.drops {
            onDrop(drop)
            report.withLock { $0 }?(
                TrackingDiagnostic(
                    .eventsDropped,
                    "to make room \(drop.path) was removed, with \(drop.isAtLeast ? "at least " : "")\(drop.events) events not delivered",
                    provider: name))
        }
        if let failure { throw failure }
    }
}
#endif
