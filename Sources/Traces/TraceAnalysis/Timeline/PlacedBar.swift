import NavigationTraces
import PageViewAutomation

extension TimelineLayout {
    /// A bar, or several bars that are too close together to be drawn one by one (TL-004).
    package struct PlacedBar: Sendable, Hashable {
        package struct Piece: Sendable, Hashable {
            package let phase: Timeline.Phase
            package let x: Range<Int>
        }

        package internal(set) var bars: [Timeline.Bar]
        package internal(set) var x: Range<Int>
        package let pieces: [Piece]
        /// The position at which the page view was counted; `nil` without a page view.
        package let countX: Int?
        package internal(set) var label: Label?

        /// Places the bars of a lane. The bars must be sorted by time, and their times must not overlap.
        static func place(_ bars: [Timeline.Bar], _ scale: TimeScale) -> [PlacedBar] {
            var placed: [PlacedBar] = []
            for bar in bars {
                // A short bar is wider than its time, so it can reach into the next bar. The next bar then begins later if it is
                // wide enough.
                let end = placed.last?.x.upperBound ?? .min
                let next = PlacedBar(bar, scale, after: end)
                if let last = placed.indices.last, next.x.lowerBound < end {
                    placed[last].bars.append(bar)
                    placed[last].x = placed[last].x.lowerBound..<max(end, next.x.upperBound)
                    placed[last].label = nil
                } else {
                    placed.append(next)
                }
            }
            return placed
        }

        private init(_ bar: Timeline.Bar, _ scale: TimeScale, after limit: Int) {
            var start = scale.x(bar.start)
            let end = max(scale.x(bar.end), start + Metrics.minimumBarWidth)
            if start < limit, end - limit >= Metrics.minimumBarWidth { start = limit }
            let clamped = { (time: Timestamp) in min(max(start, scale.x(time)), end) }
            var pieces: [Piece] = []
            for (index, piece) in bar.pieces.enumerated() {
                let to = index == bar.pieces.count - 1 ? end : clamped(piece.end)
                if clamped(piece.start) < to { pieces.append(Piece(phase: piece.phase, x: clamped(piece.start)..<to)) }
            }
            if pieces.isEmpty, let last = bar.pieces.last { pieces = [Piece(phase: last.phase, x: start..<end)] }
            bars = [bar]
            x = start..<end
            self.pieces = pieces
            countX = bar.count.map { clamped($0.time) }
            label = Self.label(of: bar, pieces)
        }

        /// Returns a label with the page's name in the widest piece; `nil` without room for a name.
        private static func label(of bar: Timeline.Bar, _ pieces: [Piece]) -> Label? {
            guard let page = bar.page,
                let piece = pieces.filter({ $0.phase != .announced }).max(by: { $0.x.count < $1.x.count })
            else { return nil }
            let dot = piece.phase == .counted ? 9 : 0
            let cross = bar.ending == .uncounted ? 12 : 0
            let width = piece.x.count - 2 * Metrics.padding - dot - cross
            guard let text = shown(page, in: width, size: Metrics.text) else { return nil }
            return Label(text, x: piece.x.lowerBound + Metrics.padding + dot, size: Metrics.text)
        }
    }
}

extension TimelineLayout {
    /// The number of a page view, or one text for several numbers that are too close together (TL-005).
    package struct PlacedCount: Sendable, Hashable {
        package private(set) var counts: [Timeline.Count]
        package private(set) var anchors: [Int]
        package private(set) var text: String
        package private(set) var x: Range<Int>

        /// The number of the page views that the app did not send (TL-011).
        package var missingCount: Int { counts.count { $0.missing != nil } }

        private let plotWidth: Int

        /// Places the page views of a scene, which must be sorted.
        static func place(_ counts: [Timeline.Count], _ scale: TimeScale) -> [PlacedCount] {
            var placed: [PlacedCount] = []
            for count in counts {
                placed.append(PlacedCount(count, at: scale.x(count.time), of: scale.width))
                while let last = placed.indices.dropFirst().last,
                    placed[last].x.lowerBound < placed[last - 1].x.upperBound + 2
                {
                    let next = placed.removeLast()
                    placed[last - 1].merge(next)
                }
            }
            return placed
        }

        private init(_ count: Timeline.Count, at x: Int, of plotWidth: Int) {
            counts = [count]
            anchors = [x]
            text = "\(count.number)"
            self.x = 0..<0
            self.plotWidth = plotWidth
            updateLayout()
        }

        private mutating func merge(_ next: PlacedCount) {
            counts += next.counts
            anchors += next.anchors
            updateLayout()
        }

        private mutating func updateLayout() {
            guard let first = counts.first?.number, let final = counts.last?.number else { return }
            switch counts.count {
            case 1: text = "\(first)"
            // Consecutive numbers become a range. Otherwise the text has only the first and the last number.
            case let count where final - first == UInt64(count - 1): text = "\(first)–\(final)"
            case 2: text = "\(first), \(final)"
            default: text = "\(first) … \(final)"
            }
            let width = max(18, TextWidth.of(text, size: Metrics.smallText, isBold: true) + 10)
            let middle = ((anchors.first ?? 0) + (anchors.last ?? 0)) / 2
            // A number at an end of the axis must not cover the row names, and must not leave the picture.
            let last = max(1 - Metrics.inset, plotWidth + Metrics.margin - 1 - width)
            let start = min(max(1 - Metrics.inset, middle - width / 2), last)
            x = start..<start + width
        }
    }
}

extension TimelineLayout {
    /// A mark, or several marks that are too close together to draw separately (TL-004).
    package struct PlacedMark: Sendable, Hashable {
        package private(set) var marks: [Timeline.Mark]
        package private(set) var x: Int
        package private(set) var label: Label?

        /// The kind of the marks; `wrongSent` if one of them is wrong, else `nil` for marks of several kinds.
        package var kind: Timeline.Mark.Kind? {
            // A right line must not hide a wrong one (TL-011).
            if marks.contains(where: { $0.kind == .wrongSent }) { return .wrongSent }
            return marks.allSatisfy { $0.kind == marks.first?.kind } ? marks.first?.kind : nil
        }

        /// Places sorted marks, with their names where there is room.
        static func place(_ marks: [Timeline.Mark], _ scale: TimeScale, hasLabels: Bool) -> [PlacedMark] {
            var placed: [PlacedMark] = []
            for mark in marks {
                let x = scale.x(mark.time)
                if let last = placed.indices.last, x < placed[last].x + Metrics.markWidth {
                    placed[last].marks.append(mark)
                } else {
                    placed.append(PlacedMark(marks: [mark], x: x))
                }
            }
            guard hasLabels else { return placed }
            for index in placed.indices {
                let start = placed[index].x + Metrics.markWidth / 2 + 3
                let end = index + 1 < placed.count ? placed[index + 1].x - Metrics.markWidth : scale.width
                let names = placed[index].marks.prefix(20).map { shown($0.name) }.joined(separator: ", ")
                guard let text = TextWidth.shortened(names, to: end - start, size: Metrics.smallText) else { continue }
                placed[index].label = Label(text, x: start, size: Metrics.smallText)
            }
            return placed
        }
    }

    /// The current page of a scene during a span of time, with its position (TL-001).
    package struct PlacedPage: Sendable, Hashable {
        package let page: Timeline.CurrentPage
        package let x: Range<Int>
        package let label: Label?

        /// Places the current pages of a scene. Omits pages that are narrower than a pixel.
        static func place(_ pages: [Timeline.CurrentPage], _ scale: TimeScale) -> [PlacedPage] {
            pages.compactMap { page in
                let x = scale.x(page.time.lowerBound)..<scale.x(page.time.upperBound)
                guard !x.isEmpty else { return nil }
                let text = shown(page.page, in: x.count - 2 * Metrics.padding, size: Metrics.smallText, isBold: true)
                let start = x.lowerBound + Metrics.padding
                let label = text.map { Label($0, x: start, size: Metrics.smallText, isBold: true) }
                return PlacedPage(page: page, x: x, label: label)
            }
        }
    }
}
