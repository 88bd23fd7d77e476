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

    // MARK: Links

    /// A link without what its query or fragment may not say: their items are properties at the top.
    func filtered(link: String) -> String {
        guard !isEmpty, link.utf8.contains(where: { $0 == Self.question || $0 == Self.hash }) else { return link }
        let bytes = Array(link.utf8)
        let fragment = bytes.firstIndex(of: Self.hash) ?? bytes.count
        let query = bytes[..<fragment].firstIndex(of: Self.question) ?? fragment
        var result = Array(bytes[..<query])
        append(bytes[query..<fragment], to: &result)
        append(bytes[fragment...], to: &result)
        return String(decoding: result, as: UTF8.self)
    }

    /// Adds a query or fragment with its mark in front; an item without a value has no key.
    private func append(_ part: ArraySlice<UInt8>, to result: inout [UInt8]) {
        guard let mark = part.first else { return }
        var kept: [[UInt8]] = []
        for item in part.dropFirst().split(separator: Self.ampersand, omittingEmptySubsequences: false) {
            guard let equals = item.firstIndex(of: Self.equals) else {
                kept.append(Array(item))
                continue
            }
            let key = String(decoding: PlainText(item[..<equals]).bytes, as: UTF8.self)
            switch verdict(on: key, isTop: true) {
            case .keep: kept.append(Array(item))
            case .drop: break
            case .redact: kept.append(item[...equals] + Array(TextRedaction.redactedValue.utf8))
            }
        }
        guard !kept.isEmpty else { return }
        result.append(mark)
        result += kept.joined(separator: [Self.ampersand])
    }

    private static let question = UInt8(ascii: "?")
    private static let hash = UInt8(ascii: "#")
    private static let ampersand = UInt8(ascii: "&")
    private static let equals = UInt8(ascii: "=")
}
