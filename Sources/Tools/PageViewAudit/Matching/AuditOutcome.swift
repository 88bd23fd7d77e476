/// The outcome of a sent line, or of a page view without a line (AU-205).
package enum AuditOutcome: UInt8, Sendable, Hashable, CaseIterable, BitwiseCopyable {
    /// The app sent the page view when it was counted.
    case right
    /// The app sent a page view again.
    case repeated
    /// The app sent the page before it was ready.
    case tooEarly
    /// The app sent the page view late.
    case tooLate
    /// The app sent the page view under a name that the trace does not have.
    case wrongName
    /// The user saw no such page at that time.
    case outOfPlace
    /// The line is no page view.
    case ignored
    /// Another line has a newer version of the same view.
    case folded
    /// No line belongs to the page view.
    case missing

    private static let names = allCases.map { "\($0)" }

    /// The name in the output.
    package var name: String { Self.names[Int(rawValue)] }

    /// Whether an outcome of this kind has a cause.
    package var hasCause: Bool {
        switch self {
        case .repeated, .tooEarly, .tooLate, .wrongName, .outOfPlace, .missing: true
        case .right, .ignored, .folded: false
        }
    }
}

/// The cause of an outcome, as the trace shows it (AU-206, AU-207).
package enum AuditCause: UInt8, Sendable, Hashable, CaseIterable, BitwiseCopyable {
    /// The outcome needs no cause.
    case none
    /// The line has the event id of an earlier line.
    case retry
    /// A `didAppear` answered a `willDisappear` of the page.
    case cancelledTransition
    /// What was above the page ended.
    case reveal
    /// The scene came to the foreground.
    case foreground
    /// Another `didAppear` of the page.
    case duplicateCallback
    /// The user left the page before it was ready.
    case leftBeforeReady
    /// The page was counted later.
    case notReady
    /// The trace has no such session.
    case unknownSession
    /// The name of a component that contains the page in front.
    case container
    /// The name of a component that has no page.
    case notAPage
    /// A page in a scene that is not the foremost one.
    case secondWindow
    /// The name of a page whose scene is in the background.
    case background
    /// The name of a page that the user has left.
    case pageLeft
    /// A name that no page of the trace has.
    case unmappedName
    /// The session has no line.
    case nothingSent
    /// The appearance before it in its scene has the same name.
    case sharedName
    /// None of these.
    case unexplained

    private static let names = allCases.map { "\($0)" }

    /// The name in the output.
    package var name: String { Self.names[Int(rawValue)] }

    /// The ids of the rules behind the cause.
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
