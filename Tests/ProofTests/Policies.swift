import PageViewAutomation

/// All eight policies: every combination of the three choices.
let allPolicies: [EnginePolicy] = [false, true].flatMap { cancelled in
    [false, true].flatMap { reveal in
        [false, true].map { foreground in
            EnginePolicy(
                cancelledDisappearance: cancelled ? .counts : .continues, reveal: reveal ? .counts : .silent,
                foreground: foreground ? .counts : .silent)
        }
    }
}

/// All policies with the third answer to a return to the foreground, too: only after at least this time.
let differentialPolicies: [EnginePolicy] =
    allPolicies
    + allPolicies.filter { $0.foreground == .counts }.map { policy in
        var policy = policy
        policy.foreground = .counts(after: .nanoseconds(3))
        return policy
    }

extension EnginePolicy {
    /// The choices that differ from the standard policy, in words.
    var inWords: String {
        let choices = [
            cancelledDisappearance == .counts ? "a cancelled disappearance" : nil, reveal == .counts ? "a reveal" : nil,
            foreground == .counts ? "the foreground" : foreground == .silent ? nil : "a late foreground",
        ].compactMap(\.self)
        return choices.isEmpty ? "the standard policy" : "\(choices.joined(separator: " and ")) counting"
    }
}
