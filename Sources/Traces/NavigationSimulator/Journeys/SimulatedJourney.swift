public import NavigationTraces
import PageViewAutomation

/// A list of a user's actions on an app from its start (SIM-006).
///
/// The list remains a journey without some of its actions. So a test can shrink a failing journey.
public struct SimulatedJourney: Hashable, Sendable {
    package var framework: UIFramework
    package var view: SimulatedView
    /// The actions of the user. A journey skips an action that is impossible in the state of the app.
    public var actions: [UserAction]

    package init(framework: UIFramework, view: SimulatedView, actions: [UserAction] = []) {
        self.framework = framework
        self.view = view
        self.actions = actions
    }

    /// The trace of the journey.
    public var lines: [TraceLine] {
        var app = SimulatedApp(framework, showing: view)
        for action in actions { try? app.perform(action) }
        return app.lines
    }

    /// Returns the smallest journey for which a condition still holds.
    ///
    /// The method removes actions, and replaces actions and views by simpler ones. It stops when no further change keeps the
    /// condition.
    ///
    /// - Parameter holds: The condition, such as the failure of a test. It must hold for this journey.
    public func shrunk(while holds: (SimulatedJourney) throws -> Bool) rethrows -> SimulatedJourney {
        var smallest = self
        while true {
            let before = smallest
            smallest = try smallest.withoutActions(while: holds)
            smallest = try smallest.withoutPair(while: holds)
            smallest = try smallest.simplified(while: holds)
            if smallest == before { return smallest }
        }
    }

    /// Removes actions, at first many at a time, until the condition fails if any single action is missing.
    private func withoutActions(while holds: (SimulatedJourney) throws -> Bool) rethrows -> SimulatedJourney {
        var smallest = self
        var part = max(1, actions.count / 2)
        while true {
            var start = 0
            var isSmaller = false
            while start < smallest.actions.count {
                var candidate = smallest
                candidate.actions.removeSubrange(start..<min(start + part, candidate.actions.count))
                if try holds(candidate) {
                    smallest = candidate
                    isSmaller = true
                } else {
                    start += part
                }
            }
            if part > 1 {
                part /= 2
            } else if !isSmaller {
                return smallest
            }
        }
    }

    /// Removes two actions that belong together, such as a push and a pop.
    ///
    /// Does nothing for more than 16 actions, because the number of pairs is quadratic.
    private func withoutPair(while holds: (SimulatedJourney) throws -> Bool) rethrows -> SimulatedJourney {
        guard actions.count <= 16 else { return self }
        for second in actions.indices {
            for first in 0..<second {
                var candidate = self
                candidate.actions.remove(at: second)
                candidate.actions.remove(at: first)
                if try holds(candidate) { return candidate }
            }
        }
        return self
    }

    /// Replaces the first view and the actions by simpler ones.
    private func simplified(while holds: (SimulatedJourney) throws -> Bool) rethrows -> SimulatedJourney {
        var smallest = self
        for view in smallest.view.simpler {
            var candidate = smallest
            candidate.view = view
            if try holds(candidate) {
                smallest = candidate
                break
            }
        }
        for index in smallest.actions.indices {
            for action in smallest.actions[index].simpler {
                var candidate = smallest
                candidate.actions[index] = action
                if try holds(candidate) {
                    smallest = candidate
                    break
                }
            }
        }
        return smallest
    }
}

extension SimulatedView {
    /// The simpler views that can replace this one, simplest first.
    fileprivate var simpler: [SimulatedView] {
        switch self {
        case .page(let page): page.isReady ? [] : [.page(page.ready)]
        case .stack(let views) where views.count <= 1: views.first.map { $0.simpler.map { .stack([$0]) } } ?? []
        case .group(let page, _): [.page(page)]
        case .stack(let views), .tabs(let views), .pager(let views), .split(let views):
            [.stack(leaf.map { [.page($0)] } ?? [])] + views.prefix(1)
        case .collapsedSplit(let views): [.stack(leaf.map { [.page($0)] } ?? []), .split(views)]
        }
    }
}

extension UserAction {
    /// The simpler actions that can replace this one, simplest first.
    fileprivate var simpler: [UserAction] {
        switch self {
        case .push(let view): view.simpler.map { .push($0) }
        case .deepPush(let views): views.suffix(1).map { .push($0) }
        case .pushTwice(_, let second): [.push(second)]
        case .replaceTop(let view): [.push(view)]
        case .swipeBack(.completed): [.pop]
        case .swipeDown(.completed): [.dismiss]
        case .present(let view, let presentation):
            presentation == .sheet ? view.simpler.map { .present($0, .sheet) } : [.present(view, .sheet)]
        case .openScene(let name, let view): view.simpler.map { .openScene(name, $0) }
        case .load(let page, .some): [.load(page, nil)]
        default: []
        }
    }
}

extension SimulatedPage {
    fileprivate var ready: SimulatedPage {
        var page = self
        page.isReady = true
        return page
    }
}

extension SimulatedJourney {
    /// The names of the pages that random journeys can have.
    package static var randomPageNames: [String] { RandomUser.pages }

    /// Returns a random journey. Equal seeds, frameworks and lengths give equal journeys (SIM-006).
    ///
    /// - Parameters:
    ///   - seed: The seed of the random numbers.
    ///   - framework: The framework whose orders the app reports.
    ///   - count: The number of actions.
    public static func random(seed: UInt64, framework: UIFramework = .uiKit, actions count: Int) -> SimulatedJourney {
        var user = RandomUser(seed: seed, framework: framework)
        var journey = SimulatedJourney(framework: framework, view: user.view)
        while journey.actions.count < count { journey.actions.append(user.act()) }
        return journey
    }
}
