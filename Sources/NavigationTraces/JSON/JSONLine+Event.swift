import AnalyticsJSON
import PageViewAutomation

extension JSONLine {
    func event() throws(LineError) -> TraceEvent {
        guard let name = try choice(.event, EventName.self) else {
            throw LineError(offset: offset(), message: "expected the key 'event' or 'expect', found none")
        }
        try checkUnusedKeys(of: name)
        let time = try seconds(.t).map { Timestamp(nanoseconds: $0) }
        return TraceEvent(time: time, session: try string(.session), try action(name))
    }

    /// A key that is known has its type also where the event has no use for it.
    private func checkUnusedKeys(of name: EventName) throws(LineError) {
        let isCreate = name == .create
        let hasPage = isCreate || name == .pending || name == .ready || name == .record
        if has(.component) { _ = try string(.component) }
        if !hasPage { _ = try page() }
        if has(.payload) { try checkObject(.payload) }
        if has(.properties) { try checkObject(.properties) }
        for key in [TraceKey.name, .url, .source, .text] { _ = try string(key) }
        if !isCreate {
            _ = try choice(.state, PageStateName.self)
            _ = try string(.parent)
            _ = try bool(.attached)
        }
    }

    func expectation() throws(LineError) -> TraceExpectation {
        guard let name = try choice(.expect, ExpectationName.self) else {
            throw LineError(offset: offset(), message: "expected the key 'expect', found none")
        }
        return TraceExpectation(session: try string(.session), try claim(name))
    }
}
