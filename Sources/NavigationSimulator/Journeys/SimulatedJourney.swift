public import NavigationTraces

/// What a user does to an app from its start, as a list (rule SIM-006).
///
/// The list stays a journey when some actions are left out, which is what makes a failing one shrink.
public struct SimulatedJourney: Hashable, Sendable {
    /// What the app is made with.
    public var framework: UIFramework
    /// What its window shows first.
    public var view: SimulatedView
    /// What the user does; an action that is not possible by then is passed over.
    public var actions: [UserAction]

    /// Creates a journey.
    public init(framework: UIFramework, view: SimulatedView, actions: [UserAction] = []) {
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

    /// The smallest journey that can be had from this one, by leaving out actions and by simpler ones in their place,
    /// for which something still holds.
    ///
    /// - Parameter holds: What has to hold, such as that a test fails; it holds for this journey.
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

    /// Leaves out actions, many at a time to begin with, until no single one can be.
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

    /// Leaves out two actions that belong together, such as a way forth and the way back; few are left by now.
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

    /// Puts simpler things in the place of others, one after the other.
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
        for place in smallest.actions.indices {
            for action in smallest.actions[place].simpler {
                var candidate = smallest
                candidate.actions[place] = action
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
    /// What is less than this, the least first.
    fileprivate var simpler: [SimulatedView] {
        switch self {
        case .page(let page): page.isReady ? [] : [.page(page.ready)]
        case .stack(let views) where views.count <= 1: views.first.map { $0.simpler.map { .stack([$0]) } } ?? []
        case .group(let page, _): [.page(page)]
        case .stack(let views), .tabs(let views), .pager(let views), .split(let views):
            [.stack(views.prefix(1).map(\.leaf))] + views.prefix(1)
        case .collapsedSplit(let views): [.stack(views.prefix(1).map(\.leaf)), .split(views)]
        }
    }

    /// The first page in it.
    private var leaf: SimulatedView {
        switch self {
        case .page: self
        case .group(let page, _): .page(page)
        case .stack(let views), .tabs(let views), .pager(let views), .split(let views), .collapsedSplit(let views):
            views.first?.leaf ?? self
        }
    }
}

extension UserAction {
    /// What is less than this, the least first.
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
    /// The same page, ready when it is made.
    fileprivate var ready: SimulatedPage {
        var page = self
        page.isReady = true
        return page
    }
}
