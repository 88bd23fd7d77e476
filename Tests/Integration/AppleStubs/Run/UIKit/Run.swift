import Foundation
import PageViewTesting

/// Drives the stand-in for UIKit and the part of SwiftUI's adapter that uses it. Compares the page views with the
/// expected ones.
@main struct Run {
    @MainActor static func main() async {
        var isWell = true
        for scenario in transitions + scenes + hiddenScenes + presentations + containers + turns {
            isWell = scenario.holds() && isWell
        }
        do {
            let report = try await checkAdapter { UIKitUnderTest($0) }
            // UIKit keeps no view for another page, and makes no controller again. Tabs of stacks and panes have scenarios.
            let missing = Set(report.skippedChecks.map { $0.missing ?? $0.name })
            let (ran, all) = (report.checks.count - report.skipped.count, report.checks.count)
            let isWhole =
                missing == [
                    "push(_:in:)", "recreate()", "select(_:showing:in:)", "showBeside(_:)", "showInPlace(_:id:)",
                    "showTabs(_:in:)",
                ]
            isWell = isWhole && isWell
            let result = "\(ran) of \(all) checks ran, without \(missing.sorted().joined(separator: ", "))"
            print("\(isWhole ? "✓" : "✗") the compatibility test: \(result)")
        } catch {
            print("✗ the compatibility test\n\(error)")
            isWell = false
        }
        for scenario in automatic { isWell = scenario.holds() && isWell }
        // Runs last, because it suspends: on Linux the main actor then resumes on another thread, which is not the main
        // thread.
        isWell = await swiftUIHolds() && isWell
        isWell = await swiftUISystemHolds() && isWell
        exit(isWell ? 0 : 1)
    }
}
