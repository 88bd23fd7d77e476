import Foundation

/// The sizes of long tests: small under `swift test`, full under `.scripts/proof`.
package enum TestDepth {
    private static let depth = ProcessInfo.processInfo.environment["PAGEVIEW_PROOF"]

    /// Whether the tests may take minutes.
    package static var isProof: Bool { depth != nil }

    /// Whether the tests may take hours.
    package static var isWholeProof: Bool { depth == "whole" }

    /// The number for a test run, or the larger one for a proof.
    package static func number(_ short: Int, proof: Int) -> Int { isProof ? proof : short }

    /// All elements for a proof. For a test run, at least this many and fewer than twice as many, evenly spread.
    package static func sample<Element>(_ count: Int, of all: [Element]) -> [Element] {
        let step = isProof ? 1 : max(1, all.count / count)
        return stride(from: 0, to: all.count, by: step).map { all[$0] }
    }
}
