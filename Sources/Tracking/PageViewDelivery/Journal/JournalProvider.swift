#if !os(Windows) && !os(WASI)
import PageViewTracking
import PageViewLifecycle

/// Writes events to a folder, where they survive the end of the process (JR-001 to JR-017).
///
/// A ``JournalUploader`` delivers them from there. Each event is one line of JSON in a segment, which grows only at its end. Any
/// number of providers and uploaders may use a folder at the same time, in one process or in several. All methods may be called
/// on any thread. Windows and WebAssembly have no journal.
public final class JournalProvider: TrackingProvider {
    /// The thread of ``receive(_:)``: `.inline` in the mode `.sync`, otherwise `.queued`.
    public let delivery: ProviderDelivery
    /// The maximum time that an event waits in memory; `nil` in the mode `.sync`.
    public let flushInterval: Duration?

    private let folder: JournalFolder
    private let state: Locked<JournalState>
    private let report = Locked<(@Sendable (TrackingDiagnostic) -> Void)?>(nil)

    /// Creates a journal, without reading or writing anything.
    ///
    /// - Parameters:
    ///   - directory: The path of the folder, which is created if necessary. Use a disk of this machine.
    ///   - mode: When the journal passes events to the operating system.
    ///   - isPowerCutSafe: Whether the journal waits until events are on the disk (JR-017). This takes up to milliseconds each
    ///     time. Otherwise a power cut, or the end of the operating system, loses the last seconds.
    ///   - limits: The size limits.
    public convenience init(
        directory: String, mode: JournalMode = .sync, isPowerCutSafe: Bool = false,
        limits: JournalLimits = JournalLimits()
    ) {
        self.init(JournalFolder(directory), mode: mode, isPowerCutSafe: isPowerCutSafe, limits: limits)
    }

    package init(
        _ folder: JournalFolder, mode: JournalMode, isPowerCutSafe: Bool = false,
        limits: JournalLimits = JournalLimits()
    ) {
        let isSync: Bool
        switch mode {
        case .sync: (delivery, flushInterval, isSync) = (.inline, nil, true)
        case .async(let window): (delivery, flushInterval, isSync) = (.queued, window, false)
        }
        self.folder = folder
        state = Locked(
            JournalState(folder: folder, limits: limits, isSync: isSync, isPowerCutSafe: isPowerCutSafe))
    }

    deinit { try? flush() }

    /// The numbers of events so far.
    public var counts: JournalCounts { state.withLock { $0.counts } }

    /// Sets the receiver of diagnostics, such as events that were removed to free space.
    public func reportDiagnostics(to report: @escaping @Sendable (TrackingDiagnostic) -> Void) {
        self.report.withLock { $0 = report }
    }

    /// Creates the folder, and completes a ``purge()`` that was interrupted.
    ///
    /// After an interrupted revocation, this function removes the events. A tracker completes the rest.
    ///
    /// - Throws: ``JournalError`` if a file operation fails.
    public func configure() throws {
        try update { state throws(JournalError) in try state.configure() }
    }

    /// Writes an event, or keeps it in memory until ``flush()``.
    ///
    /// - Throws: ``JournalError`` if that fails. The journal then does not contain the event, but can accept the next one.
    public func receive(_ event: TrackedEvent) throws {
        try update { state throws(JournalError) in try state.receive(event) }
    }

    /// Writes the events in memory.
    ///
    /// - Throws: ``JournalError`` if that fails. The events then stay in memory.
    public func flush() throws {
        try update { state throws(JournalError) in try state.write() }
    }

    /// Removes every event from memory and from the folder, including those of other processes (CO-004).
    ///
    /// If the process is killed meanwhile, no uploader delivers the remaining events. The next process that uses the folder
    /// removes them.
    ///
    /// - Throws: ``JournalError`` for the first file that may contain events and could not be removed. All other files are
    ///   removed.
    public func purge() throws {
        try update { state throws(JournalError) in try state.purge() }
    }

    /// Whether a revocation has begun in the folder and has not ended.
    public var hasUnfinishedRevocation: Bool { (try? folder.mark()) == .revocation }

    /// Marks the folder, so that no uploader delivers events from it.
    ///
    /// The mark is a renamed file, which needs no disk space.
    ///
    /// - Throws: ``JournalError`` if a file operation fails.
    public func beginRevocation() throws {
        try update { state throws(JournalError) in try state.beginRevocation() }
    }

    /// Ends a revocation. Removes the mark unless another revocation still runs.
    ///
    /// - Throws: ``JournalError`` if a file operation fails.
    public func endRevocation() throws {
        try update { state throws(JournalError) in try state.endRevocation() }
    }

    private func update(_ body: (inout JournalState) throws(JournalError) -> Void) throws(JournalError) {
        // Outside the lock, because the receiver may call the journal.
        defer {
            for (kind, message) in state.withLock({ $0.takeReports() }) {
                report.withLock { $0 }?(TrackingDiagnostic(kind, message, provider: name))
            }
        }
        try state.withLock { state throws(JournalError) in try body(&state) }
    }
}
#endif
