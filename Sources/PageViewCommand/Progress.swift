import PageViewAutomation

/// How far a long piece of work is: one line on standard error, if that is a terminal.
struct Progress {
    private static let isShown = Protected(false)
    private let start = SystemClock.now
    private var shownAt = SystemClock.now
    private let isTerminal = System.isTerminal(System.standardError)
    private var done = 0

    /// Takes note of more bytes done, of so many in all, if that is known.
    mutating func advance(by count: Int, of total: Int?, in name: String) {
        done += count
        guard isTerminal else { return }
        let now = SystemClock.now
        // Short work is done before anybody wonders.
        guard now.nanoseconds(since: start) > 1_000_000_000, now.nanoseconds(since: shownAt) > 200_000_000 else {
            return
        }
        shownAt = now
        let share = total.map { $0 > 0 ? ", \(min(100, done * 100 / $0)) %" : "" } ?? ""
        show("\r\u{1B}[K\(name): \(done >> 20) MiB\(share)")
        Self.isShown.withLock { $0 = true }
    }

    /// Removes the line.
    static func clear() {
        let wasShown = isShown.withLock { isShown in
            defer { isShown = false }
            return isShown
        }
        if wasShown {
            try? System.write(ContiguousArray("\r\u{1B}[K".utf8).span, to: System.standardError)
        }
    }

    private func show(_ text: String) {
        try? System.write(ContiguousArray(text.utf8).span, to: System.standardError)
    }
}
