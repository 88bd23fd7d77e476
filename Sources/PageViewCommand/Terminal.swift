/// Where the command writes to.
enum Terminal {
    /// Whether what is written appears where progress does.
    private static let isShared = System.isTerminal(System.standardOutput)

    /// Writes to standard output. A reader that has gone away has had enough: the command ends, and well.
    static func write(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        if isShared { Progress.clear() }
        do {
            try System.write(bytes, to: System.standardOutput)
        } catch {
            if error.isClosedPipe { System.terminate(.success) }
            complain("standard output: \(error.message)")
            System.terminate(.unwritableOutput)
        }
    }

    static func write(_ text: String) { write(Array(text.utf8)) }

    /// Writes a line to standard error.
    static func complain(_ message: String) {
        Progress.clear()
        try? System.write(Array("\(message)\n".utf8), to: System.standardError)
    }
}
