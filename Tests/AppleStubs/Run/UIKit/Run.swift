import Foundation
import PageViewTesting

/// Drives the stand-in for UIKit, and what asks it for SwiftUI, and compares the page views with those that must come out.
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
        // Last, because it suspends: on Linux the main actor goes on in another thread then, and that one is not the main thread.
        isWell = await swiftUIHolds() && isWell
        exit(isWell ? 0 : 1)
    }
}
