import PageViewLifecycle
import TestSupport
import Testing

@testable import PageViewAutomation

/// The order between the reports of two components does not change the page views (AP-008).
@Suite(.watched)
struct CrossComponentOrderTests {
    /// The reports of the leaving component, and of the entering component.
    private static let goings: [[ComponentEvent]] = [
        [.didDisappear], [.willDisappear, .didDisappear], [.detach], [.willDisappear, .detach, .didDisappear],
        [.destroy],
        [.willDisappear, .willAppear, .didAppear], [.willDisappear],
    ]
    private static let comings: [[ComponentEvent]] = [
        [.didAppear], [.willAppear, .didAppear], [.willAppear, .didAppear, .didAppear], [.detach, .didAppear, .attach],
        [.willAppear, .willDisappear, .didDisappear], [.didAppear, .didDisappear, .didAppear],
    ]
    private static let policies: [EnginePolicy] = [.standard, .literal, EnginePolicy(foreground: .counts)]

    /// A page view without its number, which depends on the order.
    private struct Seen: Hashable {
        let id: PageViewID
        let page: PageContext
        let cause: PageView.Cause
    }

    /// Returns all merges of two sequences that keep the order of each sequence.
    private func merges<Element>(_ left: ArraySlice<Element>, _ right: ArraySlice<Element>) -> [[Element]] {
        guard let first = left.first else { return [Array(right)] }
        guard let second = right.first else { return [Array(left)] }
        return merges(left.dropFirst(), right).map { [first] + $0 }
            + merges(left, right.dropFirst()).map { [second] + $0 }
    }

    /// Returns the page views of these reports after a first page has appeared.
    private func pageViews(
        _ reports: [(ComponentID, ComponentEvent)], _ policy: EnginePolicy, isReady: (Bool, Bool)
    ) -> Set<Seen> {
        var rules = Rules.started(policy: policy)
        let (going, coming) = (rules.componentID(0), rules.componentID(1))
        rules.declare("going", isReady: isReady.0, for: going)
        rules.declare("coming", isReady: isReady.1, for: coming)
        rules.report(.didAppear, of: going)
        for (component, event) in reports { rules.report(event, of: component) }
        rules.apply(.ready(component: coming, scene: nil, page: nil, payload: nil))
        let seen = rules.all.compactMap { record -> Seen? in
            guard case .pageView(let pageView) = record else { return nil }
            return Seen(id: pageView.id, page: pageView.page, cause: pageView.cause)
        }
        #expect(Set(seen).count == seen.count)
        return Set(seen)
    }

    @Test("Every merge of the reports of two components gives the same page views")
    func bothOrdersGiveTheSame() {
        let (going, coming) = (Rules.started().componentID(0), Rules.started().componentID(1))
        var orders = 0
        for policy in Self.policies {
            for isReady in [(true, true), (true, false), (false, true)] {
                for left in Self.goings {
                    for right in Self.comings {
                        let all = merges(left.map { (going, $0) }[...], right.map { (coming, $0) }[...])
                            .map { pageViews($0, policy, isReady: isReady) }
                        #expect(Set(all).count == 1, "\(left) and \(right): \(all)")
                        orders += all.count
                    }
                }
            }
        }
        #expect(orders > 2_000)
    }
}
