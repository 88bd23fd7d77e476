public import PageViewAutomation

/// The expectations of a test (TS-001, TS-002).
extension PageViewRecorder {
    /// Expects the next page views to match these expectations, in this order.
    ///
    /// - Throws: ``PageViewTestFailure`` if a page view differs or is missing.
    public func expect(
        _ expected: ExpectedPageView..., fileID: String = #fileID, filePath: StaticString = #filePath,
        line: Int = #line, column: Int = #column
    ) throws(PageViewTestFailure) {
        for view in expected {
            try expect(view, at: TestLocation(fileID, filePath, line, column))
        }
    }

    private func expect(_ expected: ExpectedPageView, at location: TestLocation) throws(PageViewTestFailure) {
        let failure: PageViewTestFailure? = storage.withLock { state in
            let next = state.ledger.expected
            switch state.ledger.exhaustivity {
            case .on:
                guard next < state.ledger.pageViews.count else { return missing(expected, state.ledger, location) }
                // The position advances even if the page view differs, so that one mistake fails one expectation only.
                state.ledger.expected += 1
                let differences = expected.differences(from: state.ledger.pageViews[next])
                return differences.isEmpty ? nil : mismatch(next, expected, differences, state.ledger, location)
            case .off, .offShowingSkipped:
                let found = state.ledger.unexpected.firstIndex { expected.differences(from: $0).isEmpty }
                guard let found else { return missing(expected, state.ledger, location) }
                state.ledger.skipped += state.ledger.pageViews[next..<found]
                state.ledger.expected = found + 1
                return nil
            }
        }
        if let failure { try fail(failure) }
    }

    /// Expects no page view besides those that the test has already expected or skipped.
    ///
    /// - Throws: ``PageViewTestFailure`` if the engine has emitted another page view.
    public func expectNothing(
        fileID: String = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) throws(PageViewTestFailure) {
        let ledger = storage.withLock { $0.ledger }
        guard !ledger.unexpected.isEmpty else { return }
        try fail(
            """
            expected no page view, found \(ledger.unexpected.count).

            \(Text.list(ledger.pageViews, marking: ledger.expected))

            \(reason(for: ledger.unexpected, ledger))
            """,
            advice: """
                  If this is correct, expect it:
                      try recorder.expect(\(ledger.unexpected.map { Text.literal($0.page.name.rawValue) }.joined(separator: ", ")))
                """, at: TestLocation(fileID, filePath, line, column))
    }

    /// Expects a page leave of this page; skips the earlier leaves that do not match.
    ///
    /// - Throws: ``PageViewTestFailure`` if no leave matches.
    public func expectLeave(
        _ page: PageName, _ outcome: PageLeave.Outcome? = nil, fileID: String = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) throws(PageViewTestFailure) {
        try expectNext(
            of: \.leaves, after: \.expectedLeaves,
            "a leave of \(page)\(outcome.map { " with the outcome \($0.rawValue)" } ?? "")",
            at: TestLocation(fileID, filePath, line, column)
        ) {
            $0.page.name == page && (outcome == nil || outcome == $0.outcome)
        } text: {
            "\($0.page)  \($0.outcome.rawValue) at \($0.endedAt)"
        }
    }

    /// Expects an interaction on this page; skips the earlier interactions that do not match.
    ///
    /// The interaction must have these properties, and may have further ones. With `nil` as its page, it must belong to none.
    ///
    /// - Throws: ``PageViewTestFailure`` if no interaction matches.
    public func expectInteraction(
        _ name: String, on page: PageName?, properties: Payload? = nil, fileID: String = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) throws(PageViewTestFailure) {
        try expectNext(
            of: \.interactions, after: \.expectedInteractions,
            "the interaction \(name) on \(page.map { "\($0)" } ?? "no page")",
            at: TestLocation(fileID, filePath, line, column)
        ) { interaction in
            interaction.name == name && interaction.page?.page.name == page
                && (properties?.entries ?? []).allSatisfy { interaction.properties[$0.key] == $0.value }
        } text: {
            "\($0.name)  on \($0.page.map { "\($0.page)" } ?? "no page"), \(Text.payload($0.properties.entries))"
        }
    }

    /// Expects one of the records after a position, and advances the position past the first one that matches.
    private func expectNext<Record>(
        of records: KeyPath<Ledger, [Record]>, after position: WritableKeyPath<Ledger, Int>, _ expected: String,
        at location: TestLocation, where matches: (Record) -> Bool, text: (Record) -> String
    ) throws(PageViewTestFailure) {
        let list: [String]? = storage.withLock { state in
            let rest = state.ledger[keyPath: records][state.ledger[keyPath: position]...]
            guard let found = rest.firstIndex(where: matches) else { return rest.map { "    \(text($0))" } }
            state.ledger[keyPath: position] = found + 1
            return nil
        }
        guard let list else { return }
        try fail(
            "expected \(expected), \(list.isEmpty ? "found none." : "found:\n\n\(list.joined(separator: "\n"))")",
            at: location)
    }

    /// Expects a diagnostic of this kind, in any order: each call expects one.
    ///
    /// At its end, an exhaustive test fails for each diagnostic of a mistake, such as `sharedNotifier`, that it has not expected.
    ///
    /// - Throws: ``PageViewTestFailure`` if no diagnostic of this kind remains.
    public func expectDiagnostic(
        _ kind: Diagnostic.Kind, fileID: String = #fileID, filePath: StaticString = #filePath, line: Int = #line,
        column: Int = #column
    ) throws(PageViewTestFailure) {
        let rest: [Diagnostic]? = storage.withLock { state in
            let rest = state.ledger.unexpectedDiagnostics
            guard let found = rest.firstIndex(where: { $0.kind == kind }) else { return rest }
            state.ledger.unexpectedDiagnostics.remove(at: found)
            return nil
        }
        guard let rest else { return }
        try fail(
            "expected the diagnostic \(kind), \(rest.isEmpty ? "found none." : "found:\n\n\(text(of: rest, sign: " "))")",
            at: TestLocation(fileID, filePath, line, column))
    }

    /// Expects this page to be the engine's current page (QU-004); `nil` expects no current page.
    ///
    /// - Throws: ``PageViewTestFailure`` if the current page differs.
    public func expectCurrentPage(
        _ page: PageName?, fileID: String = #fileID, filePath: StaticString = #filePath, line: Int = #line,
        column: Int = #column
    ) throws(PageViewTestFailure) {
        let current = engine.currentPage
        guard current?.page.name != page else { return }
        let live = engine.livePages.map { "    \($0.page)\($0.isCounted ? "" : "  pending")" }
        try fail(
            """
            expected \(page.map { "the current page \($0)" } ?? "no current page"), \
            found \(current.map { "\($0.page)" } ?? "none").

              \(live.isEmpty ? "No page is in front of the user." : "In front of the user:\n\(live.joined(separator: "\n"))")
            """, at: TestLocation(fileID, filePath, line, column))
    }

    package func skipPageViews() {
        storage.withLock { state in
            state.ledger.skipped += state.ledger.unexpected
            state.ledger.expected = state.ledger.pageViews.count
        }
    }

    /// The skipped page views as text; `nil` if there are none.
    func skippedText(at location: TestLocation) -> String? {
        let skipped = skipped
        guard !skipped.isEmpty else { return nil }
        return """
            \(location): \(skipped.count == 1 ? "1 page view was" : "\(skipped.count) page views were") skipped.

            \(skipped.map { "    \(Text.line($0))" }.joined(separator: "\n"))
            """
    }

    /// Ends the test. Fails it if a supplied page is unused (TS-006), or if a mistake or a page view remains (TS-002).
    func finish(at location: TestLocation) throws(PageViewTestFailure) {
        let ledger = storage.withLock { $0.ledger }
        for pages in ledger.suppliedPages {
            if let finding = pages.finding { try fail(finding, at: pages.location) }
        }
        switch ledger.exhaustivity {
        case .off: skipPageViews()
        case .offShowingSkipped:
            skipPageViews()
            if let text = skippedText(at: location) { print(text) }
        case .on:
            let rest = ledger.unexpected
            let names = rest.map { Text.literal($0.page.name.rawValue) }.joined(separator: ", ")
            func advice(_ expectations: String) -> String {
                """
                  If this is correct, expect it at the end of the test:
                \(expectations)
                  If this test is about something else, pass `exhaustivity: .off`.
                """
            }
            if !ledger.mistakes.isEmpty {
                try fail(
                    """
                    expected no diagnostic of a mistake, found \(ledger.mistakes.count).

                    \(text(of: ledger.mistakes))\(rest.isEmpty ? "" : "\n  Page views that the test did not expect: \(names).")

                    """,
                    advice: advice(
                        ledger.mistakes.map { "      try recorder.expectDiagnostic(.\($0.kind))" }
                            .joined(separator: "\n")), at: location)
            }
            guard !rest.isEmpty else { return }
            try fail(
                """
                expected no further page view, found \(rest.count).

                \(rest.map { "  + \(Text.line($0))" }.joined(separator: "\n"))

                \(reason(for: rest, ledger))
                """, advice: advice("      try recorder.expect(\(names))"), at: location)
        }
    }
}
