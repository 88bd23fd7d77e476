import NavigationTraces
import PageViewAutomation
import PageViewLifecycle

/// Standard output and standard error of the command, and its exit status (TR-008).
enum Terminal {
    private static let isShared = System.isTerminal(System.standardOutput)

    /// The number of bytes from which a command writes its output.
    static let pieceLength = 64 << 10

    private static let highestStatus = Locked(ExitStatus.success)

    static var status: ExitStatus { highestStatus.withLock { $0 } }

    static func record(_ status: ExitStatus) { highestStatus.withLock { $0 = max($0, status) } }

    /// Control characters in the text are escaped, so that a terminal does not execute them.
    static func writeLine(_ text: String) { writeOutput(ContiguousArray((text.printable + "\n").utf8).span) }

    static func write(_ text: String) { writeOutput(ContiguousArray(text.utf8).span) }

    static func write(help: String) -> ExitStatus {
        write(help)
        return .success
    }

    /// Writes whole lines to standard output: JSON, or text with printable names.
    static func write(_ bytes: Span<UInt8>) {
        if let escaped = EscapedJSON.escaping(bytes) {
            writeOutput(ContiguousArray(escaped).span)
        } else {
            writeOutput(bytes)
        }
    }

    static func write(_ bytes: [UInt8]) {
        let bytes = bytes[...]
        write(bytes.span)
    }

    /// Writes to standard output; ends the command if the write fails.
    ///
    /// A closed pipe is not an error, because its reader needs no more output.
    private static func writeOutput(_ bytes: Span<UInt8>) {
        guard !bytes.isEmpty else { return }
        if isShared { Progress.clear() }
        do {
            try System.write(bytes, to: System.standardOutput)
        } catch {
            if error.isClosedPipe { System.terminate(status) }
            printError("standard output: \(error.writeFailure)")
            System.terminate(.unwritableOutput)
        }
    }

    /// Waits, but ends the command when the reader of standard output closes its end.
    static func wait(milliseconds: Int32) {
        if System.waitForHangup(of: System.standardOutput, milliseconds: milliseconds) { System.terminate(status) }
    }

    static func printError(_ status: ExitStatus, _ message: String) {
        record(status)
        printError(message)
    }

    static func printError(_ message: String) {
        Progress.clear()
        // A message may contain a file name or a part of a trace, whose control characters a terminal must not execute.
        let line = message.printable + "\n"
        try? System.write(ContiguousArray(line.utf8).span, to: System.standardError)
    }

    static func printUsageError(_ message: String) {
        printError(.usage, "pageview: \(message)")
        let name = System.arguments.dropFirst().first.flatMap { Subcommand(rawValue: $0.text) }
        printError("Run 'pageview \(name.map { "help \($0.rawValue)" } ?? "help")' for help.")
    }
}

/// The exit status of the command; if several apply, the highest one wins (TR-005).
enum ExitStatus: Int32, Comparable {
    case success = 0
    case failedExpectation = 1
    /// A name in the arguments occurs nowhere in the input.
    static let notFound = ExitStatus.failedExpectation
    case usage = 64
    case malformedInput = 65
    case unreadableInput = 66
    case unwritableOutput = 74

    static func < (left: ExitStatus, right: ExitStatus) -> Bool { left.rawValue < right.rawValue }
}

/// A progress line on standard error for long work, if standard error is a terminal.
enum Progress {
    private struct State {
        let start = SystemClock.now
        var shownAt = SystemClock.now
        var isShown = false
        var processedBytes = 0
    }

    private static let state = Locked(State())
    private static let isTerminal = System.isTerminal(System.standardError)

    /// Adds processed bytes; `total` is the size of the input, if it is known.
    static func advance(by count: Int, of total: Int?, in name: String) {
        guard isTerminal else { return }
        let bytes: Int? = state.withLock { state in
            state.processedBytes += count
            let now = SystemClock.now
            // Work of less than a second needs no progress line.
            guard now.nanoseconds(since: state.start) > 1_000_000_000,
                now.nanoseconds(since: state.shownAt) > 200_000_000
            else { return nil }
            (state.shownAt, state.isShown) = (now, true)
            return state.processedBytes
        }
        guard let bytes else { return }
        let share = total.map { $0 > 0 ? ", \(min(100, bytes * 100 / $0)) %" : "" } ?? ""
        show("\(name): \(bytes >> 20) MiB\(share)")
    }

    static func clear() {
        let wasShown = state.withLock { state in
            defer { state.isShown = false }
            return state.isShown
        }
        if wasShown { show("") }
    }

    private static func show(_ text: String) {
        try? System.write(ContiguousArray("\r\u{1B}[K\(text)".utf8).span, to: System.standardError)
    }
}
