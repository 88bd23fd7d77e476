import NavigationTraces
import PageViewAutomation

extension TimelineLayout {
    /// A bar, or several that are too close together to be told apart.
    package struct PlacedBar: Sendable, Hashable {
        /// A part of it, in pixels.
        package struct Piece: Sendable, Hashable {
            package let phase: Timeline.Phase
            package let x: Range<Int>
        }

        package internal(set) var bars: [Timeline.Bar]
        package internal(set) var x: Range<Int>
        package let pieces: [Piece]
        /// Where it was counted.
        package let countX: Int?
        package internal(set) var label: Label?

        /// Places the bars of a lane, which are in order and do not overlap.
        static func place(_ bars: [Timeline.Bar], _ scale: TimeScale) -> [PlacedBar] {
            var placed: [PlacedBar] = []
            for bar in bars {
                // Only what was made wider than it is reaches into its neighbour, which gives way if it can.
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
            let end = max(scale.x(bar.end), start + Metrics.leastBar)
            if start < limit, end - limit >= Metrics.leastBar { start = limit }
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

        /// What it is called stands in its widest piece that text can stand in, if there is room.
        private static func label(of bar: Timeline.Bar, _ pieces: [Piece]) -> Label? {
            guard let page = bar.page,
                let piece = pieces.filter({ $0.phase != .announced }).max(by: { $0.x.count < $1.x.count })
            else { return nil }
            let dot = piece.phase == .counted ? 9 : 0
            let cross = bar.ending == .uncounted ? 12 : 0
            let room = piece.x.count - 2 * Metrics.padding - dot - cross
            guard let text = shown(page, in: room, size: Metrics.text) else { return nil }
            return Label(
                text: text, x: piece.x.lowerBound + Metrics.padding + dot,
                width: TextWidth.of(text, size: Metrics.text))
        }
    }
}
