/// The result of a compatibility test (TS-009 to TS-011).
public struct CompatibilityReport: Hashable, Sendable, CustomStringConvertible {
    /// The result of one check.
    public enum Result: Hashable, Sendable {
        /// The check passed.
        case passed
        /// The check failed, for this reason.
        case failed(String)
        /// The framework cannot do what the check needs.
        case notApplicable
    }

    /// One check with its result.
    public struct Check: Hashable, Sendable {
        /// The requirement that the check tests, as text.
        public let name: String
        /// The id of the rule in the specification.
        public let rule: String
        /// The result of the check.
        public let result: Result
        /// The adapter's method that the check needs and that the framework cannot offer, such as `remove(_:)`.
        ///
        /// `nil` if the check ran, or if the error of the adapter names no method.
        public internal(set) var missing: String?
    }

    /// All checks, in order.
    public let checks: [Check]

    /// The failed checks, in order.
    public var failures: [Check] { checks.filter { if case .failed = $0.result { true } else { false } } }

    /// A line for each check, with the reason below each failed one.
    public var description: String {
        checks.map { check in
            switch check.result {
            case .passed: "✓ \(check.name) (\(check.rule))"
            case .notApplicable:
                "– \(check.name) (\(check.rule)): skipped\(check.missing.map { ", needs `\($0)`" } ?? "")"
            case .failed(let reason):
                "✗ \(check.name) (\(check.rule))\n"
                    + reason.split(separator: "\n", omittingEmptySubsequences: false)
                    .map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
            }
        }
        .joined(separator: "\n")
    }
}

/// The error of a compatibility test, with the failed checks and their reasons (TS-009 to TS-011).
public struct CompatibilityFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The report of all checks.
    public let report: CompatibilityReport
    /// The file and the line of the test that runs the compatibility test.
    package let location: TestLocation

    /// The location, the number of failed checks, and the report.
    public var description: String {
        "\(location): \(report.failures.count) of \(report.checks.count) checks failed.\n\n\(report)"
    }
}
