import NavigationSimulator

/// Random texts with personal data, reproducible by seed (rules PR-004 to PR-006, PR-011).
struct PrivacyCorpus {
    enum Kind: CaseIterable {
        case emails, cards, international, national, accounts
    }

    typealias Text = (text: [UInt8], secret: Range<Int>)

    var random: SplitMix

    init(seed: UInt64) { random = SplitMix(seed: seed) }

    mutating func next(_ kind: Kind) -> Text {
        switch kind {
        case .emails: placed(email(), kind)
        case .cards: placed(card(), kind)
        case .international: placed(internationalPhone(), kind)
        case .national: placed(nationalPhone(), kind)
        case .accounts: placed(account(), kind)
        }
    }

    // MARK: Places

    private mutating func placed(_ secret: String, _ kind: Kind) -> Text {
        let (before, after) = (below(3) == 0 ? "" : front(), below(3) == 0 ? "" : back(kind))
        let isAddress = kind == .emails
        switch below(12) {
        case 0: return joined("https://x.org/in?a=1&to=", secret, "&page=2", escaped: url)
        case 1: return joined("https://x.org/in?a=1&to=", secret, "&page=2", escaped: { $0.url($0.url($1)) })
        case 2 where isAddress: return joined("x:/?q=mail&to=", secret, "&page=2", escaped: url)
        case 2: return joined("x:/?q=call&to=", secret, "&page=2") { $0.form($1) }
        case 3: return joined(#"{"id":7,"text":""# + before, secret, after + #"","ok":true}"#) { $0.json($1) }
        case 4: return joined("<p id=\"a1\">" + before, secret, after + "</p>") { $0.html($1) }
        case 5 where isAddress: return joined(before, secret, after) { $0.quotedPrintable($1) }
        default: return joined(before, secret, after) { $1 }
        }
    }

    private func url(_ corpus: inout PrivacyCorpus, _ text: String) -> String { corpus.url(text) }

    private mutating func joined(
        _ before: String, _ secret: String, _ after: String, escaped: (inout PrivacyCorpus, String) -> String
    ) -> Text {
        let text = escaped(&self, secret)
        let start = before.utf8.count
        return (Array((before + text + after).utf8), start..<(start + text.utf8.count))
    }

    /// Returns text to precede a secret; it ends with a space or an opening mark.
    private mutating func front() -> String {
        switch below(16) {
        case 14: "\(number(of: 1 + below(9)))\(pick([", ", ";", "; ", "|", "\t", "\n", " + ", " = ", " (", " – "]))"
        case 15: "\(order()) "
        case 0: "Please write to "
        case 1: "call "
        case 2: date() + " "
        case 3: date() + ", "
        case 4: time() + " "
        case 5: "order \(number(of: 4 + below(6))) "
        case 6: "\(pick(["No.", "#", "ORD-", "Invoice "]))\(number(of: 5 + below(4))) / "
        case 7: "\(amount()) "
        case 8: "v\(below(9)).\(below(30)).\(below(9)) "
        case 9: "\(below(100)), \(below(1_000)) and "
        case 10: "4111 1111 1111 1111 "
        case 11: "0170 1234567 "
        case 12: pick(["(", "\"", "<", "[", "to: ", "= "])
        default: "line one\n"
        }
    }

    /// Returns text to follow a secret of a kind.
    private mutating func back(_ kind: Kind) -> String {
        switch below(15) {
        case 14: "\(pick([", ", ";", "; ", "|", "\n", " = ", " (", ") "]))\(number(of: 1 + below(9)))"
        case 0: "."
        case 1: ", please"
        case 2: " or so"
        case 3: " " + date()
        case 4: ", " + date()
        case 5: " " + time()
        case 6: " order \(number(of: 4 + below(6)))"
        case 7: " \(amount())"
        case 8: kind == .cards ? " \(padded(1 + below(12)))/\(27 + below(9)) \(number(of: 3))" : " (home)"
        case 9: "; \(below(1_000))"
        case 10: " 5555 5555 5555 4444"
        case 11: ", 0170 1234567"
        case 12: pick([")", "\"", ">", "]", " - ok", "!"])
        default: "\nnext line"
        }
    }

    // MARK: Escapes

    /// Percent-encodes all characters except letters and digits, and some letters and digits too.
    mutating func url(_ text: String) -> String { percent(text) { $0.below(20) == 0 } }

    mutating func form(_ text: String) -> String {
        percent(text) { _ in false }.split(separator: "%20", omittingEmptySubsequences: false).joined(separator: "+")
    }

    private mutating func percent(_ text: String, also: (inout PrivacyCorpus) -> Bool) -> String {
        text.utf8.map { byte in
            let isPlain = isAlphanumeric(byte) || byte == 0x2D || byte == 0x2E
            return isPlain && !also(&self) ? String(Unicode.Scalar(byte)) : "%" + hex(UInt32(byte), 2)
        }.joined()
    }

    mutating func json(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            let isEscaped = scalar.value < 0x10000 && (scalar.value >= 0x80 || scalar == "@" || below(20) == 0)
            return isEscaped ? pick(["\\", "\\\\"]) + "u" + hex(scalar.value, 4) : String(scalar)
        }.joined()
    }

    mutating func html(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "@": pick(["&commat;", "&#64;", "&#x40;", "&#00064;", "&#X0040;", "&amp;#64;"])
            case ".": pick([".", "&period;", "&#46;"])
            case "+": pick(["+", "&plus;", "&#43;"])
            case " ": pick([" ", "&nbsp;", "&#160;", "&#32;", "&#xA0;"])
            case "-": pick(["-", "&#45;", "&hyphen;"])
            default: below(12) == 0 ? "&#\(scalar.value);" : String(scalar)
            }
        }.joined()
    }

    mutating func quotedPrintable(_ text: String) -> String {
        text.utf8.map { byte in
            let break_ = below(30) == 0 ? pick(["=\r\n", "=\n"]) : ""
            return break_
                + (isAlphanumeric(byte) || byte == 0x2E || byte == 0x2D
                    ? String(Unicode.Scalar(byte)) : "=" + hex(UInt32(byte), 2))
        }.joined()
    }

    private func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }

    func hex(_ value: UInt32, _ width: Int) -> String {
        let text = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }

    // MARK: Random parts

    mutating func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
    mutating func number(of digits: Int) -> String {
        "\(1 + below(9))" + (1..<digits).map { _ in "\(below(10))" }.joined()
    }
    func padded(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

    mutating func date() -> String {
        let (year, month, day) = (1_990 + below(45), 1 + below(12), 1 + below(28))
        return pick([
            "\(year)-\(padded(month))-\(padded(day))", "\(padded(day)).\(padded(month)).\(year)",
            "\(padded(month))/\(padded(day))/\(year)", "\(day)/\(month)/\(year)",
            "\(padded(day))-\(padded(month))-\(year)",
            "\(day). \(month). \(year)", "\(padded(day)).\(padded(month)).\(padded(year % 100))",
        ])
    }

    mutating func time() -> String {
        let (hour, minute, second) = (padded(below(24)), padded(below(60)), padded(below(60)))
        return pick(["\(hour):\(minute)", "\(hour):\(minute):\(second)", "\(hour).\(minute) Uhr"])
    }

    mutating func order() -> String {
        filled(
            pick([
                "order M##-M######-M######", "ORD-####-M####", "order+M#######", "#M### M####", "order M######",
                "PO M#########", "R########", "invoice 2026/M####", "ticket M######, M###### and M######",
                "/orders/M###-M####/items/##", "?q=order+M#######&page=#", "serial M###-M###", "case M##/M#",
            ]))
    }

    mutating func amount() -> String {
        let (whole, cents) = (below(1_000), padded(below(100)))
        return pick([
            "\(whole).\(cents)", "\(whole),\(cents) €", "EUR \(1 + below(90)).\(100 + below(900)),\(cents)",
            "$\(1 + below(90)),\(100 + below(900)).\(cents)", "\(1 + below(90)) \(100 + below(900)),\(cents) kr",
            "CHF \(1 + below(90))'\(100 + below(900)).\(cents)", "-\(whole).\(cents)", "\(whole) USD",
        ])
    }

    /// Fills a pattern with digits: `#` is any digit, `N` is 2 to 9, `M` is 1 to 9.
    mutating func filled(_ pattern: String) -> String {
        pattern.map { character in
            switch character {
            case "#": "\(below(10))"
            case "N": "\(2 + below(8))"
            case "M": "\(1 + below(9))"
            default: String(character)
            }
        }.joined()
    }
}
