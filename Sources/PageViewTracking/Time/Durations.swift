import PageViewLifecycle

extension Duration {
    /// The duration in nanoseconds, rounded down; at the far ends of the range it saturates.
    package var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflowToo) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        return overflow || overflowToo ? (seconds < 0 ? .min : .max) : sum
    }
}

extension Timestamp {
    /// The moment so many nanoseconds later; at the far end of the range it saturates.
    func later(byNanoseconds nanoseconds: Int64) -> Timestamp {
        let (sum, overflow) = self.nanoseconds.addingReportingOverflow(nanoseconds)
        return Timestamp(nanoseconds: overflow ? .max : sum)
    }
}
