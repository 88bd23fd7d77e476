import NavigationTraces
import PageViewAutomation
import TestSupport
import Testing

/// The engine emits the same records as a model that was written from the specification alone. Both give the same
/// answer to every query after every event.
@Suite(.watched)
struct DifferentialTests {
    @Test(
        "The engine agrees with the reference model on every journey",
        arguments: try TestDepth.sample(16, of: Traces.journeys()))
    func journeysAgree(trace: Traces.Trace) {
        expectAgreement(trace)
    }

    @Test(
        "The engine agrees with the reference model on every example",
        arguments: try TestDepth.sample(40, of: Traces.examples()))
    func examplesAgree(trace: Traces.Trace) {
        expectAgreement(trace)
    }

    /// Compares the engine with the model under every policy.
    private func expectAgreement(_ trace: Traces.Trace) {
        for policy in differentialPolicies {
            var pair = Pair(policy: policy)
            for event in trace.events {
                if let difference = pair.take(.event(event)) {
                    Issue.record("\(trace.testDescription), \(policy), after \(event):\n\(difference)")
                    break
                }
            }
        }
    }

    @Test("The engine agrees with the reference model on random reports", arguments: differentialPolicies)
    func randomStepsAgree(policy: EnginePolicy) {
        let all = Proof.isAskedWhole ? 480_000 : Proof.isAsked ? 48_000 : 120
        let sequences = all / differentialPolicies.count
        // Each policy and each seed of a run gets numbers of its own, so that no sequence is tried twice.
        let first = (Proof.seed &* 16 &+ UInt64(differentialPolicies.firstIndex(of: policy) ?? 0)) &* 1_000_000
        let choices: [RandomSteps.Choice] = [.many, .containers, .few, .selections, .lists]
        for number in 0..<sequences {
            let seed = first &+ UInt64(number)
            let choice = choices[number % choices.count]
            var random = RandomSteps(seed: seed, choice)
            let steps = random.take(60)
            guard let end = Disagreement.first(in: steps, policy) else { continue }
            let shortest = Disagreement.shortened(Array(steps[...end]), policy)
            let difference = Disagreement.text(of: shortest, policy) ?? ""
            Issue.record(
                """
                sequence \(number) of seed \(Proof.seed), step \(end), \(policy); the shortest sequence found with this difference:
                \(Disagreement.notation(shortest))
                \(difference)
                """)
            return
        }
        Proof.claim(
            "model: \(sequences) random sequences of 60 reports give the records of the model, \(policy.inWords), "
                + "seed \(Proof.seed)")
    }
}
