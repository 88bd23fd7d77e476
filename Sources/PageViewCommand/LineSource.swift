import NavigationTraces

/// Reads the lines of inputs one after another, and tells what is wrong with them.
struct LineSource {
    private let skipsInvalid: Bool
    private var progress = Progress()

    init(skipsInvalid: Bool) {
        self.skipsInvalid = skipsInvalid
    }

    /// Reads an input: `take` gets each line, its number and notation; `pause` is called when what was read has been taken.
    /// Reading ends at the line after which `excess` returns a limit that the input exceeds.
    ///
    /// Returns whether it was read to its end.
    mutating func read(
        _ input: Input, excess: () -> String? = { nil }, take: (TraceLine, Int, TraceNotation) -> Void,
        pause: () -> Void
    ) -> Bool {
        var reader = TraceReader(notation: input.notation)
        var isWhole = true
        var progress = self.progress
        defer { self.progress = progress }
        do {
            try input.read(&progress) { bytes in
                reader.append(bytes)
                isWhole = drain(&reader, input, excess, take, pause)
                pause()
                return isWhole
            }
        } catch {
            pause()
            Terminal.complain(.unreadableInput, "\(input.name): \(error.message)")
            return false
        }
        if isWhole {
            reader.finish()
            isWhole = drain(&reader, input, excess, take, pause)
        }
        pause()
        Progress.clear()
        return isWhole
    }

    /// Reads an example of a document: `take` gets each line with its number in the document.
    ///
    /// Returns whether it was read to its end.
    mutating func read(
        _ example: SpecificationDocument.Example, of input: Input, take: (TraceLine, Int, TraceNotation) -> Void
    ) -> Bool {
        var reader = TraceReader(notation: .lines)
        reader.append(example.text.utf8)
        reader.finish()
        return drain(&reader, input, after: example.line - 1, { nil }, take) {}
    }

    private mutating func drain(
        _ reader: inout TraceReader, _ input: Input, after firstLine: Int = 0, _ excess: () -> String?,
        _ take: (TraceLine, Int, TraceNotation) -> Void, _ pause: () -> Void
    ) -> Bool {
        while true {
            do {
                guard let line = try reader.next() else { return true }
                take(line, firstLine + reader.lineNumber, reader.notation ?? .jsonLines)
                if let excess = excess() {
                    pause()
                    Terminal.complain(
                        .malformedInput, "\(input.name):\(firstLine + reader.lineNumber): \(excess)")
                    return false
                }
            } catch {
                // What came before it has its effect first.
                pause()
                var error = error
                error.line += firstLine
                Terminal.complain(.malformedInput, "\(input.name):\(error)")
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
            Terminal.complain(.unreadableInput, "\(input.name): \(error.message)")
            return nil
        }
        guard let text = String(utf8: bytes) else {
            let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
            let line = lines.firstIndex { String(utf8: $0) == nil } ?? 0
            Terminal.complain(
                .malformedInput, "\(input.name):\(line + 1):1: expected text in UTF-8, found something else")
            return nil
        }
        return SpecificationDocument(text)
    }
}

extension String {
    /// Creates a string from bytes; `nil` unless they are UTF-8. `init(validating:as:)` needs macOS 15.
    fileprivate init?(utf8 bytes: some Collection<UInt8>) {
        self.init(decoding: bytes, as: UTF8.self)
        // Each invalid sequence has become U+FFFD.
        guard utf8.elementsEqual(bytes) else { return nil }
    }
}
