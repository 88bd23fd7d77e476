import Foundation
import TestSupport

/// The extent of the proofs.
///
/// They are short by default. `.scripts/proof` sets `PAGEVIEW_PROOF` to extend them.
enum Proof {
    /// Whether proofs that take minutes run.
    static var isAsked: Bool { TestDepth.isProof }

    /// Whether proofs that take hours run as well.
    static var isAskedWhole: Bool { TestDepth.isWholeProof }

    /// The seed of random sequences: constant, unless `.scripts/proof` sets `PAGEVIEW_SEED`.
    static let seed = ProcessInfo.processInfo.environment["PAGEVIEW_SEED"].flatMap { UInt64($0) } ?? 1

    /// Prints the progress of a long proof.
    static func progress(_ text: @autoclosure () -> String) {
        if isAskedWhole { FileHandle.standardError.write(Data("\(text())\n".utf8)) }
    }

    /// Prints a claim that holds, for the script to collect. A test run is quiet.
    static func claim(_ text: String) { if isAsked { print("proof: \(text)") } }
}
