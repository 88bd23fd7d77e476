package import NavigationTraces

/// What a replay of a trace writes, line by line.
package func replayed(_ text: String, _ notation: TraceNotation = .lines, all: Bool = false) throws -> [String] {
    let reading = Reading(text, notation)
    if let error = reading.errors.first { throw error }
    var replay = TraceReplay()
    var writer = RecordWriter(writesAll: all)
    for line in reading.lines {
        switch line {
        case .header(let header): replay = TraceReplay(policy: header.policy)
        case .event(let event): for record in replay.apply(event) { writer.write(record) }
        case .expectation: break
        }
    }
    return String(decoding: writer.takeBytes(), as: UTF8.self).split(separator: "\n").map(String.init)
}

/// What a replay writes of one kind.
package func replayed(_ kind: String, of text: String) throws -> [String] {
    try replayed(text, all: true).filter { $0.hasPrefix(#"{"event":"\#(kind)","#) }
}

/// The ids of the page views of a trace.
package func ids(_ text: String) throws -> [String] {
    try replayed("pageView", of: text).compactMap { line in
        line.split(separator: #""id":""#).dropFirst().first?.split(separator: "\"").first.map(String.init)
    }
}

/// What verifying a trace comes to.
package struct Verification {
    package var failures: [String] = []
    package var passed = 0
    package var failed = 0

    package init(_ text: String, _ notation: TraceNotation = .lines) throws {
        let reading = Reading(text, notation)
        if let error = reading.errors.first { throw error }
        var verifier = TraceVerifier()
        var all: [VerificationFailure] = []
        for (line, number) in zip(reading.lines, reading.numbers) { all += verifier.check(line, number: number) }
        all += verifier.finish()
        failures = all.map { "\($0.line): \($0.message)" }
        passed = verifier.passed
        failed = verifier.failed
    }
}
