/// Character references of HTML (rule PR-004).
enum HTMLEntity {
    private static let longestName = 14

    /// The reference that begins with `&` at an index; its semicolon may be missing.
    static func escape(in text: [UInt8], at start: Int) -> Escape? {
        guard start + 1 < text.count else { return nil }
        return text[start + 1] == UInt8(ascii: "#") ? number(in: text, at: start) : name(in: text, at: start)
    }

    /// `&#64;` or `&#x40;`, with any number of zeros in front.
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

    /// `&commat;`. Only old names may lack the semicolon, and not where a link can have an item of that name.
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

    /// Those that can stand in or around an address or a number.
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
