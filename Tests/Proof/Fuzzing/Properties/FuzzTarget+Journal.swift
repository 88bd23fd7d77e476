import PageViewDelivery
import PageViewTracking

extension FuzzTarget {
    /// Checks the properties of the journal readers for any bytes.
    func checkJournal(_ bytes: [UInt8]) throws(Violation) {
        try checkEvent(bytes)
        #if !os(Windows) && !os(WASI)
        try ScratchFile.with { file throws(Violation) in
            try checkSegment(bytes, in: file)
            try checkSegment(RecordOracle.framed(bytes), in: file)
            try checkNothingIsLost(between: bytes, in: file)
            // Corrects the checksums, because the fuzzer cannot guess them and records need them to be read.
            let mended = RecordOracle.mended(bytes)
            guard mended != bytes else { return }
            try checkSegment(mended, in: file)
            try checkNothingIsLost(between: mended, in: file)
        }
        #endif
    }
}

#if !os(Windows) && !os(WASI)
extension FuzzTarget {
    /// Checks that a segment is read by the rules: whole, continued from any item, and while in use.
    private func checkSegment(_ bytes: [UInt8], in file: borrowing ScratchFile) throws(Violation) {
        let raw = RawBytes(bytes)
        let oracle = RecordOracle(bytes)
        let segment = try file.read(bytes)
        try checkItems(segment, oracle, raw)
        let stop = oracle.items.isEmpty ? 0 : PieceSizes(bytes).number(below: oracle.items.count)
        let rest = try file.readAgain(from: stop == 0 ? 0 : oracle.items[stop - 1].range.upperBound)
        try require(rest == Array(segment[stop...]), "expected \(segment[stop...]) from item \(stop) on, found \(rest)")
        let inUse = try file.readInUse()
        // The last problem may yet become a record. So may all problems of an unterminated last line.
        let missing = oracle.items.dropFirst(inUse.count)
        let lastLine = bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        try require(
            segment.starts(with: inUse) && missing.allSatisfy { $0.kind == .damage }
                && missing.dropFirst().allSatisfy { $0.range.lowerBound > lastLine },
            "expected \(segment) of a segment in use, except damage at its end, found \(inUse)")
    }

    /// Checks each item and its place against the oracle. Together the items cover the whole file.
    private func checkItems(
        _ segment: [JournalItem], _ oracle: RecordOracle, _ raw: RawBytes
    ) throws(Violation) {
        try require(
            segment.count == oracle.items.count,
            "expected \(oracle.items), found \(segment)")
        for (item, expected) in zip(segment, oracle.items) {
            switch item {
            case .event(let event):
                try require(expected.kind == .event(event), "expected \(expected), found \(event)")
            case .problem(let problem):
                try require(
                    expected.kind == .damage || expected.kind == .noEvent, "expected \(expected), found \(problem)")
                try require(
                    problem.offset..<problem.offset + problem.length == expected.range,
                    "expected \(expected), found \(problem) with \(problem.length) bytes at \(problem.offset)")
                try checkPlace(of: problem, raw)
            }
        }
    }

    /// Checks that a problem has a short one-line message and an existing place.
    private func checkPlace(of problem: JournalProblem, _ raw: RawBytes) throws(Violation) {
        try require(
            problem.message.utf8.count < 1_000 && problem.message.isOneLine,
            "expected a short message on one line, found \(problem)")
        let first = raw.line(at: problem.offset)
        let place = raw.offset(line: problem.line, column: problem.column)
        try require(
            problem.line >= first
                && place.map { (problem.offset...problem.offset + problem.length).contains($0) } ?? false,
            "expected the line \(first) and a column within \(problem.length) bytes at \(problem.offset), found \(problem)"
        )
    }

    /// Checks that every record on its own line is read in order, whatever surrounds it.
    private func checkNothingIsLost(
        between garbage: [UInt8], in file: borrowing ScratchFile
    ) throws(Violation) {
        let lines = garbage + [0x0A]
        let bytes = lines + RecordOracle.written.flatMap { $0.bytes + lines }.dropLast()
        try checkItems(try readAll(bytes, in: file), RecordOracle(bytes), RawBytes(bytes))
        // Moves the end of a disk read among the records. This is slow, so only one input in eight does it.
        let sizes = PieceSizes(bytes)
        guard sizes.number(below: 8) == 0 else { return }
        let filler = [UInt8](repeating: 0x2E, count: max(0, 16_383 - sizes.number(below: bytes.count)))
        _ = try readAll(filler + [0x0A] + bytes, in: file)
    }

    /// Reads a segment. Throws unless all the records are among its items.
    private func readAll(_ bytes: [UInt8], in file: borrowing ScratchFile) throws(Violation) -> [JournalItem] {
        let items = try file.read(bytes)
        var expected = RecordOracle.written.map(\.event)[...]
        for case .event(let event) in items where event == expected.first { expected.removeFirst() }
        try require(expected.isEmpty, "expected the events \(expected.map(\.sequence)) too, found \(items)")
        return items
    }
}

extension PieceSizes {
    /// Returns an arbitrary number, the same for the same bytes.
    fileprivate func number(below bound: Int) -> Int {
        var sizes = self
        var number = 0
        for _ in 0..<4 { number = number << 7 | sizes.next() }
        return number % bound
    }
}
#endif
