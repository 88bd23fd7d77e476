/// The outcome of a sent line, or of a page view without a line (AU-205).
package enum AuditOutcome: UInt8, Sendable, Hashable, CaseIterable, BitwiseCopyable {
    case right
    case repeated
    case tooEarly
    case tooLate
    case wrongName
    case outOfPlace
    case ignored
    case folded
    case missing

    package var name: String { "\(self)" }

    package var hasCause: Bool {
        switch self {
        case .repeated, .tooEarly, .tooLate, .wrongName, .outOfPlace, .missing: true
        case .right, .ignored, .folded: false
        }
    }
}

/// The cause of an outcome, as the trace shows it (AU-206, AU-207). `AuditSentences.swift` states what each one means.
package enum AuditCause: UInt8, Sendable, Hashable, CaseIterable, BitwiseCopyable {
    case none
    /// The causes of repetitions. Of several at the same time, the first in this list applies.
    case retry, cancelledTransition, reveal, foreground, duplicateCallback
    case leftBeforeReady, notReady
    /// The causes of lines out of place.
    case unknownSession, container, notAPage, secondWindow, background, pageLeft
    case unmappedName
    case nothingSent, sharedName
    case unexplained

    package var name: String { "\(self)" }

    package var rules: [String] {
        switch self {
        case .cancelledTransition: ["POL-002", "AP-004"]
        case .reveal: ["POL-003", "AP-012"]
        case .foreground: ["POL-004", "AP-007"]
        case .duplicateCallback: ["AP-004"]
        case .leftBeforeReady: ["RD-004"]
        case .notReady: ["RD-002", "RD-005"]
        case .container: ["AP-001", "QU-002"]
        case .notAPage: ["AP-001"]
        case .secondWindow: ["QU-001", "QU-004"]
        case .background: ["AP-002", "AP-007"]
        case .pageLeft: ["AP-006", "AP-010"]
        case .sharedName: ["AP-011"]
        case .none, .retry, .unknownSession, .unmappedName, .nothingSent, .unexplained: []
        }
    }
}
