import NavigationTraces

/// Reads the lines of inputs one after another, and tells what is wrong with them.
struct LineSource {
    /// How the reading of all inputs ended.
    private(set) var status = ExitStatus.success
    private let skipsInvalid: Bool
    private var progress = Progress()

    init(skipsInvalid: Bool) {
        self.skipsInvalid = skipsInvalid
    }

    /// Reads an input: `take` gets each line, its number and notation; `pause` is called when what was read has been taken.
    ///
    /// Returns whether it was read to its end.
    mutating func read(
        _ input: Input, take: (TraceLine, Int, TraceNotation) -> Void, pause: () -> Void
    ) -> Bool {
        var reader = TraceReader(notation: input.notation)
        var isWhole = true
        var progress = self.progress
        defer { self.progress = progress }
        do {
            try input.read(&progress) { bytes in
                reader.append(bytes)
                isWhole = drain(&reader, input, take, pause)
                pause()
                return isWhole
            }
        } catch {
            pause()
            complain(.unreadableInput, "\(input.name): \(error.message)")
            return false
        }
        if isWhole {
            reader.finish()
            isWhole = drain(&reader, input, take, pause)
        }
        pause()
        Progress.clear()
        return isWhole
    }

    private mutating func drain(
        _ reader: inout TraceReader, _ input: Input, _ take: (TraceLine, Int, TraceNotation) -> Void,
        _ pause: () -> Void
    ) -> Bool {
        while true {
            do {
                guard let line = try reader.next() else { return true }
                take(line, reader.lineNumber, reader.notation ?? .jsonLines)
            } catch {
                // What came before it has its effect first.
                pause()
                complain(.malformedInput, "\(input.name):\(error)")
                if !skipsInvalid { return false }
            }
        }
    }

    /// Reads a document as a whole.
    mutating func readDocument(_ input: Input) -> SpecificationDocument? {
        var bytes: [UInt8] = []
        do {
            try input.read(&progress) { piece in
                bytes += piece
                return true
            }
        } catch {
            complain(.unreadableInput, "\(input.name): \(error.message)")
            return nil
        }
        return SpecificationDocument(String(decoding: bytes, as: UTF8.self))
    }

    mutating func complain(_ status: ExitStatus, _ message: String) {
        Terminal.complain(message)
        self.status = max(self.status, status)
    }
}
