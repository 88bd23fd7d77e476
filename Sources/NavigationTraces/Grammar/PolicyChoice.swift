import PageViewAutomation

/// The policies as traces write them.
enum PolicyChoice: String, CaseIterable {
    case cancelledDisappearance, reveal, foreground

    /// The name of the choice that is made where none is given.
    var defaultName: String {
        switch self {
        case .cancelledDisappearance: "continues"
        case .reveal, .foreground: "silent"
        }
    }
}

extension EnginePolicy {
    init?(preset: String) {
        switch preset {
        case "standard": self = .standard
        case "literal": self = .literal
        case "session": self = .session
        default: return nil
        }
    }

    /// Makes a choice by its name; whether there is such a name.
    mutating func choose(_ choice: PolicyChoice, _ name: String) -> Bool {
        guard name == "counts" || name == choice.defaultName else { return false }
        let counts = name == "counts"
        switch choice {
        case .cancelledDisappearance: cancelledDisappearance = counts ? .counts : .continues
        case .reveal: reveal = counts ? .counts : .silent
        case .foreground: foreground = counts ? .counts : .silent
        }
        return true
    }

    func counts(_ choice: PolicyChoice) -> Bool {
        switch choice {
        case .cancelledDisappearance: cancelledDisappearance == .counts
        case .reveal: reveal == .counts
        case .foreground: foreground == .counts
        }
    }
}
