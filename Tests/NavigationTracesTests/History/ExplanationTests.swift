import NavigationTraces
import PageViewAutomation
import Testing

/// What is said of a trace in plain words.
struct ExplanationTests {
    private func explained(_ text: String) throws -> [Explanation] {
        var reader = TraceReader(notation: .lines)
        reader.append(text.utf8)
        reader.finish()
        var writer = HistoryWriter()
        while let line = try reader.next() { writer.take(line, number: reader.lineNumber) }
        return writer.finish().items.compactMap { Explanation($0) }
    }

    @Test(
        "each way of beginning, waiting, counting and ending has its words and its rules",
        arguments: [
            (
                "0 didAppear a\n1 didDisappear a",
                "no page a/1: appeared at 0 (AP-002), is no page, so there is nothing to count (AP-001), disappeared at 1 (AP-006)"
            ),
            (
                "0 create a page=a\n0 didAppear a",
                "counted a/1: a appeared at 0 (AP-002), was ready and was counted at once as page view 1 (RD-002), as the first of its scene (PV-003), is there at the end of the trace"
            ),
            (
                "0 create a page=a state=pending\n1 didAppear a\n1.5 ready a\n3 detach a",
                "counted a/1: a appeared at 1 (AP-002), waited 0.5 s to be ready and was counted at 1.5 as page view 1 (RD-002), as the first of its scene (PV-003), lost its window at 3 (AP-006), after 2 s in front of the user (PV-007)"
            ),
            (
                "0 didAppear a\n2 create a page=a\n3 destroy a",
                "counted a/1: a appeared at 0 (AP-002), said 2 s later that it is a page and was counted at 2 as page view 1 (RD-002), as the first of its scene (PV-003), was destroyed at 3 (AP-006), after 3 s in front of the user (PV-007)"
            ),
            (
                "0 create a page=a state=pending\n1 didAppear a\n2 didDisappear a",
                "not counted a/1: a appeared at 1 (AP-002), disappeared at 2 (AP-006), before it was ready, so it does not count (RD-004), after 1 s in front of the user (PV-007)"
            ),
            (
                "0 create a page=a state=pending\n1 didAppear a",
                "waiting a/1: a appeared at 1 (AP-002), waits to be ready at the end of the trace"
            ),
            (
                "0 create a page=a attached=false\n1 didAppear a\n2 attach a\n3 sceneClose",
                "counted a/1: a was said to be shown at 1 without a window (AP-002), got its window at 2 and so appeared (AP-002), was ready and was counted at once as page view 1 (RD-002), as the first of its scene (PV-003), went with its scene at 3 (AP-009), after 1 s in front of the user (PV-007)"
            ),
            (
                "0 create a page=a attached=false\n0 sceneBackground\n1 didAppear a\n2 didDisappear a",
                "not counted a: a was said to be shown at 1 without a window and in the background (AP-002), disappeared at 2 without ever having been seen, so it does not count (AP-002)"
            ),
            (
                "0 create a page=a attached=false\n1 didAppear a",
                "waiting a: a was said to be shown at 1 without a window (AP-002), waits to be seen at the end of the trace"
            ),
            (
                "0 create a page=a\n0 sceneBackground\n1 didAppear a\n2 sceneForeground\n3 sessionEnd",
                "counted a/1: a was said to be shown at 1 in the background (AP-002), came to the foreground at 2 and so appeared (AP-002), was ready and was counted at once as page view 1 (RD-002), as the first of its scene (PV-003), went with its session at 3 (TR-002), after 1 s in front of the user (PV-007)"
            ),
            (
                "0 create a page=a state=pending\n1 didAppear a\n2 sceneBackground\n3 ready a\n4 sceneForeground\n5 attach a scene=b",
                "counted a/1: a appeared at 1 (AP-002), became ready in the background and was counted at 4, on its return, as page view 1 (RD-005), as the first of its scene (PV-003), was in the background from 2 to 4, which ends nothing (AP-007), went to another window at 5 (AP-006), after 2 s in front of the user (PV-007)"
            ),
            (
                "0 create a page=a\n1 didAppear a\n2 willDisappear a\n3 didAppear a",
                "counted a/1: a appeared at 1 (AP-002), was ready and was counted at once as page view 1 (RD-002), as the first of its scene (PV-003), came back at 3 without having gone, which is the same visit (AP-004), is there at the end of the trace"
            ),
            (
                "0 create a page=a state=pending\n1 didAppear a\n2 record a",
                "counted a/1: a appeared at 1 (AP-002), was counted by hand at 2 as page view 1 (RD-011), as the first of its scene (PV-003), is there at the end of the trace"
            ),
            (
                "1 record page=a",
                "counted manual/1: a was counted by hand at 1 as page view 1, with no appearance to count (RD-011), as the first of its scene (PV-003)"
            ),
            (
                "0 create a page=a\n1 deepLink app://a source=mail\n2 didAppear a",
                "link app://a: was opened from mail at 1 before there was any page (PV-006), rode on a/1"
            ),
            (
                "0 create a page=a\n1 didAppear a\n1 didAppear a",
                "odd a: didAppear at 1 changed nothing: it is in front of the user already (AP-004) [duplicateDidAppear]"
            ),
        ])
    func sentences(trace: String, sentence: String) throws {
        let told = try explained(trace).map { "\(word($0.verdict)) \($0.subject): \($0.text)" }
        #expect(told.contains(sentence), "\(told.joined(separator: "\n"))")
    }

    @Test(
        "what a policy counts is told with the policy's rule",
        arguments: [
            ("policy.cancelledDisappearance=counts", "2 willDisappear a\n3 didAppear a", "POL-002"),
            ("policy.reveal=counts", "2 create b page=b\n2 didAppear b\n3 didDisappear b", "POL-003"),
            ("policy.foreground=counts", "2 sceneBackground\n3 sceneForeground", "POL-004"),
        ])
    func policies(policy: String, events: String, rule: String) throws {
        let told = try explained("trace \(policy)\n0 create a page=a\n1 didAppear a\n\(events)")
        let second = try #require(told.first { $0.subject == "a/2" })
        #expect(second.rules.contains(rule), "\(second.text)")
        let first = try #require(told.first { $0.subject == "a/1" })
        #expect(first.text.contains("gave way to a new visit at 3 (POL-001)"))
    }

    @Test("every kind of diagnostic has words of its own, and a rule")
    func everyKindOfDiagnosticHasARule() throws {
        let kinds: [Diagnostic.Kind] = [
            .duplicateDidAppear, .didDisappearWithoutAppear, .unexpectedWillAppear, .unexpectedWillDisappear,
            .eventAfterDestroy, .timeWentBack, .emptyPageName, .recordWithoutPage, .parentCycle,
        ]
        let told = try explained(
            """
            0 create a page=a
            1 didAppear a
            1 didAppear a
            1 willAppear a
            2 didDisappear a
            2 didDisappear a
            2 willDisappear a
            1 didAppear a
            3 create c parent=c
            3 create d page=" "
            3 destroy a
            3 didAppear a
            3 record e
            """)
        let odd = told.filter { $0.verdict == .odd }
        for kind in kinds {
            let own = odd.filter { $0.text.hasSuffix("[\(kind.rawValue)]") }
            #expect(!own.isEmpty, "\(kind.rawValue)")
            for explanation in own { #expect(explanation.rules.count == 1, "\(explanation.text)") }
        }
        #expect(Set(odd.map { $0.text.split(separator: " ").dropFirst(3).joined() }).count >= kinds.count)
    }

    @Test("a name cannot give orders to a terminal")
    func namesAreHarmless() throws {
        let told = try explained(
            #"0 create "a\u001b[31m\n" page="\u202eb\u0007""# + "\n" + #"0 didAppear "a\u001b[31m\n""#)
        var writer = ExplanationWriter()
        writer.writeLines(told)
        let text = String(decoding: writer.takeBytes(), as: UTF8.self)
        #expect(text.hasPrefix("0  counted      a?[31m?/1  ?b? appeared at 0"))
        #expect(text.unicodeScalars.filter { $0.value < 0x20 }.map(\.value) == [0x0A])
    }

    private func word(_ verdict: Explanation.Verdict) -> String {
        switch verdict {
        case .counted: "counted"
        case .uncounted: "not counted"
        case .waiting: "waiting"
        case .untracked: "no page"
        case .odd: "odd"
        case .link: "link"
        }
    }
}
