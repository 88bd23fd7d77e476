import NavigationTraces

extension FuzzTarget {
    /// Checks the properties of the specification reader for any bytes.
    func checkSpecification(_ bytes: [UInt8]) {
        let markdown = String(decoding: bytes, as: UTF8.self)
        let document = SpecificationDocument(markdown)
        let raw = RawLines(Array(markdown.utf8))
        checkOrder(document.rules.map(\.line), raw, "rules")
        // The first line of a block left open at the end may be one past the document.
        checkOrder(document.examples.map(\.line), raw, "examples", tolerance: 1)
        for rule in document.rules {
            require(
                raw[rule.line]?.first == 0x23,
                "expected a heading for the rule \(rule.id) in line \(rule.line), found none")
        }
        for example in document.examples {
            checkText(of: example, raw)
            checkRun(of: example, raw)
            checkReading(of: Array(example.text.utf8), .lines)
        }
    }

    private func checkOrder(_ numbers: [Int], _ raw: RawLines, _ what: String, tolerance: Int = 0) {
        require(
            zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
                && numbers.allSatisfy { (1...raw.lines.count + tolerance).contains($0) },
            "expected the \(what) in order within \(raw.lines.count) lines, found \(numbers)")
    }

    /// Checks that an example has the bytes of the document's lines, beginning after a fence.
    private func checkText(of example: SpecificationDocument.Example, _ raw: RawLines) {
        let before = raw[example.line - 1]?.drop { $0 == UInt8(ascii: " ") }
        require(
            before.map { $0.starts(with: "```".utf8) || $0.starts(with: "~~~".utf8) } ?? false,
            "expected a fence before the example at \(example.line), found none")
        for (index, line) in RawLines(Array(example.text.utf8), isFile: false).lines.enumerated() {
            let there = raw[example.line + index] ?? []
            require(
                line == there,
                "expected \(String(decoding: there, as: UTF8.self)) in line \(example.line + index) of the document, found "
                    + "\(String(decoding: line, as: UTF8.self)) in the example")
        }
    }

    /// Checks that a readable example runs, and that an unreadable one reports its first error at its document line.
    private func checkRun(of example: SpecificationDocument.Example, _ raw: RawLines) {
        let transcript = Transcript(Array(example.text.utf8), .lines)
        let expected = transcript.entries.compactMap { entry -> TraceError? in
            guard case .failure(let error) = entry.outcome else { return nil }
            return TraceError(line: example.line + error.line - 1, column: error.column, message: error.message)
        }
        var verifier = TraceVerifier()
        do {
            let failures = try example.run(&verifier)
            require(expected.isEmpty, "expected the example to fail with \(expected), found that it runs")
            require(
                failures.allSatisfy { raw[$0.line] != nil && $0.line >= example.line },
                "expected failures at lines of the example at \(example.line), found \(failures)")
        } catch {
            require(error == expected.first, "expected the first of \(expected), found \(error)")
        }
    }
}
