import AnalyticsJSON
import PageViewTracking

extension FuzzTarget {
    /// Checks that an event survives writing as one line of JSON, and that an error has a place.
    func checkEvent(_ bytes: [UInt8]) {
        switch TrackedEvent.read(bytes) {
        case .success(let event): checkWriting(event)
        case .failure(let error):
            require(
                (0...bytes.count).contains(error.offset),
                "expected an offset within \(bytes.count) bytes, found \(error)")
            require(error.message.isShortLine, "expected a short message on one line, found \(error)")
        }
    }

    private func checkWriting(_ event: TrackedEvent) {
        let written = event.json
        let text = { String(decoding: written, as: UTF8.self) }
        require(JSONOracle.isObject(written[...]), "expected one JSON object on one line, found \(text())")
        let outcome = TrackedEvent.read(written)
        guard case .success(let back) = outcome else {
            fatalError("expected \(event) back from \(text()), found \(outcome)")
        }
        require(
            back.id == event.id && back.sequence == event.sequence && back.kind == event.kind
                && back.time == event.time && back.timestamp == event.timestamp && back == event,
            "expected \(event) back from \(text()), found \(back)")
        // Also compares bytes, because `==` ignores Unicode composition and the order of a payload.
        require(
            back.json == written,
            "expected to write \(text()) again after reading it, found \(String(decoding: back.json, as: UTF8.self))")
    }
}
