import Foundation
import TestWatch

/// How far proofs go: as far as a test run may take, or, with `PAGEVIEW_PROOF` set, as far as `.scripts/proof` asks.
enum Proof {
    /// Whether what takes minutes is asked for.
    static var isAsked: Bool { TestDepth.isProof }

    /// Whether what takes much longer is asked for as well.
    static var isAskedWhole: Bool { TestDepth.isWholeProof }

    /// Where random sequences begin: always at the same place, or where `.scripts/proof` says with `PAGEVIEW_SEED`.
    static let seed = ProcessInfo.processInfo.environment["PAGEVIEW_SEED"].flatMap { UInt64($0) } ?? 1

    /// Tells how far what takes long has come.
    static func progress(_ text: @autoclosure () -> String) {
        if isAskedWhole { FileHandle.standardError.write(Data("\(text())\n".utf8)) }
    }

    /// Tells what was shown, for the script to collect.
    static func claim(_ text: String) { print("proof: \(text)") }
}
