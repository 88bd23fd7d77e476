import NavigationTraces

extension FuzzTarget {
    /// Checks that printed lines are read back equal in both notations, and that converting them loses nothing.
    func checkPrinting(_ lines: [TraceLine]) throws(Violation) {
        let words = printed(lines, .lines)
        let json = printed(lines, .jsonLines)
        try checkBack(lines, from: words, .lines, other: json, .jsonLines)
        try checkBack(lines, from: json, .jsonLines, other: words, .lines)
    }

    private func checkBack(
        _ lines: [TraceLine], from bytes: [UInt8], _ notation: TraceNotation, other: [UInt8],
        _ otherNotation: TraceNotation
    ) throws(Violation) {
        let text = { String(decoding: bytes, as: UTF8.self) }
        let back = Transcript(bytes, nil)
        try require(
            back.notation == notation,
            "expected the notation \(notation) for \(text()), found \(back.notation.map { "\($0)" } ?? "none")")
        try require(back.lines == lines, "expected \(lines) back from \(text()), found \(back)")
        try require(
            back.entries.map(\.number) == Array(1...lines.count),
            "expected one line for each of \(lines), found \(text())")
        // Also compares bytes, because `==` ignores Unicode composition.
        try require(
            printed(back.lines, otherNotation) == other,
            "expected the same \(otherNotation) after reading \(text()), found another text")
    }

    private func printed(_ lines: [TraceLine], _ notation: TraceNotation) -> [UInt8] {
        var printer = TracePrinter(notation: notation)
        for line in lines { printer.print(line) }
        return printer.takeBytes()
    }
}
