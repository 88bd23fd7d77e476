import PageViewAutomation

/// Keys that are the same whatever the case of their ASCII letters.
struct KeySet: Sendable {
    private let keys: Set<ExactName>

    init(_ keys: Set<String>) {
        self.keys = Set(keys.map { ExactName($0.lowercasedASCII) })
    }

    var isEmpty: Bool { keys.isEmpty }

    func contains(_ key: String) -> Bool {
        !keys.isEmpty && keys.contains(ExactName(key.lowercasedASCII))
    }
}

extension String {
    fileprivate var lowercasedASCII: String {
        guard utf8.contains(where: { (0x41...0x5A).contains($0) }) else { return self }
        return String(decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}

/// What becomes of a value by its key.
struct KeyRules: Sendable {
    enum Verdict {
        case keep, drop, redact
    }

    private let allowed: Set<ExactName>?
    private let denied: KeySet
    private let redacted: KeySet

    init(properties: PropertyFilter, redacted: Set<String>) {
        switch properties {
        case .all: (allowed, denied) = (nil, KeySet([]))
        case .only(let keys): (allowed, denied) = (Set(keys.map(ExactName.init)), KeySet([]))
        case .except(let keys): (allowed, denied) = (nil, KeySet(keys))
        }
        self.redacted = KeySet(redacted)
    }

    var isEmpty: Bool { allowed == nil && denied.isEmpty && redacted.isEmpty }

    func verdict(on key: String, isTop: Bool) -> Verdict {
        if isTop, let allowed, !allowed.contains(ExactName(key)) { return .drop }
        if denied.contains(key) { return .drop }
        return redacted.contains(key) ? .redact : .keep
    }

    /// What becomes of a value in a link, by all that its key can be read as: one that may not be sent is enough, and one that
    /// may be.
    func verdict(onAnyOf keys: [String], allowedBy names: [String]) -> Verdict {
        if let allowed, !names.contains(where: { allowed.contains(ExactName($0)) }) { return .drop }
        if keys.contains(where: denied.contains) { return .drop }
        return keys.contains(where: redacted.contains) ? .redact : .keep
    }
}
