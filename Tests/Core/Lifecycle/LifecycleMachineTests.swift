import PageViewLifecycle
import TestSupport
import Testing

/// The lifecycle machine by its meaning. `SpecTests` checks each row of the specification's table.
@Suite(.watched)
struct LifecycleMachineTests {
    /// Returns the state after these events, and the anomaly of each event.
    private func run(_ events: [ComponentEvent]) -> (LifecycleState, [LifecycleMachine.Anomaly?]) {
        var machine = LifecycleMachine()
        let anomalies = events.map { machine.apply($0) }
        return (machine.state, anomalies)
    }

    @Test("A component starts out disappeared")
    func startsOutDisappeared() {
        #expect(LifecycleMachine().state == .disappeared)
    }

    @Test("A complete appearance and disappearance has no anomaly")
    func wholeCycle() {
        let (state, anomalies) = run([.willAppear, .didAppear, .willDisappear, .didDisappear])
        #expect(state == .disappeared)
        #expect(anomalies == [nil, nil, nil, nil])
    }

    @Test("A cancelled disappearance has no anomaly, with or without a willAppear")
    func cancelledDisappearance() {
        #expect(run([.didAppear, .willDisappear, .willAppear, .didAppear]).1 == [nil, nil, nil, nil])
        #expect(run([.didAppear, .willDisappear, .didAppear]).1 == [nil, nil, nil])
    }

    @Test("A cancelled appearance has no anomaly")
    func cancelledAppearance() {
        let (state, anomalies) = run([.willAppear, .willDisappear, .didDisappear])
        #expect(state == .disappeared)
        #expect(anomalies == [nil, nil, nil])
    }

    @Test("A second didAppear is an anomaly, also after another willAppear")
    func repeatedDidAppear() {
        #expect(run([.didAppear, .didAppear]).1 == [nil, .repeatedDidAppear])
        #expect(run([.didAppear, .willAppear, .didAppear]).1 == [nil, .repeatedWillAppear, .repeatedDidAppear])
    }

    @Test("A disappearance of a disappeared component is an anomaly")
    func phantomDisappearance() {
        #expect(run([.willDisappear]).1 == [.unexpectedWillDisappear])
        #expect(run([.didDisappear]).1 == [.unexpectedDidDisappear])
    }

    @Test("A detach makes a component disappeared; an attach and scene events keep its state")
    func windowsAndScenes() {
        var machine = LifecycleMachine(state: .appeared)
        for event: SceneEvent in [.background, .foreground, .inactive, .active] {
            let anomaly = machine.apply(event)
            #expect(anomaly == nil)
            #expect(machine.state == .appeared)
        }
        let attached = machine.apply(ComponentEvent.attach)
        #expect(attached == nil)
        #expect(machine.state == .appeared)
        let detached = machine.apply(ComponentEvent.detach)
        #expect(detached == nil)
        #expect(machine.state == .disappeared)
    }
}
