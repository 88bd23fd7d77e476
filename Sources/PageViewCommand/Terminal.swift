import NavigationTraces
import PageViewLifecycle

/// Where the command writes to.
enum Terminal {
    /// Whether what is written appears where progress does.
    private static let isShared = System.isTerminal(System.standardOutput)

    private static let worst = Protected(ExitStatus.success.rawValue)

    /// How the command ends, from what has been told so far: of several reasons the largest number wins.
    static var status: ExitStatus { ExitStatus(rawValue: worst.withLock { $0 }) ?? .success }

    /// Takes note of a reason to end otherwise than well.
    static func note(_ status: ExitStatus) {
        worst.withLock { $0 = max($0, status.rawValue) }
    }

    /// Writes a line of text to standard output. Whatever it holds, a terminal has nothing to obey but the end of the line.
    static func writeLine(_ text: String) { put(ContiguousArray((text.printable + "\n").utf8).span) }

    /// Writes text of our own to standard output as it is.
    static func write(_ text: StaticString) { put(ContiguousArray("\(text)".utf8).span) }

    /// Writes whole lines to standard output: JSON, or text whose names are printable.
    static func write(_ bytes: Span<UInt8>) {
        if let escaped = EscapedJSON.escaping(bytes) { put(escaped.span) } else { put(bytes) }
    }

    static func write(_ bytes: [UInt8]) {
        let bytes = bytes[...]
        write(bytes.span)
    }

    /// Writes to standard output. A reader that has gone away has had enough: the command ends, with the status there is.
    private static func put(_ bytes: Span<UInt8>) {
        guard !bytes.isEmpty else { return }
        if isShared { Progress.clear() }
        do {
            try System.write(bytes, to: System.standardOutput)
        } catch {
            if error.isClosedPipe { System.terminate(status) }
            complain("standard output: \(error.message)")
            System.terminate(.unwritableOutput)
        }
    }

    /// Waits a while, unless the reader of the output goes away: then the command ends, with the status there is.
    static func wait(milliseconds: Int32) {
        if System.loses(readerOf: System.standardOutput, within: milliseconds) { System.terminate(status) }
    }

    /// Writes a line to standard error, and takes note of the reason.
    static func complain(_ status: ExitStatus, _ message: String) {
        note(status)
        complain(message)
    }

    /// Writes a line to standard error.
    static func complain(_ message: String) {
        Progress.clear()
        // A message may hold the name of a file or a piece of a trace, which a terminal must not obey.
        let line = message.printable + "\n"
        try? System.write(ContiguousArray(line.utf8).span, to: System.standardError)
    }

    /// Writes how the command is used to standard error.
    static func complainAboutUsage(_ message: String) {
        complain(.usage, "pageview: \(message)")
        try? System.write(ContiguousArray("\n\(Usage.text)\n".utf8).span, to: System.standardError)
    }
}
