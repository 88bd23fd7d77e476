import PageViewLifecycle

/// The times within which a sent line belongs to a page view (AU-203), in nanoseconds.
struct AuditLimits: Sendable {
    static let lateness: Int64 = 60_000_000_000
    /// The limit below which the audit ignores a clock offset, if the calendar time of trace time 0 is known (AU-204).
    static let ignoredOffset: Int64 = 500_000_000
    static let ownMatches = 3

    /// The precision of an estimated clock: the offset includes the usual delay of a line, so a line can seem this early.
    static let estimatedPrecision: Int64 = 100_000_000

    let tolerance: Int64
    /// How long after its trace time a line may really have been sent; 0 if the clock was not estimated.
    var precision: Int64 = 0

    /// Returns these limits with the precision of a clock, which is estimated or known.
    func estimated(_ isEstimated: Bool) -> AuditLimits {
        AuditLimits(tolerance: tolerance, precision: isEstimated ? Self.estimatedPrecision : 0)
    }

    var reach: Int64 { max(tolerance, Self.lateness) }
}

/// A way in which a sent line and a page view can be matched, with its weight.
///
/// A line and a page view without a match cost 3 each. The weight is the part of this cost that the pair saves: `right` costs 0,
/// `tooEarly` and `tooLate` cost 2, and `wrongName` costs 5.
enum Pairing: Int32 {
    case right = 6
    case tooEarlyOrTooLate = 4
    case wrongName = 1
}

extension SeenTrace {
    func earliest(for stay: SeenStay, _ limits: AuditLimits) -> Int64 {
        min(stay.begin.saturatingSubtracting(limits.precision), stay.counted.saturatingSubtracting(limits.tolerance))
    }

    /// Returns how a line with a page name can be matched with a page view; `nil` if it cannot be (AU-203). The name is -1 if no
    /// page of the trace has it.
    func pairing(_ stay: SeenStay, _ name: Int32, at time: Int64, _ limits: AuditLimits) -> Pairing? {
        let delay = time.saturatingSubtracting(stay.counted)
        let isNear = -limits.tolerance <= delay && delay <= limits.tolerance
        if name < 0 { return isNear ? .wrongName : nil }
        guard name == stay.name else { return nil }
        if isNear { return .right }
        if delay > 0 { return delay <= AuditLimits.lateness ? .tooEarlyOrTooLate : nil }
        // Before the count, a page in front was not ready: otherwise it would have been counted (RD-002).
        return isInFront(stay, at: time, limits) ? .tooEarlyOrTooLate : nil
    }

    /// Returns whether an appearance is in front of the user at a time: live, in a scene in the foreground.
    func isInFront(_ stay: SeenStay, at time: Int64, _ limits: AuditLimits) -> Bool {
        guard stay.kind == .appearance else { return false }
        let scene = scenes[Int(stay.scene)]
        if stay.contains(time), scene.isForeground(at: time) { return true }
        let later = time.saturatingAdding(limits.precision)
        return limits.precision > 0 && stay.contains(later) && scene.isForeground(at: later)
    }
}
