/// The result of a compatibility test (TS-009 to TS-011).
public struct CompatibilityReport: Hashable, Sendable, CustomStringConvertible {
    package enum Result: Hashable, Sendable {
        case passed
        /// The check failed, for this reason.
        case failed(String)
        /// The framework cannot do what the check needs.
        case notApplicable
    }

    package struct Check: Hashable, Sendable {
        /// The requirement that the check tests, as text.
        package let name: String
        package let rule: String
        package internal(set) var result: Result
        /// The adapter's method that a skipped check needs, such as `remove(_:)`, if the error of the adapter names one.
        package internal(set) var missing: String?
        /// The calls of a failed check of an adapter and the adapter's reports, as a trace; `nil` for other checks.
        var trace: String?
        /// The methods that the check called, and whether any of their calls caused a report of the adapter.
        var hasReportedIn: [String: Bool] = [:]

        init(name: String, rule: String, result: Result) {
            (self.name, self.rule, self.result) = (name, rule, result)
        }

        /// Runs a check. An error fails it.
        package init(name: String, rule: String, _ run: () async throws -> Result) async {
            self.init(name: name, rule: rule, result: .passed)
            do { result = try await run() } catch { result = .failed("\(error)") }
        }
    }

    package let checks: [Check]

    /// Creates the report of a test at a location. Throws it if a check failed.
    package init(of checks: [Check], at location: TestLocation) throws(CompatibilityFailure) {
        self.checks = checks
        if !failures.isEmpty { throw CompatibilityFailure(report: self, location: location) }
    }

    package var failures: [Check] { checks.filter { if case .failed = $0.result { true } else { false } } }

    /// The requirements whose checks did not run, because the framework cannot do what they need, in order.
    public var skipped: [String] { skippedChecks.map { $0.name } }

    package var skippedChecks: [Check] { checks.filter { $0.result == .notApplicable } }

    /// The numbers of checks that ran and failed, and the methods that the other checks need.
    var summary: String {
        let ran = checks.count - skipped.count
        let failed = failures.isEmpty ? "none failed" : "\(failures.count) failed"
        let first = "\(ran) of \(checks.count) checks ran, \(failed)."
        let others = skipped.isEmpty ? "" : " To run the others, implement \(missingMethods.joined(separator: ", "))."
        return first + others + silentCancellations
    }

    /// A hint about cancelled transitions that caused no report in any check; empty if there are none.
    private var silentCancellations: String {
        let silent = ["cancelHide(_:)", "cancelShow(_:)", "cancelDismiss(_:)"].filter { method in
            let calls = checks.compactMap { $0.hasReportedIn[method] }
            return !calls.isEmpty && !calls.contains(true)
        }
        guard !silent.isEmpty else { return "" }
        return
            " No call of \(silent.map { "`\($0)`" }.joined(separator: ", ")) caused a report. If your framework calls the "
            + "adapter in a cancelled transition, drive the whole gesture."
    }

    /// The missing methods, each with the number of checks that need it.
    private var missingMethods: [String] {
        let methods = skippedChecks.map { $0.missing.map { "`\($0)`" } ?? "methods that throw `CannotBeDone`" }
        return Self.groups(of: methods) { $0 == $1 }.map { "\($0[0]) (\($0.count))" }
    }

    /// A line for each check that passed or did not run, the failed checks with their reasons, and a summary.
    ///
    /// Checks that failed for the same reason form one group above this reason.
    public var description: String { text(isListingAll: true) }

    func text(isListingAll: Bool) -> String {
        var lines: [String] = []
        for check in checks {
            switch check.result {
            case .passed: if isListingAll { lines.append("✓ \(check.name) (\(check.rule))") }
            case .notApplicable where isListingAll:
                lines.append("– \(check.name) (\(check.rule)): skipped\(check.missing.map { ", needs `\($0)`" } ?? "")")
            case .notApplicable, .failed: break
            }
        }
        for group in Self.groups(of: failures, { $0.result == $1.result }) {
            lines.append("")
            lines += group.map { "✗ \($0.name) (\($0.rule))" }
            guard let first = group.first, case .failed(let reason) = first.result else { continue }
            lines += Self.indented(reason)
            guard let trace = first.trace else { continue }
            let which = group.count == 1 ? "this check" : "the first of these checks"
            lines += ["", "      The calls and reports of \(which), as a trace for `pageview explain`:", ""]
            lines += Self.indented(trace).map { $0.isEmpty ? "" : "    \($0)" }
        }
        if lines.first?.isEmpty == true { lines.removeFirst() }
        return lines.joined(separator: "\n") + "\n\n" + summary
    }

    /// Returns groups of alike elements, in the order of their first elements.
    private static func groups<Element>(
        of elements: [Element], _ areAlike: (Element, Element) -> Bool
    ) -> [[Element]] {
        elements.reduce(into: []) { groups, element in
            if let index = groups.firstIndex(where: { areAlike($0[0], element) }) {
                groups[index].append(element)
            } else {
                groups.append([element])
            }
        }
    }

    private static func indented(_ text: String) -> [String] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map { $0.isEmpty ? "" : "    \($0)" }
    }
}

/// The error of a compatibility test, with the failed checks and their reasons (TS-009 to TS-011).
public struct CompatibilityFailure: Error, Sendable, CustomStringConvertible {
    package let report: CompatibilityReport
    let location: TestLocation

    /// The location, the failed checks with their reasons, and a summary.
    public var description: String {
        "\(location): \(report.failures.count) of \(report.checks.count) checks failed.\n\n"
            + report.text(isListingAll: false)
    }
}
