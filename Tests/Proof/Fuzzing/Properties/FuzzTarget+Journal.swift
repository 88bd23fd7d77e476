import PageViewDelivery
import PageViewTracking

extension FuzzTarget {
    /// Checks the properties of the journal readers for any bytes.
    func checkJournal(_ bytes: [UInt8]) {
        checkEvent(bytes)
        let file = ScratchFile()
        checkSegment(bytes, in: file)
        checkSegment(RecordOracle.framed(bytes), in: file)
        checkNothingIsLost(between: bytes, in: file)
        // Corrects the checksums, because the fuzzer cannot guess them and records need them to be read.
        let mended = RecordOracle.mended(bytes)
        guard mended != bytes else { return }
        checkSegment(mended, in: file)
        checkNothingIsLost(between: mended, in: file)
    }

    /// Checks that a segment is read by the rules: whole, continued from any item, and while in use.
    private func checkSegment(_ bytes: [UInt8], in file: borrowing ScratchFile) {
        let raw = RawBytes(bytes)
        let oracle = RecordOracle(bytes)
        let segment = file.read(bytes)
        checkItems(segment, oracle, raw)
        let stop = oracle.items.isEmpty ? 0 : PieceSizes(bytes).number(below: oracle.items.count)
        let rest = file.readAgain(from: stop == 0 ? 0 : oracle.items[stop - 1].range.upperBound)
        require(rest == Array(segment[stop...]), "expected \(segment[stop...]) from item \(stop) on, found \(rest)")
        let inUse = file.readInUse()
        // The last problem may yet become a record. So may all problems of an unterminated last line.
        let missing = oracle.items.dropFirst(inUse.count)
        let lastLine = bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        require(
            segment.starts(with: inUse) && missing.allSatisfy { $0.kind == .damage }
                && missing.dropFirst().allSatisfy { $0.range.lowerBound > lastLine },
            "expected \(segment) of a segment in use, except damage at its end, found \(inUse)")
    }

    /// Checks each item and its place against the oracle. Together the items cover the whole file.
    private func checkItems(_ segment: [JournalItem], _ oracle: RecordOracle, _ raw: RawBytes) {
        require(segment.count == oracle.items.count, "expected \(oracle.items), found \(segment)")
        for (item, expected) in zip(segment, oracle.items) {
            switch item {
            case .event(let event):
                require(expected.kind == .event(event), "expected \(expected), found \(event)")
            case .problem(let problem):
                require(expected.kind == .damage || expected.kind == .noEvent, "expected \(expected), found \(problem)")
                require(
                    problem.offset..<problem.offset + problem.length == expected.range,
                    "expected \(expected), found \(problem) with \(problem.length) bytes at \(problem.offset)")
                checkPlace(of: problem, raw)
            }
        }
    }

    /// Checks that a problem has a short one-line message and an existing place.
    private func checkPlace(of problem: JournalProblem, _ raw: RawBytes) {
        require(problem.message.isShortLine, "expected a short message on one line, found \(problem)")
        let first = raw.line(at: problem.offset)
        let place = raw.offset(line: problem.line, column: problem.column)
        require(
            problem.line >= first
                && place.map { (problem.offset...problem.offset + problem.length).contains($0) } ?? false,
            "expected the line \(first) and a column within \(problem.length) bytes at \(problem.offset), found \(problem)"
        )
    }

    /// Checks that every record on its own line is read in order, whatever surrounds it.
    private func checkNothingIsLost(between garbage: [UInt8], in file: borrowing ScratchFile) {
        let lines = garbage + [0x0A]
        let bytes = lines + RecordOracle.written.flatMap { $0.bytes + lines }.dropLast()
        checkItems(readAll(bytes, in: file), RecordOracle(bytes), RawBytes(bytes))
        // Moves the end of a disk read among the records. This is slow, so only one input in eight does it.
        let sizes = PieceSizes(bytes)
        guard sizes.number(below: 8) == 0 else { return }
        let filler = [UInt8](repeating: 0x2E, count: max(0, 16_383 - sizes.number(below: bytes.count)))
        _ = readAll(filler + [0x0A] + bytes, in: file)
    }

    /// Reads a segment, and checks that all the records are among its items.
    private func readAll(_ bytes: [UInt8], in file: borrowing ScratchFile) -> [JournalItem] {
        let items = file.read(bytes)
        var expected = RecordOracle.written.map(\.event)[...]
        for case .event(let event) in items where event == expected.first { expected.removeFirst() }
        require(expected.isEmpty, "expected the events \(expected.map(\.sequence)) too, found \(items)")
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
