/// The two notations of a trace.
public enum TraceNotation: Sendable, Hashable {
    /// One JSON object a line, for machines.
    case jsonLines
    /// Words, for people.
    case lines
}
