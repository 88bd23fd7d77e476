/// What a compatibility test found (rules TS-009, TS-010).
public struct CompatibilityReport: Hashable, Sendable, CustomStringConvertible {
    /// The result of one check.
    public enum Result: Hashable, Sendable {
        /// It holds.
        case passed
        /// It does not, for this reason.
        case failed(String)
        /// What is tested cannot do what it is about.
        case notApplicable
    }

    /// One thing that was checked.
    public struct Check: Hashable, Sendable {
        /// What has to hold, in words.
        public let name: String
        /// The rule of the specification that says so.
        public let rule: String
        /// Whether it does.
        public let result: Result
        /// The method of the adapter, such as `remove(_:)`, without which the check could not be made.
        public internal(set) var missing: String?
    }

    /// Everything that was checked, in order.
    public let checks: [Check]

    /// The checks that failed.
    public var failures: [Check] { checks.filter { if case .failed = $0.result { true } else { false } } }

    /// A line for each check, with the reason below it where it failed.
    public var description: String {
        checks.map { check in
            switch check.result {
            case .passed: "✓ \(check.name) (\(check.rule))"
            case .notApplicable:
                "– \(check.name) (\(check.rule)): cannot be done\(check.missing.map { " without `\($0)`" } ?? "")"
            case .failed(let reason):
                "✗ \(check.name) (\(check.rule))\n"
                    + reason.split(separator: "\n", omittingEmptySubsequences: false)
                    .map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
            }
        }
        .joined(separator: "\n")
    }
}

/// Something is not compatible; the description says which checks failed, and why.
public struct CompatibilityFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Everything that was checked.
    public let report: CompatibilityReport
    /// Where in the test.
    public let location: TestLocation

    /// How many checks failed, and the report.
    public var description: String {
        "\(location): \(report.failures.count) of \(report.checks.count) checks failed.\n\n\(report)"
    }
}
