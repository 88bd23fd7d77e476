import PageViewAutomation
import TestSupport
import Testing

@testable import TraceAnalysis

/// The sentences that explain a trace.
@Suite(.watched)
struct ExplanationTests {
    @Test(
        "Each way to begin, wait, count and end has a sentence that cites its rules",
        arguments: [
            (
                "0 didAppear a\n1 didDisappear a",
                "no page a/1: appeared at 0 (AP-002), is not a page, so it does not count (AP-001), disappeared at 1 (AP-006)"
            ),
            (
                "0 create a page=a\n0 didAppear a",
                "counted a/1: a appeared at 0 (AP-002), was ready and was counted at once as page view 1 (RD-002), as the first of its scene (PV-003), is live at the end of the trace"
            ),
            (
                "0 create a page=a state=pending\n1 didAppear a\n1.5 ready a\n3 detach a",
                "counted a/1: a appeared at 1 (AP-002), waited 0.5 s to be ready and was counted at 1.5 as page view 1 (RD-002), as the first of its scene (PV-003), lost its window at 3 (AP-006), after 2 s in front of the user (PV-007)"
            ),
            (
                "0 didAppear a\n2 create a page=a\n3 destroy a",
                "counted a/1: a appeared at 0 (AP-002), became a page 2 s later (AP-001) and was counted at 2 as page view 1 (RD-002), as the first of its scene (PV-003), was destroyed at 3 (AP-006), after 3 s in front of the user (PV-007)"
            ),
            (
                "0 create a page=a state=pending\n1 didAppear a\n2 didDisappear a",
                "not counted a/1: a appeared at 1 (AP-002), disappeared at 2 (AP-006), before it was ready, so it does not count (RD-004), after 1 s in front of the user (PV-007)"
            ),
            (
                "0 create a page=a state=pending\n1 didAppear a",
                "waiting a/1: a appeared at 1 (AP-002), waits to be ready at the end of the trace (RD-002)"
            ),
            (
                "0 create a page=a attached=false\n1 didAppear a\n2 attach a\n3 sceneClose",
                "counted a/1: a was reported as shown at 1 without a window (AP-002), got its window at 2 and so appeared (AP-002), was ready and was counted at once as page view 1 (RD-002), as the first of its scene (PV-003), ended with its scene at 3 (AP-009), after 1 s in front of the user (PV-007)"
            ),
            (
                "0 create a page=a attached=false\n0 sceneBackground\n1 didAppear a\n2 didDisappear a",
                "not counted a: a was reported as shown at 1 without a window and in the background (AP-002), disappeared at 2 without having been visible, so it does not count (AP-002)"
            ),
            (
                "0 create a page=a attached=false\n1 didAppear a",
                "waiting a: a was reported as shown at 1 without a window (AP-002), waits to be visible at the end of the trace (AP-002)"
            ),
            (
                "0 create a page=a\n0 sceneBackground\n1 didAppear a\n2 sceneForeground\n3 sessionEnd",
                "counted a/1: a was reported as shown at 1 in the background (AP-002), came to the foreground at 2 and so appeared (AP-002), was ready and was counted at once as page view 1 (RD-002), as the first of its scene (PV-003), ended with its session at 3 (TR-002), after 1 s in front of the user (PV-007)"
            ),
            (
                "0 create a page=a state=pending\n1 didAppear a\n2 sceneBackground\n3 ready a\n4 sceneForeground\n5 attach a scene=b",
                "counted a/1: a appeared at 1 (AP-002), became ready in the background and was counted at 4, on its return, as page view 1 (RD-005), as the first of its scene (PV-003), was in the background from 2 to 4, which does not end the appearance (AP-007), moved to another window at 5 (AP-006), after 2 s in front of the user (PV-007)"
            ),
            (
                "0 create a page=a state=pending\n0 didAppear a\n1 sceneBackground\n2 ready a\n3 detach a",
                "not counted a/1: a appeared at 0 (AP-002), was in the background from 1 to 3, which does not end the appearance (AP-007), became ready at 2, in the background (RD-005), lost its window at 3 (AP-006), before it was ready in front of the user, so it does not count (PV-007), after 1 s in front of the user (PV-007)"
            ),
            (
                "0 create a page=a state=pending\n0 didAppear a\n1 sceneBackground\n2 ready a\n3 pending a\n4 ready a\n5 pending a\n6 didDisappear a",
                "not counted a/1: a appeared at 0 (AP-002), was in the background from 1 to 6, which does not end the appearance (AP-007), became ready at 2, in the background (RD-005), disappeared at 6 (AP-006), before it was ready in front of the user, so it does not count (PV-007), after 1 s in front of the user (PV-007)"
            ),
            (
                "0 create a page=a\n0 didAppear a\n1 sceneBackground\n100 sceneClose",
                "counted a/1: a appeared at 0 (AP-002), was ready and was counted at once as page view 1 (RD-002), as the first of its scene (PV-003), was in the background from 1 to 100, which does not end the appearance (AP-007), ended with its scene at 100 (AP-009), after 1 s in front of the user (PV-007)"
            ),
            (
                "0 create a page=a state=pending\n0 didAppear a\n1 sceneBackground\n2 ready a",
                "waiting a/1: a appeared at 0 (AP-002), was in the background from 1 on, which does not end the appearance (AP-007), is ready, and waits for its scene to come to the foreground (RD-005)"
            ),
            (
                "0 didAppear a\n3 create a page=a state=pending\n4 sceneBackground\n60 sceneForeground\n61 ready a",
                "counted a/1: a appeared at 0 (AP-002), became a page 3 s later, at 3 (AP-001), waited 58 s more to be ready and was counted at 61 as page view 1 (RD-002), as the first of its scene (PV-003), was in the background from 4 to 60, which does not end the appearance (AP-007), is live at the end of the trace"
            ),
            (
                "0 didAppear a\n1 sceneBackground\n2 create a page=a\n3 sceneForeground",
                "counted a/1: a appeared at 0 (AP-002), became a page 2 s later, at 2 (AP-001), was ready and was counted at 3, on its return, as page view 1 (RD-005), as the first of its scene (PV-003), was in the background from 1 to 3, which does not end the appearance (AP-007), is live at the end of the trace"
            ),
            (
                "0 create a page=a attached=false\n0 didAppear a\n1 sceneBackground\n2 attach a\n4 sceneForeground",
                "counted a/1: a was reported as shown at 0 without a window (AP-002), from 1 on without a window and in the background (AP-002), from 2 on in the background (AP-002), came to the foreground at 4 and so appeared (AP-002), was ready and was counted at once as page view 1 (RD-002), as the first of its scene (PV-003), is live at the end of the trace"
            ),
            (
                "0 create a page=a\n0 sceneBackground\n1 didAppear a\n2 detach a\n3 sceneForeground",
                "waiting a: a was reported as shown at 1 in the background (AP-002), from 2 on without a window and in the background (AP-002), from 3 on without a window (AP-002), waits to be visible at the end of the trace (AP-002)"
            ),
            (
                "0 create a page=a scene=one\n1 sceneBackground one\n2 didAppear a\n3 create a scene=two\n4 didDisappear a",
                "counted a/1: a was reported as shown at 2 in the scene one in the background (AP-002), moved to the window of two at 3 and so appeared (AP-002), was ready and was counted at once as page view 1 (RD-002), as the first of the scene two (PV-003), disappeared at 4 (AP-006), after 1 s in front of the user (PV-007)"
            ),
            (
                "0 create a page=a\n0 didAppear a\n0 create b page=b scene=two\n1 didAppear b",
                "counted b/1: b appeared at 1 in the scene two (AP-002), was ready and was counted at once as page view 2 (RD-002), as the first of the scene two (PV-003), is live at the end of the trace"
            ),
            (
                "0 create a page=a\n1 didAppear a\n2 willDisappear a\n3 didAppear a",
                "counted a/1: a appeared at 1 (AP-002), was ready and was counted at once as page view 1 (RD-002), as the first of its scene (PV-003), appeared again at 3 without disappearing, which is the same visit (AP-004), is live at the end of the trace"
            ),
            (
                "0 create a page=a state=pending\n1 didAppear a\n2 record a",
                "counted a/1: a appeared at 1 (AP-002), was counted by hand at 2 as page view 1 (RD-011), as the first of its scene (PV-003), is live at the end of the trace"
            ),
            (
                "0 create d page=\"item 1\"\n0 didAppear d\n5 ready d page=\"item 2\"\n9 didDisappear d",
                "counted d/1: item 1 appeared at 0 (AP-002), was ready and was counted at once as page view 1 (RD-002), as the first of its scene (PV-003), was called item 2 at 5, which is the same visit (PV-004), disappeared at 9 (AP-006), after 9 s in front of the user (PV-007)"
            ),
            (
                "0 create d page=a\n0 didAppear d\n1 ready d page=a\n2 pending d page=b\n3 ready d page=\" \"\n4 ready d page=b\n5 create d page=c\n6 ready d page=a",
                "counted d/1: a appeared at 0 (AP-002), was ready and was counted at once as page view 1 (RD-002), as the first of its scene (PV-003), was called b at 2, c at 5 and a at 6, which is the same visit (PV-004), is live at the end of the trace"
            ),
            (
                "1 record page=a",
                "counted manual/1: a was counted by hand at 1 as page view 1, without an appearance (RD-011), as the first of its scene (PV-003)"
            ),
            (
                "0 create a page=a\n1 deepLink app://a source=mail\n2 didAppear a",
                "link app://a: was opened from mail at 1 before any page (PV-006), was carried by a/1 (PV-006)"
            ),
            (
                "0 create a page=a\n0 didAppear a\n1 didDisappear a\n2 deepLink app://a",
                "link app://a: was opened at 2 with the last page, a/1, as its referrer (PV-006), waits at the end of the trace for a page that appears in its scene by 32 (PV-009)"
            ),
            (
                "0 create a page=a\n0 didAppear a\n2 deepLink app://a\n3 deepLink app://b\n4 sceneBackground",
                "link app://a: was opened at 2 on a/1 (PV-006), was replaced at 3 by the link app://b (PV-006)"
            ),
            (
                "0 create a page=a\n0 didAppear a\n2 deepLink app://a\n3 deepLink app://b\n4 sceneBackground",
                "link app://b: was opened at 3 on a/1 (PV-006), was dropped at 4, when its scene went to the background (PV-006)"
            ),
            (
                "0 deepLink app://a\n1 create a page=a state=pending\n2 didAppear a",
                "link app://a: was opened at 0 before any page (PV-006), waits at the end of the trace for a page that appears in any scene by 30 (PV-009)"
            ),
            (
                "0 create a page=a\n0 didAppear a\n2 deepLink app://a page=shop",
                "link app://a: was opened at 2 on a/1 (PV-006), waits at the end of the trace for the page shop to appear in its scene after it (PV-009)"
            ),
            (
                "0 deepLink app://a page=shop expires=5\n1 create a page=shop scene=b\n2 didAppear a",
                "link app://a: was opened at 0 in the scene main before any page (PV-006), to the page shop (PV-009), was carried by a/1 (PV-006)"
            ),
            (
                "0 deepLink app://a expires=1\n2 create a page=a\n3 didAppear a",
                "link app://a: was opened at 0 before any page (PV-006), was dropped at 3: no page that may carry it had appeared by 1 (PV-009)"
            ),
            (
                "1 interaction tap",
                "interaction tap: was recorded at 1, without a page: its scene had no current page (PV-005)"
            ),
            (
                "0 create a page=a\n0 didAppear a\n1 interaction tap",
                "interaction tap: was recorded at 1, on a/1, the current page of its scene (PV-005)"
            ),
            (
                "0 create a page=a\n0 didAppear a\n1 interaction tap component=a",
                "interaction tap: was recorded at 1 with a, on a/1, the page of the component itself (PV-005)"
            ),
            (
                "0 create a page=a\n0 didAppear a\n0 create b parent=a\n1 interaction tap component=b",
                "interaction tap: was recorded at 1 with b, on a/1, the nearest page around the component (PV-005)"
            ),
            (
                "0 create b\n0 create a page=a parent=b\n0 didAppear a\n1 interaction tap component=b",
                "interaction tap: was recorded at 1 with b, on a/1, the page in front inside the component (PV-005)"
            ),
            (
                "0 create a page=a\n0 didAppear a\n0 create b\n1 interaction tap component=b",
                "interaction tap: was recorded at 1 with b, on a/1, the current page of its scene, because b has no page in front inside or around it (PV-005)"
            ),
            (
                "0 create a page=a\n0 didAppear a\n1 interaction tap component=b",
                "interaction tap: was recorded at 1 with b, on a/1, the current page of its scene, because no component of this name exists (PV-005)"
            ),
            (
                "0 create a page=a\n1 begin\n1 didAppear a\n1 interaction tap",
                "interaction tap: was recorded at 1, without a page: its scene had no current page before the update (PV-005)"
            ),
            (
                "0 create a page=a\n0 didAppear a\n4 record a page=again",
                "not counted a: record of a at 4, line 3, counted nothing: the appearance has already been counted, as a/1 (RD-011)"
            ),
            (
                "0 deepLink app://a\n1 discardDeepLink",
                "link app://a: was opened at 0 before any page (PV-006), was discarded at 1 (PV-006)"
            ),
            (
                "0 create a page=a scene=left\n0 didAppear a\n1 deepLink app://a\n2 deepLink app://b scene=main\n3 discardDeepLink",
                "link app://a: was opened at 1 in the scene left on a/1 (PV-006), was discarded at 3 (PV-006)"
            ),
            (
                "0 create a page=a scene=left\n0 didAppear a\n1 deepLink app://a\n2 discardDeepLink main\n3 discardDeepLink other",
                "link app://a: was opened at 1 on a/1 (PV-006), waits at the end of the trace for a page that appears in its scene by 31 (PV-009)"
            ),
            (
                "0 create a page=a\n0 didAppear a\n5 ready a page=b",
                "diagnostic a: ready of a at 5, line 3, counts nothing: the component was counted as a and now declares b; another page needs another component (PV-004) [renamedWhileCounted]"
            ),
            (
                "0 deepLink app://a\n1 sceneClose",
                "link app://a: was opened at 0 before any page (PV-006), was dropped at 1 with its scene (PV-006)"
            ),
            (
                "0 deepLink app://a\n1 sessionEnd",
                "link app://a: was opened at 0 before any page (PV-006), was dropped at 1 with its session (TR-002)"
            ),
            (
                "0 create a page=a scene=left\n0 didAppear a\n1 deepLink app://a scene=right",
                "link app://a: was opened at 1 in the scene right with a/1 in the scene left as its referrer (PV-006), waits at the end of the trace for a page that appears in its scene by 31 (PV-009)"
            ),
            (
                "0 create a page=a\n1 didAppear a\n1 didAppear a",
                "diagnostic a: didAppear of a at 1, line 3, changed nothing: the component is already in front of the user (AP-004) [duplicateDidAppear]"
            ),
            (
                "0 create a page=a attached=false\n1 didAppear a\n2 didAppear a",
                "diagnostic a: didAppear of a at 2, line 3, changed nothing: the component is already reported as shown, and is not visible yet (AP-002) [duplicateDidAppear]"
            ),
            (
                "0 create a attached=false\n1 didAppear a\n2 willAppear a",
                "diagnostic a: willAppear of a at 2, line 3, announced nothing: the component is already reported as shown (LC-002) [unexpectedWillAppear]"
            ),
            (
                "1 willAppear a\n2 willAppear a",
                "diagnostic a: willAppear of a at 2, line 2, announced nothing: an appearance is already announced (LC-002) [unexpectedWillAppear]"
            ),
            (
                "1 didAppear a\n2 willDisappear a\n3 willDisappear a",
                "diagnostic a: willDisappear of a at 3, line 3, announced nothing: a disappearance is already announced (LC-002) [unexpectedWillDisappear]"
            ),
            (
                "0 create a page=a\n0 didAppear a\n1 sceneBackground\n2 willAppear a\n3 didAppear a",
                "diagnostic a: willAppear of a at 2, line 4, announced nothing: the component is already reported as shown (LC-002) [unexpectedWillAppear]"
            ),
            (
                "0 create a page=a\n0 didAppear a\n1 sceneBackground\n2 didAppear a",
                "diagnostic a: didAppear of a at 2, line 4, changed nothing: the component is already reported as shown (AP-004) [duplicateDidAppear]"
            ),
            (
                "0 create c\n1 destroy c\n2 create c page=c\n3 didAppear c\n4 didAppear c",
                "diagnostic c~2: didAppear of c~2 at 4, line 5, changed nothing: the component is already in front of the user (AP-004) [duplicateDidAppear]"
            ),
            (
                "3 create a page=\" \"",
                "diagnostic a: create of a at 3, line 1, was applied without its page: the name is blank (RD-009) [emptyPageName]"
            ),
            (
                "3 ready a page=\" \"",
                "diagnostic a: ready of a at 3, line 1, was rejected: the page has a blank name (RD-009) [emptyPageName]"
            ),
            (
                "-5 create a page=a",
                "diagnostic a: create of a at 0, line 1, has the time -5, before the beginning of a trace, so the time 0 applies (ORD-006) [timeWentBack]"
            ),
            (
                "5 create a page=a\n3.5 didAppear b",
                "diagnostic b: didAppear of b at 5, line 2, has the time 3.5, earlier than the event before it, so the time 5 applies (ORD-006) [timeWentBack]"
            ),
            ("5 create a\nnote \"it flickered\"", "note line 2: it flickered"),
            ("note \"it flickered\"", "note line 1: it flickered"),
        ])
    func sentences(trace: String, sentence: String) throws {
        let explanations = try explained(trace).map { "\(word($0.verdict)) \($0.subject): \($0.text)" }
        #expect(explanations.contains(sentence), "\(explanations.joined(separator: "\n"))")
    }

    @Test(
        "The sentence about an appearance that a policy began cites the policy's rule",
        arguments: [
            ("policy.cancelledDisappearance=counts", "2 willDisappear a\n3 didAppear a", "POL-002"),
            ("policy.reveal=counts", "2 create b page=b\n2 didAppear b\n3 didDisappear b", "POL-003"),
            ("policy.foreground=counts", "2 sceneBackground\n3 sceneForeground", "POL-004"),
        ])
    func policies(policy: String, events: String, rule: String) throws {
        let explanations = try explained("trace \(policy)\n0 create a page=a\n1 didAppear a\n\(events)")
        let second = try #require(explanations.first { $0.subject == "a/2" })
        #expect(second.rules.contains(rule), "\(second.text)")
        let first = try #require(explanations.first { $0.subject == "a/1" })
        #expect(first.text.contains("was replaced by a new visit at 3 (POL-001)"))
    }

    @Test("Each kind of diagnostic has a reason and a rule", arguments: Diagnostic.Kind.allCases)
    func everyKindHasAReason(kind: Diagnostic.Kind) throws {
        for presence in [ComponentStatus.Presence.hidden, .held, .live] {
            let remark = TraceHistory.DiagnosticStory(
                session: nil, line: 1, time: .zero, component: "a", identity: "a", scene: "main", presence: presence,
                isSceneForeground: true, kind: kind, report: "didAppear", reportedTime: nil, renaming: nil)
            let reason = remark.reason
            #expect(!reason.rule.isEmpty && !reason.text.parts.isEmpty)
        }
    }

    @Test("The explanation of each diagnostic that a trace can cause cites one rule")
    func everyKindOfDiagnosticHasARule() throws {
        let causedByNoTrace: [Diagnostic.Kind] = [
            .sharedNotifier, .computedNotifier, .replacedNotifier, .foreignIdentity,
        ]
        let kinds = Diagnostic.Kind.allCases.filter { !causedByNoTrace.contains($0) }
        let explanations = try explained(
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
            4 create f page=f
            4 didAppear f
            4 ready f page=g
            5 select f
            5 commit
            5 show [h] [h]
            6 deepLink x expires=1
            8 create i page=i
            8 didAppear i
            """)
        let diagnostics = explanations.filter { $0.verdict == .diagnostic }
        for kind in kinds {
            let own = diagnostics.filter { $0.text.hasSuffix("[\(kind.rawValue)]") }
            #expect(!own.isEmpty, "\(kind.rawValue)")
            for explanation in own { #expect(explanation.rules.count == 1, "\(explanation.text)") }
        }
        #expect(Set(diagnostics.map { $0.text.split(separator: " ").dropFirst(7).joined() }).count >= kinds.count)
    }

    @Test("The explanation escapes control characters in names")
    func namesAreHarmless() throws {
        let explanations = try explained(
            #"0 create "a\u001b[31m\n" page="\u202eb\u0007""# + "\n" + #"0 didAppear "a\u001b[31m\n""#)
        var writer = ExplanationWriter()
        writer.fitColumns(to: explanations.map(\.item))
        for explanation in explanations { writer.writeLine(explanation) }
        let text = String(decoding: writer.takeBytes(), as: UTF8.self)
        #expect(text.hasPrefix(#"0  counted      a\u{1B}[31m\u{A}/1  \u{202E}b\u{7} appeared at 0"#))
        #expect(text.unicodeScalars.filter { $0.value < 0x20 }.map(\.value) == [0x0A])
    }

    @Test("A sentence sums up repetitions and stays below 500 bytes")
    func repetitionsAreSummedUp() throws {
        let count = TestDepth.number(400, proof: 4_000)
        let ways: [(line: (Int) -> String, sum: String)] = [
            (
                { "\(10 * $0) sceneBackground\n\(10 * $0 + 4) sceneForeground\n" },
                "was in the background \(count) times, from 10 to \(10 * count + 4), for \(4 * count) s in total, "
                    + "which does not end the appearance (AP-007)"
            ),
            (
                { "\($0) willDisappear a\n\($0) didAppear a\n" },
                "appeared again \(count) times without disappearing, from 1 to \(count), which is the same visit (AP-004)"
            ),
            (
                { "\($0) ready a page=p\($0)\n" },
                "was renamed \(count) times, first p1 at 1 and last p\(count) at \(count), which is the same visit (PV-004)"
            ),
        ]
        for way in ways {
            let lines = (1...count).map(way.line).joined()
            let explanations = try explained("0 create a page=a\n0 didAppear a\n" + lines)
            // All renames together cause one diagnostic.
            #expect(explanations.count { $0.verdict != .diagnostic } == 1 && explanations.count <= 2)
            #expect(explanations[0].text.contains(way.sum), "\(explanations[0].text.prefix(1_000))")
            #expect(explanations[0].text.utf8.count < 500)
        }
        let open = try explained(
            "0 create a page=a\n0 didAppear a\n"
                + (1...4).map { "\($0) sceneForeground\n\($0).5 sceneBackground\n" }.joined())
        #expect(
            open[0].text.contains(
                "4 times, from 1.5 on, for 1.5 s without the last stay, which does not end the appearance"))
    }

    private func word(_ verdict: Explanation.Verdict) -> String {
        switch verdict {
        case .counted: "counted"
        case .uncounted: "not counted"
        case .waiting: "waiting"
        case .untracked: "no page"
        case .unshown: "never shown"
        case .diagnostic: "diagnostic"
        case .link: "link"
        case .interaction: "interaction"
        case .before: "before"
        case .note: "note"
        }
    }
}
