import PageViewAutomation
import PageViewLifecycle

/// A picture of what was in front of the user: a lane a page, a column a change (rule TS-004).
///
/// `*` a page view, `-` in front of the user and counted, `~` in front of the user and not counted, `·` not there.
struct Drawing {
    private var lanes: [Lane] = []
    /// Whether the last column is there; the first comes with the first thing that happens.
    private var width = 0

    private struct Lane: Equatable {
        let name: String
        let component: ComponentID?
        var marks: [Character]
    }

    /// Adds what is live now, and what was emitted.
    mutating func add(_ live: [PageAppearance], _ record: EngineRecord?) {
        var counted: Int?
        if case .pageView(let view) = record { counted = lane(of: view.page, view.component) }
        let places = live.map { (lane(of: $0.page, $0.component), $0.isCounted) }
        let present = Dictionary(places, uniquingKeysWith: { $0 || $1 })
        // The same picture as before is no new column, unless the same page is counted once more.
        let isNew =
            lanes.indices.contains { place in
                width == 0 ? present[place] != nil : isChanged(lanes[place].marks[width - 1], present[place])
            } || counted.map { width == 0 || lanes[$0].marks[width - 1] == "*" || present[$0] == nil } ?? false
        if isNew {
            width += 1
            for place in lanes.indices {
                lanes[place].marks.append(present[place].map { $0 ? "-" : "~" } ?? "·")
            }
        }
        if let counted, width > 0 { lanes[counted].marks[width - 1] = "*" }
    }

    private func isChanged(_ mark: Character, _ isCounted: Bool?) -> Bool {
        switch isCounted {
        case nil: mark != "·"
        case true?: mark == "·" || mark == "~"
        case false?: mark != "~"
        }
    }

    private mutating func lane(of page: PageContext, _ component: ComponentID?) -> Int {
        if let known = lanes.firstIndex(where: {
            component == nil ? $0.component == nil && $0.name == page.name.rawValue : $0.component == component
        }) {
            return known
        }
        let count = lanes.count { $0.name == page.name.rawValue || $0.name.hasPrefix("\(page.name)#") }
        let name = count == 0 ? page.name.rawValue : "\(page.name)#\(count + 1)"
        lanes.append(Lane(name: name, component: component, marks: Array(repeating: "·", count: width)))
        return lanes.count - 1
    }

    /// A lane as it is written.
    struct NamedLane: Hashable, Sendable {
        let name: String
        let marks: String

        func text(_ width: Int) -> String { "\(name.padded(to: width))  \(marks)" }
    }

    /// The lanes, in the order in which they came up.
    var named: [NamedLane] { lanes.map { NamedLane(name: $0.name, marks: String($0.marks)) } }

    /// The picture, a line a lane.
    var text: String {
        let width = lanes.map(\.name.count).max() ?? 0
        return named.map { $0.text(width) }.joined(separator: "\n")
    }

    /// The lanes of a picture that somebody drew: the marks are what comes last on a line, because a name may hold spaces.
    static func lanes(in text: String) -> [NamedLane] {
        text.split(separator: "\n").compactMap { line in
            var words = line.split(separator: " ")
            guard let marks = words.popLast() else { return nil }
            return NamedLane(name: words.joined(separator: " "), marks: String(marks))
        }
    }
}
