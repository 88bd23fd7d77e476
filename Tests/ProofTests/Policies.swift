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
