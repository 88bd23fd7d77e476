import NavigationSimulator
import NavigationTraces
import PageViewAutomation
import TestSupport
import Testing

/// A simulated app turns user actions into reports (rules SIM-001 to SIM-005).
@Suite(.watched)
struct SimulatedAppTests {
    @Test("A push, a cancelled swipe back and a completed one produce a trace (SIM-003)")
    func swipeBack() throws {
        var app = SimulatedApp(.uiKit, showing: .stack(["home"]))
        app.wait(1.65)
        try app.push(.pending("item"))
        try app.load("item", payload: ["price": 89])
        try app.swipeBack(.cancelled)
        try app.swipeBack()
        #expect(
            app.lines.map { text($0, .lines) }.joined(separator: "\n") == """
                trace
                0 create stack
                0 create home page=home parent=stack
                0 willAppear home
                0 willAppear stack
                0.35 didAppear home
                0.35 didAppear stack
                2 willDisappear home
                2 create item page=item state=pending parent=stack
                2 willAppear item
                2.35 didDisappear home
                2.35 didAppear item
                2.35 ready item payload={"price":89}
                2.35 willDisappear item
                2.35 willAppear home
                2.7 willDisappear home
                2.7 didDisappear home
                2.7 willAppear item
                2.7 didAppear item
                2.7 willDisappear item
                2.7 willAppear home
                3.05 didDisappear item
                3.05 didAppear home
                3.05 destroy item
                """)
    }
}
