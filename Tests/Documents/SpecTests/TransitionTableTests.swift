import NavigationTraces
import PageViewAutomation
import PageViewLifecycle
import TestSupport
import Testing

/// Compares the specification's transition table with the machine, and with the examples and journeys.
@Suite(.watched)
struct TransitionTableTests {
    private struct Row: Hashable {
        let state: LifecycleState
        let report: EventKind

        static let all = LifecycleState.allCases.flatMap { state in
            (ComponentEvent.allCases.map(EventKind.component) + SceneEvent.allCases.map(EventKind.scene))
                .map { Row(state: state, report: $0) }
        }
    }

    private func apply(_ report: EventKind, to machine: inout LifecycleMachine) -> LifecycleMachine.Anomaly? {
        switch report {
        case .component(let event): machine.apply(event)
        // The close of a scene detaches its components.
        case .scene(.close): machine.apply(.detach)
        default: nil
        }
    }

    @Test("The table has a row for each state and report, with the machine's next state and anomaly")
    func tableIsTheMachine() throws {
        let states = Set(LifecycleState.allCases.map { "\($0)" })
        let lines = try chapter("Lifecycle").split(separator: "\n").compactMap {
            line -> (cells: [String], line: Substring)? in
            let cells = line.split(separator: "|").map { $0.filter { $0 != " " && $0 != "`" } }
            return cells.count == 4 && states.contains(cells[0]) ? (cells, line) : nil
        }
        try #require(lines.count == Row.all.count)
        for ((cells, line), row) in zip(lines, Row.all) {
            var machine = LifecycleMachine(state: row.state)
            let anomaly = apply(row.report, to: &machine)
            #expect(cells.prefix(3) == ["\(row.state)", row.report.name, "\(machine.state)"], "\(line)")
            for kind in LifecycleMachine.Anomaly.allCases {
                #expect(line.contains("`\(kind)`") == (anomaly == kind), "\(line)")
            }
        }
    }

    @Test("Every row of the table occurs in an example or a journey")
    func everyTransitionIsReached() throws {
        var reached: Set<Row> = []
        var traces = try journeys().map(\.reading.lines)
        traces += try Specification.shared.get().examples.map { try $0.lines().map(\.line) }
        for lines in traces { walk(lines, &reached) }
        let missing = Row.all.filter { !reached.contains($0) }
        #expect(missing.isEmpty, "\(missing.map { "\($0.state) × \($0.report.name)" })")
    }

    /// Replays a trace with one machine for each component.
    private func walk(_ lines: [TraceLine], _ reached: inout Set<Row>) {
        var components: [String: (machine: LifecycleMachine, scene: String)] = [:]
        for case .event(let event) in lines {
            switch event.action {
            case .create(let name, let scene, _):
                components[name, default: (LifecycleMachine(), scene ?? "main")].scene = scene ?? "main"
            case .component(let name, let report, let scene):
                var component = components[name] ?? (LifecycleMachine(), scene ?? "main")
                reached.insert(Row(state: component.machine.state, report: .component(report)))
                _ = component.machine.apply(report)
                if report == .attach, let scene { component.scene = scene }
                components[name] = report == .destroy ? nil : component
            case .scene(let scene, let report):
                for (name, var component) in components where component.scene == scene ?? "main" {
                    reached.insert(Row(state: component.machine.state, report: .scene(report)))
                    _ = apply(.scene(report), to: &component.machine)
                    components[name] = component
                }
            case .move, .pending, .ready, .declare, .begin, .commit, .show, .interaction, .deepLink, .discardDeepLink,
                .record, .start, .stop, .note:
                break
            }
        }
    }
}
