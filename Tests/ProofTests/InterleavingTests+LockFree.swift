import Testing

/// What is shared without a lock, over every interleaving: the word of the lock itself, and the page that is read without one.
extension InterleavingTests {
    private static func lock(_ locks: [Int], rounds: Int, _ fault: LockProtocol.Fault? = nil) -> Findings {
        var findings = Findings()
        findings.add(InterleavingExplorer(LockProtocol(locks: locks, rounds: rounds, fault)), ["\(locks)"])
        return findings
    }

    @Test(
        "One thread at a time has a lock, and nobody sleeps for ever",
        arguments: [
            ([0, 0], 3, 541), ([0, 0, 0], 2, 4_569), ([0, 0, 1], 2, 1_554), ([0, 0, 1, 1], 1, 1_791),
        ])
    func lock(locks: [Int], rounds: Int, states: Int) {
        let findings = Self.lock(locks, rounds: rounds)
        let kinds = Set(locks).count
        Proof.claim(
            "a lock in every interleaving: \(locks.count) threads, \(kinds) locks in one place, \(rounds) times: \(findings)"
        )
        #expect(findings.faults.first == nil)
        #expect(findings.states == states)
    }

    @Test("Every fault that is put into the lock is found", arguments: LockProtocol.Fault.allCases)
    func faultsOfTheLock(fault: LockProtocol.Fault) {
        let findings = Self.lock([0, 0], rounds: 2, fault)
        #expect(!findings.faults.isEmpty)
        claimFound("\(fault)", findings)
    }

    /// All ways of publishing so many pages one after the other.
    private static func published(_ changes: Int, _ fault: PublishedPage.Fault? = nil) -> Findings {
        var findings = Findings()
        var scripts = PublishedPage.World.all.map { [$0] }
        for _ in 0..<changes { scripts = scripts.flatMap { script in PublishedPage.World.all.map { script + [$0] } } }
        for script in scripts {
            findings.add(InterleavingExplorer(PublishedPage(script, fault)), ["\(script.map(\.answer))"])
            if fault != nil, !findings.faults.isEmpty { return findings }
        }
        return findings
    }

    @Test("Who reads the current page sees it before or after each change, and waits for nobody")
    func publishedPage() {
        let findings = Self.published(Proof.isAsked ? 2 : 1)
        Proof.claim("the current page, read twice while it changes, in every interleaving: \(findings)")
        #expect(findings.faults.first == nil)
        #expect(findings.starts == (Proof.isAsked ? 2_197 : 169))
        #expect(findings.states == (Proof.isAsked ? 1_435_215 : 32_277))
    }

    @Test("Every fault that is put into the published page is found", arguments: PublishedPage.Fault.allCases)
    func faultsOfThePage(fault: PublishedPage.Fault) {
        let findings = Self.published(fault == .copyInUseIsFilled ? 1 : 2, fault)
        #expect(!findings.faults.isEmpty)
        claimFound("\(fault)", findings)
    }

    /// By what it does, without the steps that lead there.
    private func claimFound(_ fault: String, _ findings: Findings) {
        let effect = findings.faults.first?.split(separator: " after [").first ?? ""
        Proof.claim("fault put into the protocol is found: \(fault), \(effect)")
    }
}
