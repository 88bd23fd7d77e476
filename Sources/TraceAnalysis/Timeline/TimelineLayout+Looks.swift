import NavigationTraces

extension TimelineLayout {
    /// How the bars and the marks of a picture look, for its legend.
    struct Looks {
        private(set) var phases: Set<Timeline.Phase> = []
        private(set) var endings: Set<Timeline.Ending> = []
        private(set) var marks: Set<Timeline.Mark.Kind> = []
        /// Whether marks of different kinds are drawn as one.
        private(set) var hasSeveral = false

        /// Those of a picture in which everything may be told apart or not, as its reader zooms.
        init(_ timeline: Timeline) {
            for bar in timeline.bars {
                phases.formUnion(bar.pieces.map(\.phase))
                endings.insert(bar.ending)
            }
            for scene in timeline.sessions.flatMap(\.scenes) {
                for line in [scene.marks] + scene.lanes.map(\.remarks) { marks.formUnion(line.map(\.kind)) }
            }
            hasSeveral = marks.count > 1
        }

        fileprivate init(_ rows: [Row]) {
            for row in rows {
                switch row.content {
                case .lane(let bars, let remarks):
                    for bar in bars where bar.bars.count == 1 {
                        phases.formUnion(bar.pieces.map(\.phase))
                        endings.formUnion(bar.bars.map(\.ending))
                    }
                    add(remarks)
                case .marks(let marks): add(marks)
                case .session, .pages, .counts: break
                }
            }
        }

        private mutating func add(_ placed: [PlacedMark]) {
            for mark in placed {
                if let kind = mark.kind { marks.insert(kind) } else { hasSeveral = true }
            }
        }
    }

    /// Those that are drawn.
    var looks: Looks { Looks(sessions.flatMap(\.scenes).flatMap(\.rows)) }
}
