/// Whether a test has to say what it thinks of every page view (rule TS-002).
public enum Exhaustivity: Hashable, Sendable {
    /// Each page view is expected, in order; one that nobody expected fails the test.
    case on
    /// Page views may be passed over. ``PageViewRecorder/skipped`` has those that were.
    case off
    /// As ``off``, and at the end of the test those that were passed over are printed.
    case offShowingSkipped
}
