import PageViewLifecycle
import TestWatch
import Testing

/// The machine by its meaning; the specification's table is walked row by row in `SpecTests`.
@Suite(.watched)
struct LifecycleMachineTests {
    /// Where a machine is after these reports, and what was odd.
    private func run(_ events: [ComponentEvent]) -> (LifecycleState, [LifecycleMachine.Anomaly?]) {
        var machine = LifecycleMachine()
        let anomalies = events.map { machine.apply($0) }
        return (machine.state, anomalies)
    }

    @Test("A component starts out disappeared")
    func startsOutDisappeared() {
        #expect(LifecycleMachine().state == .disappeared)
    }

    @Test("A whole appearance and disappearance is in order")
    func wholeCycle() {
        let (state, anomalies) = run([.willAppear, .didAppear, .willDisappear, .didDisappear])
        #expect(state == .disappeared)
        #expect(anomalies == [nil, nil, nil, nil])
    }

    @Test("A cancelled disappearance is in order, with and without a willAppear")
    func cancelledDisappearance() {
        #expect(run([.didAppear, .willDisappear, .willAppear, .didAppear]).1 == [nil, nil, nil, nil])
        #expect(run([.didAppear, .willDisappear, .didAppear]).1 == [nil, nil, nil])
    }

    @Test("A cancelled appearance is in order")
    func cancelledAppearance() {
        let (state, anomalies) = run([.willAppear, .willDisappear, .didDisappear])
        #expect(state == .disappeared)
        #expect(anomalies == [nil, nil, nil])
    }

    @Test("A second didAppear is odd, also after another willAppear")
    func repeatedDidAppear() {
        #expect(run([.didAppear, .didAppear]).1 == [nil, .repeatedDidAppear])
        #expect(run([.didAppear, .willAppear, .didAppear]).1 == [nil, .repeatedWillAppear, .repeatedDidAppear])
    }

    @Test("Nothing that is not there can disappear")
    func phantomDisappearance() {
        #expect(run([.willDisappear]).1 == [.unexpectedWillDisappear])
        #expect(run([.didDisappear]).1 == [.unexpectedDidDisappear])
    }

    @Test("What has no window is disappeared; what it does in its scene changes nothing")
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
