/// What a lane has written of a batch.
package struct LaneOutput: Sendable {
    /// A place in the order of all that is written of a batch: by the event, and before its own by the lines that the
    /// sessions were last heard of that were idle until then.
    struct Position: Comparable, Sendable {
        var event: Int
        var line: Int

        /// What the event itself comes to.
        static func of(_ event: Int) -> Position { Position(event: event, line: .max) }

        /// Before anything of an event.
        static func before(_ event: Int) -> Position { Position(event: event, line: -1) }

        static func < (left: Position, right: Position) -> Bool {
            left.event == right.event ? left.line < right.line : left.event < right.event
        }
    }

    /// Where something ends that belongs together.
    struct Mark: Sendable {
        let position: Position
        let end: Int
    }

    var bytes: [UInt8] = []
    var marks: [Mark] = []
    /// All that comes before this has been written.
    var progress = Position.before(0)
}
