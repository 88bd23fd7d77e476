import NavigationTraces

extension FuzzTarget {
    /// Checks the properties of the trace readers for any bytes.
    func checkReading(of bytes: [UInt8], _ notation: TraceNotation?) {
        let whole = Transcript(bytes, notation)
        let pieces = Transcript(bytes, notation, in: PieceSizes(bytes))
        require(whole == pieces, "expected \(whole) from the whole input, found \(pieces) from its pieces")
        checkPlaces(whole, RawLines(bytes))
        let lines = whole.lines
        guard !lines.isEmpty else { return }
        checkPrinting(lines)
        checkReplaying(lines)
        checkVerifying(whole)
    }

    /// Checks that each line with content gives one line or one error, whatever precedes it.
    private func checkPlaces(_ transcript: Transcript, _ raw: RawLines) {
        let lines = raw.lines.enumerated()
            .filter { $0.element.hasContent(hasComments: transcript.notation == .lines) }
        require(
            transcript.entries.map(\.number) == lines.map { $0.offset + 1 },
            "expected one result for each of the lines \(lines.map { $0.offset + 1 }), found \(transcript)")
        for (entry, line) in zip(transcript.entries, lines) {
            guard case .failure(let error) = entry.outcome else { continue }
            require(
                error.line == entry.number && (1...line.element.count + 1).contains(error.column),
                "expected an error in line \(entry.number) of \(line.element.count) bytes, found \(error)")
            require(error.message.isShortLine, "expected a short message on one line, found \(error)")
        }
        guard let notation = transcript.notation else { return }
        checkOrderDoesNotMatter(transcript.entries.map(\.outcome.unplaced), lines.map(\.element), notation)
    }

    /// Checks that only the first line is special: the others are read the same in reverse order.
    private func checkOrderDoesNotMatter(
        _ outcomes: [Transcript.Outcome], _ lines: [ArraySlice<UInt8>], _ notation: TraceNotation
    ) {
        // The empty line in front makes a byte-order mark ordinary bytes. The carriage return behind keeps
        // one that belongs to the line from being read as its end.
        let empty: [UInt8] = [0x0A]
        let end: [UInt8] = [0x0D, 0x0A]
        let first = Transcript(empty + (lines.first ?? []) + end, notation).entries.map(\.outcome.unplaced)
        require(
            first == Array(outcomes.prefix(1)),
            "expected \(outcomes.prefix(1)) for the first line alone, found \(first)")
        guard lines.count > 1 else { return }
        let mirrored = empty + lines.reversed().flatMap { $0 + end }
        let rest = Transcript(mirrored, notation).entries.map(\.outcome.unplaced)
        // In reverse order the last line comes first, where it may be a header.
        require(
            Array(rest.reversed().dropFirst().dropLast()) == Array(outcomes.dropFirst().dropLast()),
            "expected \(outcomes) in reverse order, found \(rest)")
    }

    /// Checks that printed lines are read back equal in both notations, and that converting them loses nothing.
    private func checkPrinting(_ lines: [TraceLine]) {
        let words = printed(lines, .lines)
        let json = printed(lines, .jsonLines)
        checkBack(lines, from: words, .lines, other: json, .jsonLines)
        checkBack(lines, from: json, .jsonLines, other: words, .lines)
    }

    private func checkBack(
        _ lines: [TraceLine], from bytes: [UInt8], _ notation: TraceNotation, other: [UInt8],
        _ otherNotation: TraceNotation
    ) {
        let text = { String(decoding: bytes, as: UTF8.self) }
        let back = Transcript(bytes, nil)
        require(
            back.notation == notation,
            "expected the notation \(notation) for \(text()), found \(back.notation.map { "\($0)" } ?? "none")")
        require(back.lines == lines, "expected \(lines) back from \(text()), found \(back)")
        require(
            back.entries.map(\.number) == Array(1...lines.count),
            "expected one line for each of \(lines), found \(text())")
        // Also compares bytes, because `==` ignores Unicode composition.
        require(
            printed(back.lines, otherNotation) == other,
            "expected the same \(otherNotation) after reading \(text()), found another text")
    }

    private func printed(_ lines: [TraceLine], _ notation: TraceNotation) -> [UInt8] {
        var printer = TracePrinter(notation: notation)
        for line in lines { printer.print(line) }
        return printer.takeBytes()
    }
}

extension Transcript.Outcome {
    /// The outcome without the line number, which differs where the line is moved.
    fileprivate var unplaced: Self {
        mapError { TraceError(line: 0, column: $0.column, message: $0.message) }
    }
}
