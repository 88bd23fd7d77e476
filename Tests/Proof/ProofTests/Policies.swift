import PageViewAutomation

/// Every combination of the choices. A choice that takes a time counts at once, or after a second.
let allPolicies: [EnginePolicy] = EnginePolicy.Choice.allCases.reduce([.standard]) { policies, choice in
    policies.flatMap { policy in
        ([nil, 0] + (choice.takesTime ? [1_000_000_000] : [])).map { (answer: Int64?) in
            var policy = policy
            policy[choice] = answer
            return policy
        }
    }
}

/// The policies of random reports, whose times are nanoseconds apart.
let differentialPolicies: [EnginePolicy] = allPolicies.map { policy in
    var policy = policy
    for choice in EnginePolicy.Choice.allCases where policy[choice] == 1_000_000_000 { policy[choice] = 3 }
    return policy
}

extension EnginePolicy {
    /// The choices that differ from the standard policy, in words.
    var inWords: String {
        let choices = Choice.allCases.compactMap { choice in
            self[choice].map { "\(choice.rawValue)\($0 == 0 ? "" : " after a time")" }
        }
        return choices.isEmpty ? "the standard policy" : "\(choices.joined(separator: " and ")) counting"
    }
}
