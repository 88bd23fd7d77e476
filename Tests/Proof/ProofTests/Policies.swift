import PageViewAutomation

/// Every combination of the three choices. A page that counts at the foreground does so at once, or after a second.
let allPolicies: [EnginePolicy] = [EnginePolicy.CancelledDisappearance.continues, .counts].flatMap { cancelled in
    [EnginePolicy.Reveal.silent, .counts].flatMap { reveal in
        [EnginePolicy.Foreground.silent, .counts, .counts(after: .seconds(1))].map { foreground in
            EnginePolicy(cancelledDisappearance: cancelled, reveal: reveal, foreground: foreground)
        }
    }
}

/// The policies of random reports, whose times are nanoseconds apart.
let differentialPolicies: [EnginePolicy] = allPolicies.map { policy in
    var policy = policy
    if policy.foreground == .counts(after: .seconds(1)) { policy.foreground = .counts(after: .nanoseconds(3)) }
    return policy
}

extension EnginePolicy {
    /// The choices that differ from the standard policy, in words.
    var inWords: String {
        let choices = [
            cancelledDisappearance == .counts ? "a cancelled disappearance" : nil, reveal == .counts ? "a reveal" : nil,
            foreground == .silent ? nil : foreground == .counts ? "the foreground" : "a late foreground",
        ].compactMap(\.self)
        return choices.isEmpty ? "the standard policy" : "\(choices.joined(separator: " and ")) counting"
    }
}
