import NavigationTraces
import PageViewAutomation
import PageViewLifecycle

/// Expectations as drawings (TS-004).
extension PageViewRecorder {
    /// A drawing of the live pages so far, with a lane for each page and a column for each change.
    ///
    /// ``expectDrawing(_:fileID:filePath:line:column:)`` describes the signs of a drawing.
    public var drawing: String { storage.withLock { $0.drawing.text } }

    /// Expects the live pages and page views so far to match a drawing.
    ///
    ///     try recorder.expectDrawing("""
    ///         home  *····*
    ///         item  ··~*··
    ///         """)
    ///
    /// `*` is a page view, `-` a live counted page, `~` a live page that is not counted, `·` a page that is not live. Each column
    /// is a change. After this call, the test has expected all page views so far.
    ///
    /// - Throws: ``PageViewTestFailure`` if the drawing differs.
    public func expectDrawing(
        _ drawing: String, fileID: String = #fileID, filePath: StaticString = #filePath, line: Int = #line,
        column: Int = #column
    ) throws(PageViewTestFailure) {
        let expected = Drawing.lanes(in: drawing)
        let (got, ledger) = storage.withLock { state in
            // The drawing shows all page views, so the test needs no further expectation of them.
            state.ledger.expected = state.ledger.pageViews.count
            return (state.drawing.namedLanes, state.ledger)
        }
        guard expected != got else { return }
        let width = (expected + got).map(\.name.count).max() ?? 0
        var difference: [String] = []
        for index in 0..<max(expected.count, got.count) {
            let old = index < expected.count ? expected[index] : nil
            let new = index < got.count ? got[index] : nil
            if let old, let new, old == new {
                difference.append("    \(new.text(width))")
            } else {
                if let old { difference.append("  − \(old.text(width))") }
                if let new { difference.append("  + \(new.text(width))") }
            }
        }
        try fail(
            """
            expected the lines with −, found the lines with +.

            \(difference.joined(separator: "\n"))

              If this is correct, expect it:

            \(got.map { "    \($0.text(width))" }.joined(separator: "\n"))

              * page view   - counted   ~ pending   · not in front of the user

              All page views so far:
            \(Text.list(ledger.pageViews))
            """, at: TestLocation(fileID, filePath, line, column))
    }
}

/// A drawing of the live pages: a lane for each page, a column for each change (TS-004). `*` is a page view, `-` a live counted
/// page, `~` a live page that is not counted, `·` a page that is not live.
struct Drawing {
    /// The owner of a lane: a component, or a page that was recorded by hand without a component.
    private enum Owner: Hashable {
        case component(ComponentID)
        case page(PageContext)
    }

    private struct Cell: Hashable {
        let owner: Owner
        let page: PageContext
        let isCounted: Bool
    }

    /// The live pages after a change, and the page that the engine counted at this change.
    private struct Column {
        var live: [Cell]
        var counted: Cell?
    }

    private var columns: [Column] = []

    /// Adds the live pages and the emitted record. O(n) in the number of live pages, independent of the length of the drawing.
    mutating func add(_ live: [PageAppearance], _ record: EngineRecord?) {
        let cells = live.map { Cell(owner: .component($0.component), page: $0.page, isCounted: $0.isCounted) }
        guard case .pageView(let view) = record else {
            if cells != columns.last?.live ?? [] { columns.append(Column(live: cells)) }
            return
        }
        let owner = view.component.map { Owner.component($0) } ?? .page(view.page)
        let counted = Cell(owner: owner, page: view.page, isCounted: true)
        if cells != columns.last?.live ?? [] || columns.isEmpty || columns[columns.count - 1].counted != nil {
            columns.append(Column(live: cells))
        }
        columns[columns.count - 1].counted = counted
    }

    struct NamedLane: Hashable, Sendable {
        let name: String
        var marks: String

        func text(_ width: Int) -> String { "\(name.padded(to: width))  \(marks)" }
    }

    /// The lanes, in the order in which their pages first appeared.
    var namedLanes: [NamedLane] {
        var lanes: [NamedLane] = []
        var laneIndices: [Owner: Int] = [:]
        var counts: [String: Int] = [:]
        for (number, column) in columns.enumerated() {
            var marks: [Int: Character] = [:]
            for cell in column.live + (column.counted.map { [$0] } ?? []) {
                let index = laneIndices[cell.owner] ?? lanes.count
                if index == lanes.count {
                    let name = Self.displayName(cell.page.name.rawValue)
                    let count = counts[name, default: 0] + 1
                    let marks = String(repeating: "·", count: number)
                    lanes.append(NamedLane(name: count == 1 ? name : "\(name)#\(count)", marks: marks))
                    (counts[name], laneIndices[cell.owner]) = (count, index)
                }
                marks[index] = cell == column.counted ? "*" : cell.isCounted ? "-" : "~"
            }
            for index in lanes.indices { lanes[index].marks.append(marks[index] ?? "·") }
        }
        return lanes
    }

    /// Returns a name on one line, in quotes if ``lanes(in:)`` could not read the plain name back.
    private static func displayName(_ name: String) -> String {
        let words = name.split(separator: " ").joined(separator: " ")
        return words == name && !name.isEmpty && !name.contains(where: \.isNewline) ? name : name.debugDescription
    }

    var text: String {
        let lanes = namedLanes
        let width = lanes.map(\.name.count).max() ?? 0
        return lanes.map { $0.text(width) }.joined(separator: "\n")
    }

    /// Returns the lanes of a drawing in a test. The last word of a line is its signs, because a name may contain spaces.
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
