import NavigationTraces
import PageViewAutomation

extension FuzzTarget {
    /// Checks that a replay accepts every line and writes one JSON object per line, also if idle sessions end.
    func checkReplaying(_ lines: [TraceLine]) {
        for idleLimit in [nil, 1, 1_000_000_000] as [Int64?] { checkReplaying(lines, idleLimit) }
    }

    private func checkReplaying(_ lines: [TraceLine], _ idleLimit: Int64?) {
        var replay = TraceReplay(idleLimit: idleLimit)
        var all = ReplayWriter(writesAll: true)
        var some = ReplayWriter()
        for line in lines {
            switch line {
            case .header(let header): replay = TraceReplay(policy: header.policy, idleLimit: idleLimit)
            case .event(let event):
                for record in replay.apply(event) {
                    all.write(record)
                    some.write(record)
                    checkWritten(all.takeBytes(), some.takeBytes(), record)
                }
            case .expectation: break
            }
        }
    }

    private func checkWritten(_ all: [UInt8], _ some: [UInt8], _ record: TraceReplay.Record) {
        require(
            all.last == 0x0A && JSONOracle.isObject(all.dropLast()),
            "expected one JSON object on one line, found \(String(decoding: all, as: UTF8.self))")
        let isAlwaysWritten =
            switch record.record {
            case .pageView, .interaction: true
            case .deepLink, .pageLeave, .currentPage, .diagnostic: false
            }
        require(
            some == (isAlwaysWritten ? all : []),
            "expected only page views and interactions without --all, found \(String(decoding: some, as: UTF8.self))")
    }

    /// Checks that a verifier accepts every line, that its failures name existing lines, and that its counts add up.
    func checkVerifying(_ transcript: Transcript) {
        var verifier = TraceVerifier()
        var failures: [VerificationFailure] = []
        var expectations = 0
        for entry in transcript.entries {
            guard case .success(let line) = entry.outcome else { continue }
            if case .expectation = line { expectations += 1 }
            failures += verifier.check(line, number: entry.number)
        }
        failures += verifier.finish()
        let numbers = Set(transcript.entries.map(\.number))
        require(
            failures.allSatisfy { numbers.contains($0.line) },
            "expected failures at lines of the trace, found \(failures)")
        require(failures.allSatisfy(\.message.isOneLine), "expected one line for each failure, found \(failures)")
        // A message has at most two parts of 2,000 code points, and the text around them.
        require(
            failures.allSatisfy { $0.message.utf8.count < 20_000 },
            "expected short messages for names of any length, found \(failures)")
        require(
            verifier.failed == failures.count && verifier.passed <= expectations
                && verifier.passed + verifier.failed >= expectations,
            "expected counts for \(expectations) expectations, found \(verifier.passed) passed, \(verifier.failed) failed: \(failures)"
        )
    }
}
