import PageViewAutomation

/// A set of keys that ignores the case of ASCII letters (rules PR-002, PR-003).
struct KeySet: Sendable {
    private let keys: Set<ExactName>

    init(_ keys: Set<String>) {
        self.keys = Set(keys.map { ExactName($0.lowercasedASCII) })
    }

    var isEmpty: Bool { keys.isEmpty }

    func contains(_ key: String) -> Bool { !keys.isEmpty && keys.contains(ExactName(key.lowercasedASCII)) }
}

extension String {
    fileprivate var lowercasedASCII: String {
        String(decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}

/// The rules for a value by its key: the property filter and the redacted keys (rules PR-002, PR-003).
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

    /// Returns the verdict on an item of a link: the strictest on one of its keys. `.only` lists must have one of `names`.
    func verdict(onAnyOf keys: [String], allowedBy names: [String]) -> Verdict {
        if let allowed, !names.contains(where: { allowed.contains(ExactName($0)) }) { return .drop }
        if keys.contains(where: denied.contains) { return .drop }
        return keys.contains(where: redacted.contains) ? .redact : .keep
    }
}

struct LinkItem {
    let separator: Range<Int>
    let text: Range<Int>
    /// The ends of the key and of its `=`; `nil` without a key.
    let equals: (key: Int, end: Int)?
    /// Whether every parser begins an item here, so that the text cannot belong to the value before.
    let isUnambiguous: Bool
    /// Whether the separator begins the query or fragment. If its item is removed, the next item gets this separator.
    let beginsComponent: Bool

    /// Returns the items of a link, split at every possible separator, even an escaped one.
    static func all(in link: [UInt8]) -> [LinkItem] {
        // HTML entities are not read, because every `&` separates items here.
        let plain = PlainText(link, notations: .url)
        var items: [LinkItem] = []
        var (separator, start, isUnambiguous, beginsComponent) = (0..<0, 0, true, false)
        var equals: (key: Int, end: Int)?
        var marks: Set<UInt8> = []
        func close(at end: Int) {
            items.append(
                LinkItem(
                    separator: separator, text: start..<end, equals: equals, isUnambiguous: isUnambiguous,
                    beginsComponent: beginsComponent))
        }
        for (at, byte) in plain.bytes.enumerated() {
            var source = plain.source(of: at..<(at + 1))
            // The byte belongs to an earlier separator, as in `&amp;`.
            guard source.lowerBound >= start else { continue }
            switch byte {
            case UInt8(ascii: "="): equals = equals ?? (source.lowerBound, source.upperBound)
            case UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "&"), UInt8(ascii: ";"):
                close(at: source.lowerBound)
                let isPlain = link[source.lowerBound] == byte
                beginsComponent = isPlain && (byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#"))
                let isFirst = beginsComponent && !marks.contains(UInt8(ascii: "#")) && marks.insert(byte).inserted
                isUnambiguous = isFirst || isPlain && byte == UInt8(ascii: "&")
                if isPlain, link[source.lowerBound...].starts(with: "&amp;".utf8) {
                    source = source.lowerBound..<(source.lowerBound + 5)
                }
                (separator, start, equals) = (source, source.upperBound, nil)
            default: break
            }
        }
        close(at: link.count)
        return items
    }
}

extension KeyRules {
    /// Returns a link without the items that may not be sent. Their keys count as keys of the top level.
    func filtered(link: String) -> String {
        guard !isEmpty, link.utf8.contains(where: { $0 == 0x3D || $0 == 0x25 || $0 >= 0x80 }) else { return link }
        let bytes = Array(link.utf8)
        var result: [UInt8] = []
        var (isRemoved, mark): (Bool, Range<Int>?) = (false, nil)
        for (index, item) in LinkItem.all(in: bytes).enumerated() {
            // The text may belong to the value that was removed.
            if isRemoved, !item.isUnambiguous { continue }
            let verdict = index == 0 ? .keep : verdict(on: item, of: bytes)
            guard verdict != .drop else {
                if item.beginsComponent { mark = item.separator }
                isRemoved = true
                continue
            }
            result += bytes[item.beginsComponent ? item.separator : mark ?? item.separator]
            mark = nil
            isRemoved = verdict == .redact
            if verdict == .redact, let equals = item.equals {
                result += bytes[item.text.lowerBound..<equals.end] + Array(TextRedaction.redactedItem.utf8)
            } else {
                result += bytes[item.text]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns the verdict on an item. An item without `=` has no key, and stays.
    private func verdict(on item: LinkItem, of link: [UInt8]) -> Verdict {
        guard let equals = item.equals else { return .keep }
        let source = Array(link[item.text.lowerBound..<equals.key])
        let exact = PlainText(unescaping: source, .url).bytes
        let plain = PlainText(source, notations: [.url, .json]).bytes
        let trimmed = plain.drop { Self.isBlank($0) }.reversed().drop { Self.isBlank($0) }.reversed()
        let names = [exact, plain, Array(trimmed), Array(trimmed.prefix { $0 != UInt8(ascii: "[") })]
        let words = plain.split { !Self.isInWord($0) }
        let allowedBy = names.map { String(decoding: $0, as: UTF8.self) }
        return verdict(onAnyOf: allowedBy + words.map { String(decoding: $0, as: UTF8.self) }, allowedBy: allowedBy)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == UInt8(ascii: "+") }

    private static func isInWord(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || byte >= 0x80 || "_-.$".utf8.contains(byte)
    }
}
