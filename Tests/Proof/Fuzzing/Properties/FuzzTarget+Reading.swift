import NavigationTraces

extension FuzzTarget {
    /// Checks the properties of the trace readers for any bytes.
    func checkReading(of bytes: [UInt8], _ notation: TraceNotation?) throws(Violation) {
        let whole = Transcript(bytes, notation)
        let pieces = Transcript(bytes, notation, in: PieceSizes(bytes))
        try require(whole == pieces, "expected \(whole) from the whole input, found \(pieces) from its pieces")
        try checkPlaces(whole, RawLines(bytes))
        let lines = whole.lines
        guard !lines.isEmpty else { return }
        try checkPrinting(lines)
        try checkReplaying(lines)
        try checkVerifying(whole)
    }

    /// Checks that each line with content gives one line or one error, whatever precedes it.
    private func checkPlaces(_ transcript: Transcript, _ raw: RawLines) throws(Violation) {
        let lines = raw.lines.enumerated()
            .filter { $0.element.hasContent(hasComments: transcript.notation == .lines) }
        try require(
            transcript.entries.map(\.number) == lines.map { $0.offset + 1 },
            "expected one result for each of the lines \(lines.map { $0.offset + 1 }), found \(transcript)")
        for (entry, line) in zip(transcript.entries, lines) {
            guard case .failure(let error) = entry.outcome else { continue }
            try require(
                error.line == entry.number && (1...line.element.count + 1).contains(error.column),
                "expected an error in line \(entry.number) of \(line.element.count) bytes, found \(error)")
            try require(
                error.message.utf8.count < 1_000 && error.message.isOneLine,
                "expected a short message on one line, found \(error)")
        }
        guard let notation = transcript.notation else { return }
        try checkOrderDoesNotMatter(transcript.entries.map(\.outcome.unplaced), lines.map(\.element), notation)
    }

    /// Checks that only the first line is special: the others are read the same in reverse order.
    private func checkOrderDoesNotMatter(
        _ outcomes: [Transcript.Outcome], _ lines: [ArraySlice<UInt8>], _ notation: TraceNotation
    ) throws(Violation) {
        // The empty line in front makes a byte-order mark ordinary bytes. The carriage return behind keeps
        // one that belongs to the line from being read as its end.
        let empty: [UInt8] = [0x0A]
        let end: [UInt8] = [0x0D, 0x0A]
        let first = Transcript(empty + (lines.first ?? []) + end, notation).entries.map(\.outcome.unplaced)
        try require(
            first == Array(outcomes.prefix(1)),
            "expected \(outcomes.prefix(1)) for the first line alone, found \(first)")
        guard lines.count > 1 else { return }
        let mirrored = empty + lines.reversed().flatMap { $0 + end }
        let rest = Transcript(mirrored, notation).entries.map(\.outcome.unplaced)
        // In reverse order the last line comes first, where it may be a header.
        try require(
            Array(rest.reversed().dropFirst().dropLast()) == Array(outcomes.dropFirst().dropLast()),
            "expected \(outcomes) in reverse order, found \(rest)")
    }
}

extension Transcript.Outcome {
    /// The outcome without the line number, which differs where the line is moved.
    fileprivate var unplaced: Self {
        mapError { TraceError(line: 0, column: $0.column, message: $0.message) }
    }
}
