import PageViewAutomation

/// Every combination of the choices on which products differ.
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
    /// The choices in which it differs from the standard.
    var inWords: String {
        let choices = [
            cancelledDisappearance == .counts ? "a cancelled disappearance" : nil, reveal == .counts ? "a reveal" : nil,
            foreground == .counts ? "the foreground" : nil,
        ].compactMap(\.self)
        return choices.isEmpty ? "the standard policy" : "\(choices.joined(separator: " and ")) counting"
    }
}
