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
        var model = EngineModel.started(policy: policy)
        let (going, coming) = (model.componentID(0), model.componentID(1))
        model.declare("going", isReady: isReady.0, for: going)
        model.declare("coming", isReady: isReady.1, for: coming)
        model.report(.didAppear, of: going)
        for (component, event) in reports { model.report(event, of: component) }
        model.apply(.ready(component: coming, scene: nil, page: nil, payload: nil))
        let seen = model.all.compactMap { record -> Seen? in
            guard case .pageView(let pageView) = record else { return nil }
            return Seen(id: pageView.id, page: pageView.page, cause: pageView.cause)
        }
        #expect(Set(seen).count == seen.count)
        return Set(seen)
    }

    @Test("Every merge of the reports of two components gives the same page views")
    func bothOrdersGiveTheSame() {
        let (going, coming) = (EngineModel.started().componentID(0), EngineModel.started().componentID(1))
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

    @Test("Under `reveal: counts`, the order of two components' reports decides whether a reveal counts")
    func revealSeesTheOrder() {
        let policy = EnginePolicy(reveal: .counts)
        func count(_ reports: [(UInt32, ComponentEvent)]) -> Int {
            var model = EngineModel.started(policy: policy)
            for place: UInt32 in 0..<3 {
                model.declare("page", for: model.componentID(place))
            }
            for place: UInt32 in 0..<2 { model.report(.didAppear, of: model.componentID(place)) }
            for (place, event) in reports { model.report(event, of: model.componentID(place)) }
            return model.all.count { if case .pageView = $0 { true } else { false } }
        }
        #expect(count([(1, .didDisappear), (2, .didAppear)]) == 4)
        #expect(count([(2, .didAppear), (1, .didDisappear)]) == 3)
    }
}
