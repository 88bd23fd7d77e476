/// One escape sequence: the character that it represents, and its length in bytes (rule PR-004).
struct Escape {
    enum Meaning {
        /// A byte, which may be part of a character.
        case byte(UInt8)
        case scalar(Unicode.Scalar)
        case nothing
    }

    struct Notations: OptionSet {
        let rawValue: UInt8

        /// `%40`
        static let url = Notations(rawValue: 1 << 0)
        /// `&#64;` and `&commat;`
        static let html = Notations(rawValue: 1 << 1)
        /// `\u0040`
        static let json = Notations(rawValue: 1 << 2)
        /// `=40`, and a line break after `=`
        static let quotedPrintable = Notations(rawValue: 1 << 3)
    }

    let meaning: Meaning
    let length: Int

    init(_ meaning: Meaning, length: Int) {
        self.meaning = meaning
        self.length = length
    }

    /// Reads the escape at an index; `nil` if there is none in these notations.
    init?(in text: [UInt8], at start: Int, notations: Notations) {
        let escape: Escape? =
            switch text[start] {
            case UInt8(ascii: "%") where notations.contains(.url): Self.url(in: text, at: start)
            case UInt8(ascii: "&") where notations.contains(.html): HTMLEntity.escape(in: text, at: start)
            case UInt8(ascii: "\\") where notations.contains(.json): Self.json(in: text, at: start)
            case UInt8(ascii: "=") where notations.contains(.quotedPrintable):
                Self.quotedPrintable(in: text, at: start)
            default: nil
            }
        guard let escape else { return nil }
        self = escape
    }

    /// Reads an escape such as `%40`. It also reads `%2540`, which is escaped twice.
    private static func url(in text: [UInt8], at start: Int) -> Escape? {
        var at = start + 1
        while let byte = hexByte(in: text, at: at), byte == UInt8(ascii: "%"), hexByte(in: text, at: at + 2) != nil {
            at += 2
        }
        return hexByte(in: text, at: at).map { Escape(.byte($0), length: at + 2 - start) }
    }

    // MARK: JSON

    /// Reads an escape of JSON, after one or more backslashes. Other backslashes represent themselves.
    private static func json(in text: [UInt8], at start: Int) -> Escape? {
        var at = start + 1
        while at < text.count, text[at] == UInt8(ascii: "\\") { at += 1 }
        guard at < text.count else { return nil }
        switch text[at] {
        case UInt8(ascii: "u"): return unicode(in: text, at: at + 1).map { Escape($0.0, length: $0.end - start) }
        case UInt8(ascii: "x"):
            return hexByte(in: text, at: at + 1).map { Escape(.byte($0), length: at + 3 - start) }
        case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return Escape(.byte(UInt8(ascii: " ")), length: at + 1 - start)
        case UInt8(ascii: "\""), UInt8(ascii: "/"): return Escape(.byte(text[at]), length: at + 1 - start)
        default: return nil
        }
    }

    /// Reads four hexadecimal digits, or twice four for a surrogate pair.
    private static func unicode(in text: [UInt8], at start: Int) -> (Meaning, end: Int)? {
        guard let first = codeUnit(in: text, at: start) else { return nil }
        if let scalar = Unicode.Scalar(first) { return (.scalar(scalar), start + 4) }
        var at = start + 4
        while at < text.count, text[at] == UInt8(ascii: "\\") { at += 1 }
        guard at > start + 4, at < text.count, text[at] == UInt8(ascii: "u"),
            let second = codeUnit(in: text, at: at + 1), (0xDC00...0xDFFF).contains(second), first < 0xDC00,
            let scalar = Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
        else { return nil }
        return (.scalar(scalar), at + 5)
    }

    private static func codeUnit(in text: [UInt8], at: Int) -> UInt16? {
        guard let high = hexByte(in: text, at: at), let low = hexByte(in: text, at: at + 2) else { return nil }
        return UInt16(high) << 8 | UInt16(low)
    }

    // MARK: Quoted-printable

    /// Reads an escape of quoted-printable text.
    ///
    /// Many links contain `=` and two digits. So an escape counts only if it represents ASCII punctuation, or is beside another
    /// escape.
    private static func quotedPrintable(in text: [UInt8], at start: Int) -> Escape? {
        if let length = softLineBreak(in: text, at: start) { return Escape(.nothing, length: length) }
        guard let byte = hexByte(in: text, at: start + 1) else { return nil }
        let isPunctuation = (0x20..<0x7F).contains(byte) && !byte.isASCIIAlphanumeric
        let hasNeighbor =
            start + 3 < text.count && text[start + 3] == UInt8(ascii: "=")
            || start > 0 && text[start - 1] == 0x0A
            || start >= 3 && text[start - 3] == UInt8(ascii: "=") && hexByte(in: text, at: start - 2) != nil
        return isPunctuation || hasNeighbor ? Escape(.byte(byte), length: 3) : nil
    }

    /// Returns the length of `=` and the line break after it. A mail reader removes both.
    private static func softLineBreak(in text: [UInt8], at start: Int) -> Int? {
        var at = start + 1
        if at < text.count, text[at] == 0x0D { at += 1 }
        if at < text.count, text[at] == 0x0A { at += 1 }
        return at > start + 1 ? at - start : nil
    }

    // MARK: Digits

    static func hexByte(in text: [UInt8], at: Int) -> UInt8? {
        guard at + 1 < text.count, let high = text[at].hexDigit, let low = text[at + 1].hexDigit else { return nil }
        return high << 4 | low
    }
}

extension UInt8 {
    var hexDigit: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46, 0x61...0x66: (self | 0x20) - 0x61 + 10
        default: nil
        }
    }

    /// Whether the byte can separate groups: a space, dash, dot, slash or underscore, or a `+` that encodes a space.
    var isSeparator: Bool {
        switch self {
        case 0x20, 0x2B, 0x2D, 0x2E, 0x2F, 0x5F: true
        default: false
        }
    }

    package var isASCIIDigit: Bool { (0x30...0x39).contains(self) }
    package var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }
    package var isASCIIAlphanumeric: Bool { isASCIIDigit || isASCIILetter }
}

/// Character references of HTML (rule PR-004).
enum HTMLEntity {
    private static let longestName = 14

    /// Reads the reference that begins with `&` at an index. Its semicolon may be missing.
    static func escape(in text: [UInt8], at start: Int) -> Escape? {
        guard start + 1 < text.count else { return nil }
        return text[start + 1] == UInt8(ascii: "#") ? number(in: text, at: start) : name(in: text, at: start)
    }

    /// Reads `&#64;` or `&#x40;`, with any number of leading zeros.
    private static func number(in text: [UInt8], at start: Int) -> Escape? {
        var at = start + 2
        let isHex = at < text.count && text[at] | 0x20 == UInt8(ascii: "x")
        if isHex { at += 1 }
        let (first, base): (Int, UInt32) = (at, isHex ? 16 : 10)
        var value: UInt32 = 0
        while at < text.count, let digit = text[at].hexDigit, digit < base {
            // A value beyond Unicode stays beyond it, and does not overflow.
            value = min(value * base + UInt32(digit), 0x11_0000)
            at += 1
        }
        guard at > first, let scalar = Unicode.Scalar(value) else { return nil }
        if at < text.count, text[at] == UInt8(ascii: ";") { at += 1 }
        return Escape(.scalar(scalar), length: at - start)
    }

    /// Reads a name such as `&commat;`.
    ///
    /// Only some old names may lack the semicolon, and only if no letter or `=` follows. Otherwise the name can be a key in a
    /// link.
    private static func name(in text: [UInt8], at start: Int) -> Escape? {
        var at = start + 1
        while at < text.count, at - start <= longestName, text[at].isASCIILetter { at += 1 }
        let hasSemicolon = at < text.count && text[at] == UInt8(ascii: ";")
        let name = String(decoding: text[(start + 1)..<at], as: UTF8.self)
        guard let scalar = scalars[name] else { return nil }
        if hasSemicolon { return Escape(.scalar(scalar), length: at + 1 - start) }
        let isItem = at < text.count && (text[at] == UInt8(ascii: "=") || text[at].isASCIILetter)
        return namesWithoutSemicolon.contains(name) && !isItem ? Escape(.scalar(scalar), length: at - start) : nil
    }

    private static let namesWithoutSemicolon: Set<String> = ["amp", "AMP", "lt", "gt", "quot", "nbsp", "shy"]

    /// The characters that can be in or around an e-mail address or a number.
    private static let scalars: [String: Unicode.Scalar] = [
        "AMP": "&", "NewLine": "\n", "NoBreak": "\u{2060}", "Tab": "\t", "ZeroWidthSpace": "\u{200B}", "amp": "&",
        "apos": "'", "ast": "*", "bsol": "\\", "colon": ":", "comma": ",", "commat": "@", "dash": "\u{2010}",
        "dollar": "$", "emsp": "\u{2003}", "ensp": "\u{2002}", "equals": "=", "excl": "!", "gt": ">",
        "hairsp": "\u{200A}", "horbar": "\u{2015}", "hyphen": "\u{2010}", "lowbar": "_", "lpar": "(",
        "lrm": "\u{200E}", "lt": "<", "mdash": "\u{2014}", "minus": "\u{2212}", "nbsp": "\u{A0}", "ndash": "\u{2013}",
        "num": "#", "numsp": "\u{2007}", "percnt": "%", "period": ".", "plus": "+", "puncsp": "\u{2008}", "quot": "\"",
        "rlm": "\u{200F}", "rpar": ")", "semi": ";", "shy": "\u{AD}", "sol": "/", "thinsp": "\u{2009}",
        "zwj": "\u{200D}", "zwnj": "\u{200C}",
    ]
}
