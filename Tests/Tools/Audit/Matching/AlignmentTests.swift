import NavigationSimulator
import TestSupport
import Testing

@testable import PageViewAudit

@Suite(.watched)
struct AlignmentTests {
    /// A page view of a small random session, in seconds.
    struct View {
        let name: Int
        let begin: Int
        let counted: Int
        let background: Range<Int>?
    }

    /// A line of a small random session. A name below 0 is one that no page has.
    struct Line {
        let name: Int
        let time: Int
    }

    struct Best: Equatable {
        var cost = 0
        var delays = 0
        /// The line of each page view; `Int.max` without one.
        var lines: [Int] = []

        func isBetter(than other: Best) -> Bool {
            if cost != other.cost { return cost < other.cost }
            if delays != other.delays { return delays < other.delays }
            return lines.lexicographicallyPrecedes(other.lines)
        }
    }

    /// Returns what a pair costs by the text of the rule; `nil` if it is impossible. Times are in seconds.
    static func cost(_ view: View, _ line: Line, tolerance: Int) -> Int? {
        let near = abs(line.time - view.counted) <= tolerance
        if line.name < 0 { return near ? 5 : nil }
        if line.name != view.name { return nil }
        if near { return 0 }
        if line.time > view.counted { return line.time - view.counted <= 60 ? 2 : nil }
        if line.time < view.begin { return nil }
        if let background = view.background, background.contains(line.time) { return nil }
        return 2
    }

    /// Returns the best of all alignments: it tries each one.
    static func best(_ views: [View], _ lines: [Line], tolerance: Int) -> Best {
        var best: Best?
        func visit(_ view: Int, _ firstLine: Int, _ partial: Best, matched: Int) {
            if view == views.count {
                var whole = partial
                whole.cost += 3 * (lines.count - matched)
                if best.map({ whole.isBetter(than: $0) }) ?? true { best = whole }
                return
            }
            var without = partial
            without.cost += 3
            without.lines.append(.max)
            visit(view + 1, firstLine, without, matched: matched)
            for line in firstLine..<max(firstLine, lines.count) {
                guard let cost = cost(views[view], lines[line], tolerance: tolerance) else { continue }
                var with = partial
                with.cost += cost
                with.delays += abs(lines[line].time - views[view].counted)
                with.lines.append(line)
                visit(view + 1, line + 1, with, matched: matched + 1)
            }
        }
        visit(0, 0, Best(), matched: 0)
        return best ?? Best()
    }

    /// Returns the alignment that the audit computes.
    static func aligned(
        _ views: [View], _ lines: [Line], tolerance: Int, pairLimit: Int = 64
    ) -> Best {
        let alignment = alignment(views, lines, tolerance: tolerance, pairLimit: pairLimit)
        return Best(
            cost: 3 * (views.count + lines.count) - Int(alignment.weight),
            delays: Int(alignment.delays / 1_000_000_000),
            lines: alignment.lineOfView.map { $0 < 0 ? .max : Int($0) })
    }

    static func alignment(
        _ views: [View], _ lines: [Line], tolerance: Int, pairLimit: Int = 64
    ) -> Alignment {
        let second: Int64 = 1_000_000_000
        var seen = SeenTrace()
        let session = seen.index(ofSession: nil)
        for name in 0..<4 { _ = seen.index(ofName: "page \(name)", isPage: true) }
        for view in views {
            var scene = SeenScene(session: session)
            if let background = view.background {
                scene.changes = [Int64(background.lowerBound) * second, Int64(background.upperBound) * second]
            }
            seen.scenes.append(scene)
            var stay = SeenStay(
                begin: Int64(view.begin) * second, name: Int32(view.name), scene: Int32(seen.scenes.count - 1),
                kind: .appearance)
            (stay.counted, stay.number) = (Int64(view.counted) * second, UInt32(seen.stays.count + 1))
            seen.stays.append(stay)
        }
        var log = SentLog()
        log.addFile("sent.txt")
        for (index, line) in lines.enumerated() {
            log.append(
                time: Int64(line.time) * second, line: index + 1, name: line.name < 0 ? "unknown" : "page \(line.name)",
                session: nil)
        }
        let times = SessionTimes(
            seen: seen, log: log, views: seen.stays.indices.map { Int32($0) },
            lines: lines.indices.map { Int32($0) },
            names: log.pageNames.map { seen.index(ofName: $0) ?? -1 }, zero: 0,
            limits: AuditLimits(tolerance: Int64(tolerance) * second))
        return Alignment(times, views: views.indices, pairLimit: pairLimit)
    }

    @Test("The alignment is the best of all alignments", arguments: 0..<TestDepth.number(2, proof: 8))
    func isTheBest(_ seed: Int) {
        var random = SplitMix(seed)
        for _ in 0..<1_000 {
            // Few names and short times, so that there are many ties.
            let span = [4, 12, 90, 200].randomElement(using: &random) ?? 4
            let names = Int.random(in: 1...3, using: &random)
            let views = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                let counted = Int.random(in: 0...span, using: &random)
                let begin = counted - (Bool.random(using: &random) ? 0 : Int.random(in: 0...span, using: &random))
                let start = Int.random(in: 0...span, using: &random)
                let background = start..<(start + Int.random(in: 1...4, using: &random))
                return View(
                    name: Int.random(in: 0..<names, using: &random), begin: begin, counted: counted,
                    background: Int.random(in: 0..<4, using: &random) == 0 ? background : nil)
            }.sorted { $0.counted < $1.counted }
            let lines = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                Line(
                    name: Int.random(in: -1..<names, using: &random),
                    time: Int.random(in: -3...(span + 3), using: &random))
            }.sorted { $0.time < $1.time }
            let tolerance = Int.random(in: 0...2, using: &random)
            let expected = Self.best(views, lines, tolerance: tolerance)
            for pairLimit in [0, 64] {
                let found = Self.aligned(views, lines, tolerance: tolerance, pairLimit: pairLimit)
                #expect(found == expected, "seed \(seed), limit \(pairLimit): \(views) \(lines) within \(tolerance)")
                if found != expected { return }
            }
        }
    }

    @Test("A tolerance above a minute counts as right, and only names without a page count as wrong")
    func longTolerance() {
        let views = [View(name: 0, begin: 0, counted: 100, background: nil)]
        #expect(Self.aligned(views, [Line(name: 0, time: 190)], tolerance: 100).cost == 0)
        #expect(Self.aligned(views, [Line(name: 1, time: 100)], tolerance: 100).cost == 6)
        #expect(Self.aligned(views, [Line(name: -1, time: 100)], tolerance: 100).cost == 5)
    }

    @Test("Twice as many equal names cost about twice the pairs, within a second or within hours", arguments: [0, 3])
    func manyEqualNames(_ distance: Int) {
        let visits = [1_000, 2_000].map { count in
            let views = (0..<count).map { View(name: 0, begin: $0 * distance, counted: $0 * distance, background: nil) }
            let lines = views.map { Line(name: 0, time: $0.counted) }
            let alignment = Self.alignment(views, lines, tolerance: distance == 0 ? 1 : 36_000)
            #expect(alignment.lineOfView == lines.indices.map { Int32($0) })
            return alignment.visits
        }
        #expect(visits[0] >= 1_000 && visits[1] < 3 * visits[0], "\(visits)")
    }

    @Test("A search that begins with few diagonals has the same result in a long session")
    func longSession() {
        var random = SplitMix(1)
        let views = (0..<3_000).map { number in
            View(name: Int.random(in: 0...2, using: &random), begin: number * 4, counted: number * 4, background: nil)
        }
        let lines = views.flatMap { view in
            let line = Line(name: view.name, time: view.counted + Int.random(in: 0...3, using: &random))
            return Bool.random(using: &random) ? [line] : [line, Line(name: view.name, time: line.time + 1)]
        }.sorted { $0.time < $1.time }
        let whole = Self.aligned(views, lines, tolerance: 1)
        #expect(Self.aligned(views, lines, tolerance: 1, pairLimit: 0) == whole)
        #expect(whole.cost < 3 * lines.count)
    }
}

extension SplitMix {
    init(_ seed: Int) { self.init(seed: UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1) }
}
