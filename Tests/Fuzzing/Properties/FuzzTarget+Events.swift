import AnalyticsJSON
import PageViewTracking

extension FuzzTarget {
    /// Checks that an event survives writing as one line of JSON, and that an error has a place.
    func checkEvent(_ bytes: [UInt8]) throws(Violation) {
        switch EventReading(bytes).outcome {
        case .success(let event): try checkWriting(event)
        case .failure(let error):
            try require(
                (0...bytes.count).contains(error.offset), "\(error) should be in \(bytes.count) bytes")
            try require(
                error.message.utf8.count < 1_000 && error.message.isOneLine, "\(error) should be a line, and short")
        }
    }

    private func checkWriting(_ event: TrackedEvent) throws(Violation) {
        let written = event.json
        let text = { String(decoding: written, as: UTF8.self) }
        try require(JSONOracle.isObject(written[...]), "\(text()) should be one JSON object in one line")
        let outcome = EventReading(written).outcome
        guard case .success(let back) = outcome else {
            throw Violation(description: "\(event) is written as \(text()) and read back as \(outcome)")
        }
        try require(
            back.id == event.id && back.sequence == event.sequence && back.kind == event.kind
                && back.time == event.time && back.timestamp == event.timestamp && back == event,
            "\(event) is written as \(text()) and read back as \(back)")
        // Also compares bytes, because `==` ignores Unicode composition and the order of a payload.
        try require(back.json == written, "\(text()) is read back as an event that is not written so")
    }
}
