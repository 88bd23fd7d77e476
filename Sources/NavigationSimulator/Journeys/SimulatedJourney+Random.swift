import NavigationTraces
import PageViewAutomation

extension SimulatedJourney {
    /// A random journey: the same seed gives the same one (rule SIM-006).
    ///
    /// - Parameters:
    ///   - seed: Where the random numbers begin.
    ///   - framework: What the app is made with.
    ///   - count: How many actions it has.
    public static func random(seed: UInt64, framework: UIFramework = .uiKit, actions count: Int) -> SimulatedJourney {
        var user = RandomUser(seed: seed, framework: framework)
        var journey = SimulatedJourney(framework: framework, view: user.view)
        while journey.actions.count < count { journey.actions.append(user.act()) }
        return journey
    }
}
