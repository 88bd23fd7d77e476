import PageViewDelivery
import PageViewTracking

extension FuzzTarget {
    /// What must hold of every reader of a journal, whatever bytes the journal has.
    func checkJournal(_ bytes: [UInt8]) throws(Violation) {
        try checkEvent(bytes)
        #if !os(Windows) && !os(WASI)
        try ScratchFile.with { file throws(Violation) in
            try checkSegment(bytes, in: file)
            try checkSegment(RecordOracle.framed(bytes), in: file)
            try checkNothingIsLost(between: bytes, in: file)
            // Nobody comes upon a checksum by chance: what it stands in front of is read only if it is right.
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
    /// A segment is read as the rules have it, from its beginning and from any place at which somebody stopped, and as
    /// far as it goes while somebody writes to it.
    private func checkSegment(_ bytes: [UInt8], in file: borrowing ScratchFile) throws(Violation) {
        let raw = RawBytes(bytes)
        let oracle = RecordOracle(bytes)
        let segment = try file.read(bytes)
        try checkItems(segment, oracle, raw)
        let stop = oracle.items.isEmpty ? 0 : PieceSizes(bytes).number(below: oracle.items.count)
        let rest = try file.readAgain(from: stop == 0 ? 0 : oracle.items[stop - 1].range.upperBound)
        try require(rest == Array(segment[stop...]), "\(segment) is read from item \(stop) on as \(rest)")
        let inUse = try file.readInUse()
        // The last problem may yet become a record, and so may all the problems of a last line that has no end.
        let missing = oracle.items.dropFirst(inUse.count)
        let lastLine = bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        try require(
            segment.starts(with: inUse) && missing.allSatisfy { $0.kind == .damage }
                && missing.dropFirst().allSatisfy { $0.range.lowerBound > lastLine },
            "\(segment) is read as \(inUse) while somebody writes")
    }

    /// Each item is what the rules say, at its place; together they are the whole file.
    private func checkItems(
        _ segment: [JournalItem], _ oracle: RecordOracle, _ raw: RawBytes
    ) throws(Violation) {
        try require(
            segment.count == oracle.items.count,
            "\(oracle.items) should be read, and \(segment) is")
        for (item, expected) in zip(segment, oracle.items) {
            switch item {
            case .event(let event):
                try require(expected.kind == .event(event), "\(expected) should be read, and \(event) is")
            case .problem(let problem):
                try require(
                    expected.kind == .damage || expected.kind == .noEvent, "\(expected) should be read, not \(problem)")
                try require(
                    problem.offset..<problem.offset + problem.length == expected.range,
                    "\(problem) has \(problem.length) bytes at \(problem.offset), and should be \(expected)")
                try checkPlace(of: problem, raw)
            }
        }
    }

    /// A problem is told in one line, and that has a place that there is.
    private func checkPlace(of problem: JournalProblem, _ raw: RawBytes) throws(Violation) {
        try require(
            problem.message.utf8.count < 1_000 && problem.message.isOneLine, "\(problem) should be a line, and short")
        let first = raw.line(at: problem.offset)
        let place = raw.offset(line: problem.line, column: problem.column)
        try require(
            problem.line >= first
                && place.map { (problem.offset...problem.offset + problem.length).contains($0) } ?? false,
            "\(problem) has \(problem.length) bytes at \(problem.offset), which is in line \(first)")
    }

    /// Whatever stands before, between and behind them, every record that has a line of its own is read, in order.
    private func checkNothingIsLost(
        between garbage: [UInt8], in file: borrowing ScratchFile
    ) throws(Violation) {
        let lines = garbage + [0x0A]
        let bytes = lines + RecordOracle.written.flatMap { $0.bytes + lines }.dropLast()
        try checkItems(try readAll(bytes, in: file), RecordOracle(bytes), RawBytes(bytes))
        // What is read from the disk at a time ends somewhere among them. Takes long, so that one input in eight has to do.
        let sizes = PieceSizes(bytes)
        guard sizes.number(below: 8) == 0 else { return }
        let filler = [UInt8](repeating: 0x2E, count: max(0, 16_383 - sizes.number(below: bytes.count)))
        _ = try readAll(filler + [0x0A] + bytes, in: file)
    }

    /// What is read of a segment, if all the records are among it.
    private func readAll(_ bytes: [UInt8], in file: borrowing ScratchFile) throws(Violation) -> [JournalItem] {
        let items = try file.read(bytes)
        var expected = RecordOracle.written.map(\.event)[...]
        for case .event(let event) in items where event == expected.first { expected.removeFirst() }
        try require(expected.isEmpty, "\(expected.map(\.sequence)) should be read as well, and \(items) is")
        return items
    }
}

extension PieceSizes {
    /// A number that is arbitrary, but the same for the same bytes.
    fileprivate func number(below bound: Int) -> Int {
        var sizes = self
        var number = 0
        for _ in 0..<4 { number = number << 7 | sizes.next() }
        return number % bound
    }
}
#endif
