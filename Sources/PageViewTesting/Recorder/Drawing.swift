import PageViewAutomation
import PageViewLifecycle

/// A picture of what was in front of the user: a lane a page, a column a change (rule TS-004).
///
/// `*` a page view, `-` in front of the user and counted, `~` in front of the user and not counted, `·` not there.
struct Drawing {
    /// Whose lane it is: a component, or a page that was recorded by hand without one.
    private enum Owner: Hashable {
        case component(ComponentID)
        case page(PageContext)
    }

    /// One page in one column.
    private struct Spot: Hashable {
        let owner: Owner
        let page: PageContext
        let isCounted: Bool
    }

    /// What is in front of the user between two changes, and whose page view there is.
    private struct Column {
        var live: [Spot]
        var counted: Spot?
    }

    private var columns: [Column] = []

    /// Adds what is live now, and what was emitted. What it costs depends on what is live, not on what was.
    mutating func add(_ live: [PageAppearance], _ record: EngineRecord?) {
        let spots = live.map { Spot(owner: .component($0.component), page: $0.page, isCounted: $0.isCounted) }
        guard case .pageView(let view) = record else {
            if spots != columns.last?.live ?? [] { columns.append(Column(live: spots)) }
            return
        }
        let owner = view.component.map { Owner.component($0) } ?? .page(view.page)
        let counted = Spot(owner: owner, page: view.page, isCounted: true)
        if spots != columns.last?.live ?? [] || columns.isEmpty || columns[columns.count - 1].counted != nil {
            columns.append(Column(live: spots))
        }
        columns[columns.count - 1].counted = counted
    }

    /// A lane as it is written.
    struct NamedLane: Hashable, Sendable {
        let name: String
        var marks: String

        func text(_ width: Int) -> String { "\(name.padded(to: width))  \(marks)" }
    }

    /// The lanes, in the order in which they came up.
    var named: [NamedLane] {
        var lanes: [NamedLane] = []
        var places: [Owner: Int] = [:]
        var counts: [String: Int] = [:]
        for (number, column) in columns.enumerated() {
            var marks: [Int: Character] = [:]
            for spot in column.live + (column.counted.map { [$0] } ?? []) {
                let place =
                    places[spot.owner]
                    ?? {
                        let name = Self.written(spot.page.name.rawValue)
                        let count = counts[name, default: 0] + 1
                        counts[name] = count
                        lanes.append(
                            NamedLane(
                                name: count == 1 ? name : "\(name)#\(count)",
                                marks: String(repeating: "·", count: number)))
                        places[spot.owner] = lanes.count - 1
                        return lanes.count - 1
                    }()
                marks[place] = spot == column.counted ? "*" : spot.isCounted ? "-" : "~"
            }
            for place in lanes.indices { lanes[place].marks.append(marks[place] ?? "·") }
        }
        return lanes
    }

    /// A name on one line: with a quote where it would not read back otherwise.
    private static func written(_ name: String) -> String {
        let words = name.split(separator: " ").joined(separator: " ")
        return words == name && !name.isEmpty && !name.contains(where: \.isNewline) ? name : name.debugDescription
    }

    /// The picture, a line a lane.
    var text: String {
        let lanes = named
        let width = lanes.map(\.name.count).max() ?? 0
        return lanes.map { $0.text(width) }.joined(separator: "\n")
    }

    /// The lanes of a picture that somebody drew: the marks are what comes last on a line, because a name may hold spaces.
    static func lanes(in text: String) -> [NamedLane] {
        text.split(separator: "\n").compactMap { line in
            guard let last = line.lastIndex(where: { $0 != " " }) else { return nil }
            let line = line[...last]
            guard let space = line.lastIndex(of: " ") else { return NamedLane(name: "", marks: String(line)) }
            let name = line[..<space].drop { $0 == " " }
            let end = name.lastIndex { $0 != " " }.map { name.index(after: $0) } ?? name.startIndex
            return NamedLane(name: String(name[..<end]), marks: String(line[line.index(after: space)...]))
        }
    }
}
