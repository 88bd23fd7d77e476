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

extension EnginePolicy {
    /// The choices that differ from the standard policy, in words.
    var inWords: String {
        let choices = [
            cancelledDisappearance == .counts ? "a cancelled disappearance" : nil, reveal == .counts ? "a reveal" : nil,
            foreground == .counts ? "the foreground" : nil,
        ].compactMap(\.self)
        return choices.isEmpty ? "the standard policy" : "\(choices.joined(separator: " and ")) counting"
    }
}
