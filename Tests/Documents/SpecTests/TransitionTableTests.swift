import NavigationTraces
import PageViewAutomation
import PageViewLifecycle
import TestSupport
import Testing

/// Compares the specification's transition table with the machine, and with the examples and journeys.
@Suite(.watched)
struct TransitionTableTests {
    /// A report in the table.
    private enum Report: Hashable {
        case component(ComponentEvent)
        case scene(SceneEvent)

        static let all: [Report] =
            ComponentEvent.allCases.map(Report.component)
            + [SceneEvent.foreground, .background, .active, .inactive, .close].map(Report.scene)

        var name: String {
            switch self {
            case .component(let event): "\(event)"
            case .scene(let event): "scene" + "\(event)".prefix(1).uppercased() + "\(event)".dropFirst()
            }
        }

        func apply(to machine: inout LifecycleMachine) -> LifecycleMachine.Anomaly? {
            switch self {
            case .component(let event): machine.apply(event)
            // The close of a scene detaches its components.
            case .scene(let event): event == .close ? machine.apply(.detach) : nil
            }
        }
    }

    private struct Row: Hashable {
        let state: LifecycleState
        let report: Report
    }

    private struct Cells {
        let state: String
        let event: String
        let next: String
        let remark: String
    }

    /// The table's rows, in order.
    private func table() throws -> [Cells] {
        let states = Set(LifecycleState.allCases.map { "\($0)" })
        return try Specification.shared.get().text(of: "Lifecycle.md").split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.drop { $0 == " " || $0 == "`" }.reversed().drop { $0 == " " }.reversed() }
                .map { String($0) }
            guard cells.count == 6 else { return nil }
            let bare = cells.map { $0.filter { $0 != "`" } }
            guard states.contains(bare[1]) else { return nil }
            return Cells(state: bare[1], event: bare[2], next: bare[3], remark: String(line))
        }
    }

    @Test("The table has a row for each state and report, with the machine's next state and anomaly")
    func tableIsTheMachine() throws {
        let rows = try table()
        let expected = LifecycleState.allCases.flatMap { state in Report.all.map { Row(state: state, report: $0) } }
        try #require(rows.count == expected.count)
        for (cells, row) in zip(rows, expected) {
            #expect(cells.state == "\(row.state)")
            #expect(cells.event == row.report.name)
            var machine = LifecycleMachine(state: row.state)
            let anomaly = row.report.apply(to: &machine)
            #expect(cells.next == "\(machine.state)", "\(cells)")
            for kind in LifecycleMachine.Anomaly.allCases {
                #expect(cells.remark.contains("`\(kind)`") == (anomaly == kind), "\(cells)")
            }
        }
    }

    @Test("Every row of the table occurs in an example or a journey")
    func everyTransitionIsReached() throws {
        var reached: Set<Row> = []
        var traces = try journeys().map(\.reading.lines)
        traces += try Specification.shared.get().examples.map { try $0.lines().map(\.line) }
        for lines in traces { walk(lines, &reached) }
        let all = LifecycleState.allCases.flatMap { state in Report.all.map { Row(state: state, report: $0) } }
        let missing = all.filter { !reached.contains($0) }
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
                    _ = Report.scene(report).apply(to: &component.machine)
                    components[name] = component
                }
            case .move, .pending, .ready, .declare, .begin, .commit, .show, .interaction, .deepLink, .discardDeepLink,
                .record, .start, .stop, .note:
                break
            }
        }
    }
}
