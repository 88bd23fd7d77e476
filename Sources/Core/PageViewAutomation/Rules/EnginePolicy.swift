/// The choices on which products differ (rule POL-001).
///
/// Under every policy an appearance has at most one page view.
public struct EnginePolicy: Sendable, Hashable {
    /// The choice whether a page counts again after a cancelled transition away from it (rule POL-002).
    public enum CancelledDisappearance: Sendable, Hashable {
        /// The appearance continues.
        case continues
        /// A new appearance begins, if the one before it has been counted.
        case counts
    }

    /// The choice whether a page counts again when it is revealed (rule POL-003).
    public enum Reveal: Sendable, Hashable {
        /// The appearance continues.
        case silent
        /// A new appearance begins, if the one before it has been counted.
        case counts
    }

    /// The choice whether the current page counts again when its scene returns to the foreground (rule POL-004).
    public struct Foreground: Sendable, Hashable {
        /// The shortest time in the background after which the page counts, in nanoseconds; `nil` if it never does.
        package let minimumNanoseconds: Int64?

        /// Creates a choice from nanoseconds; a negative number means 0, `nil` means never.
        package init(minimumNanoseconds: Int64?) {
            self.minimumNanoseconds = minimumNanoseconds.map { max(0, $0) }
        }

        /// The appearance continues.
        public static let silent = Foreground(minimumNanoseconds: nil)
        /// A new appearance begins, if the one before it has been counted.
        public static let counts = Foreground(minimumNanoseconds: 0)

        #if !hasFeature(Embedded)
        /// A new appearance begins if the one before it has been counted, and the scene was in the background at least so long.
        ///
        /// - Parameter time: The shortest time in the background. A negative time means zero.
        public static func counts(after time: Duration) -> Foreground {
            Foreground(minimumNanoseconds: time.saturatingNanoseconds)
        }
        #endif
    }

    /// The policy for a cancelled transition.
    public var cancelledDisappearance: CancelledDisappearance
    /// The policy for a page that is revealed because the current page above it ended.
    public var reveal: Reveal
    /// The policy for the current page of a scene that comes back from the background.
    public var foreground: Foreground

    /// Creates a policy.
    public init(
        cancelledDisappearance: CancelledDisappearance = .continues,
        reveal: Reveal = .silent,
        foreground: Foreground = .silent
    ) {
        self.cancelledDisappearance = cancelledDisappearance
        self.reveal = reveal
        self.foreground = foreground
    }

    /// A choice by its name, which traces and other languages have too.
    package enum Choice: String, Sendable, CaseIterable {
        case cancelledDisappearance, reveal, foreground

        /// The name of the answer that applies by default.
        package var defaultName: String {
            switch self {
            case .cancelledDisappearance: "continues"
            case .reveal, .foreground: "silent"
            }
        }

        /// Whether an answer can be a time, in seconds.
        package var takesTime: Bool { self == .foreground }
    }

    /// The shortest absence after which a page counts again, in nanoseconds; 0 if each counts, `nil` if none does.
    package subscript(choice: Choice) -> Int64? {
        get {
            switch choice {
            case .cancelledDisappearance: cancelledDisappearance == .counts ? 0 : nil
            case .reveal: reveal == .counts ? 0 : nil
            case .foreground: foreground.minimumNanoseconds
            }
        }
        set {
            switch choice {
            case .cancelledDisappearance: cancelledDisappearance = newValue == nil ? .continues : .counts
            case .reveal: reveal = newValue == nil ? .silent : .counts
            case .foreground: foreground = Foreground(minimumNanoseconds: newValue)
            }
        }
    }

    /// The default policy, with one page view for each time a page comes in front of the user.
    public static let standard = EnginePolicy()
    /// The policy that also counts a `didAppear` after a cancelled transition.
    public static let literal = EnginePolicy(cancelledDisappearance: .counts)
    /// The policy under which a page counts whenever the user sees it again.
    public static let session = EnginePolicy(reveal: .counts, foreground: .counts)
}
