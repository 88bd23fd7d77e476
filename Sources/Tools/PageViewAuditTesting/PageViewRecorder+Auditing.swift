import NavigationTraces
import PageViewAudit
// A test that compares another tracker imports only this module.
@_exported public import PageViewTesting

/// The comparison of another tracker with the engine (TS-013).
extension PageViewRecorder {
    /// Compares what an app's own tracker sent with the page views of the recorded engine (TS-013).
    ///
    /// Use it while an app moves from its own tracker to the engine. Both receive the same test, and the result names each
    /// difference and its cause:
    ///
    ///     let result = recorder.audit(sent: oldTracker.sent)
    ///     #expect(result.count(of: .repeated) == 0, "\(result)")
    ///
    /// It expects no page view, so an exhaustive test still does (TS-002). Any thread may call it. O(n) in the reports of the test.
    ///
    /// - Parameters:
    ///   - sent: The events, in any order. Their times are those of ``clock``.
    ///   - tolerance: How long before and after its count an event is still right.
    /// - Returns: The outcome of each event and of each page view.
    public func audit(sent: [SentEvent], tolerance: Duration = .seconds(1)) -> PageViewAuditResult {
        var reader = SeenReader()
        for line in inputs.lines { reader.take(line) }
        var log = SentLog()
        log.addFile("sent")
        var ids: [String: UInt64] = [:]
        for (index, event) in sent.enumerated() {
            var identity = EventIdentity.none
            if let id = event.id {
                let number = ids[id] ?? UInt64(ids.count + 1)
                ids[id] = number
                identity = EventIdentity(high: 0, low: number)
            }
            log.append(
                time: event.time.sinceStart.saturatingNanoseconds, line: index + 1, name: event.name,
                session: event.session,
                identity: identity)
        }
        log.finish()
        var options = AuditOptions()
        options.beganAt = 0
        options.tolerance = tolerance.saturatingNanoseconds
        options.sharesClock = true
        return PageViewAuditResult(Audit(seen: reader.finish(), log: log, options: options))
    }
}
