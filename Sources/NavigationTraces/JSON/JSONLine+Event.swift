import AnalyticsJSON
import PageViewAutomation

extension JSONLine {
    func event() throws(LineError) -> TraceEvent {
        guard let kind = try choice(.event, EventName.self)?.kind else {
            throw LineError(offset: offset(), message: "expected the key 'event' or 'expect', found none")
        }
        try checkUnusedKeys(of: kind)
        let time = try seconds(.t).map { Timestamp(nanoseconds: $0) }
        return TraceEvent(time: time, session: try string(.session), try action(kind))
    }

    /// Checks the types of the keys that the event has no use for.
    private func checkUnusedKeys(of kind: EventKind) throws(LineError) {
        let used = kind.grammar.all
        var values = EventValues<String, String>(kind)
        for key in EventKey.allCases where has(key.traceKey) && !used.contains(key) { try read(key, into: &values) }
    }

    func expectation() throws(LineError) -> TraceExpectation {
        guard let name = try choice(.expect, ExpectationName.self) else {
            throw LineError(offset: offset(), message: "expected the key 'expect', found none")
        }
        return TraceExpectation(session: try string(.session), try claim(name))
    }
}
