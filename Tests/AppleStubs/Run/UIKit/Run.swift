import Foundation
import PageViewTesting

/// Drives the stand-in for UIKit and the part of SwiftUI's adapter that uses it. Compares the page views with the
/// expected ones.
@main struct Run {
    @MainActor static func main() async {
        var isWell = true
        for scenario in transitions + scenes { isWell = scenario.holds() && isWell }
        do {
            let report = try await checkAdapter { UIKitUnderTest($0) }
            print("✓ the compatibility test: \(report.checks.filter { $0.result == .passed }.count) checks")
        } catch {
            print("✗ the compatibility test\n\(error)")
            isWell = false
        }
        for scenario in automatic { isWell = scenario.holds() && isWell }
        // Runs last, because it suspends: on Linux the main actor then resumes on another thread, which is not the main
        // thread.
        isWell = await swiftUIHolds() && isWell
        exit(isWell ? 0 : 1)
    }
}
