/// Invented e-mail addresses, card numbers, phone numbers and IBANs.
extension PrivacyCorpus {
    mutating func email() -> String {
        let names = [
            "bob", "o'neil", "x", "jörg", "anna.maria", "a_b", "user+tag", "1984", "b-2", "NOBODY", "~k", "иван",
        ]
        let hosts = ["example", "mail.example", "münchen", "a-b", "x1.y2", "3com", "EXAMPLE", "пример"]
        let tops = ["com", "org", "de", "co.uk", "museum", "io", "рф"]
        let name = (0...below(2)).map { _ in pick(names) }.joined(separator: pick([".", "-", "_", "+"]))
        return "\(name)\(pick(["@", "@", "@", "＠"]))\(pick(hosts)).\(pick(tops))"
    }

    // MARK: Cards

    mutating func card() -> String {
        let (prefixes, lengths): ([String], [Int]) = pick([
            (["4"], [13, 16, 19]), (["51", "52", "53", "54", "55", "2221", "2345", "2720"], [16]),
            (["34", "37"], [15]),
            (["36", "38", "300", "305"], [14]), (["6011", "644", "65"], [16, 19]), (["3528", "3589"], [16]),
            (["1800", "2131"], [15]), (["62"], [16, 17, 18, 19]),
            (["5018", "5020", "5038", "6304", "6759"], Array(13...19)),
        ])
        let (prefix, length) = (pick(prefixes), pick(lengths))
        var digits = prefix.compactMap(\.wholeNumberValue)
        while digits.count < length - 1 { digits.append(below(10)) }
        digits.append(Self.checkDigit(of: digits))
        return grouped(digits.map { "\($0)" }.joined())
    }

    /// Returns the digit that makes the sum of Luhn's formula a multiple of ten.
    static func checkDigit(of digits: [Int]) -> Int {
        let sum = digits.reversed().enumerated().reduce(0) { sum, each in
            let value = each.offset.isMultiple(of: 2) ? each.element * 2 : each.element
            return sum + value / 10 + value % 10
        }
        return (10 - sum % 10) % 10
    }

    private mutating func grouped(_ digits: String) -> String {
        let fours = Array(repeating: 4, count: (digits.count + 3) / 4)
        let usual: [Int: [[Int]]] = [
            13: [[4, 4, 5], [4, 3, 3, 3]], 14: [[4, 6, 4]], 15: [[4, 6, 5]], 16: [[8, 8], [4, 12]], 19: [[6, 13]],
        ]
        switch below(6) {
        // 13 digits are a card number only in groups.
        case 0 where digits.count > 13: return digits
        case 0, 1: return pick(usual[digits.count] ?? [fours]).split(digits).joined(separator: pick(cardGaps))
        case 2:
            // Groups of one length with the same gaps.
            return Array(repeating: 1 + below(6), count: digits.count).split(digits).joined(
                separator: pick([" ", "-", "  ", "\u{A0}"]))
        case 3:
            return fours.split(digits).reduce("") { $0.isEmpty ? $1 : $0 + pick(cardGaps) + $1 }
        default: return fours.split(digits).joined(separator: pick(cardGaps + [".", "/", "_"]))
        }
    }

    private var cardGaps: [String] { [" ", "-", "  ", " - ", "\u{A0}", "\u{2011}", "\u{2009}", "--", " – ", "    "] }

    // MARK: Phone numbers

    mutating func internationalPhone() -> String {
        let pattern = pick(Self.internationalPatterns)
        let number = filled(pattern)
        let spelled = respaced(number, [" ", " ", "  ", "-", ".", "/", " - ", " / ", "\u{A0}", "\u{2011}", "   ", ""])
        let code = number.dropFirst().prefix { $0 != " " }
        let rest = spelled.dropFirst(1 + code.count)
        switch below(8) {
        case 0: return "00\(code) " + respaced(String(number.dropFirst(2 + code.count)), [" ", "-", "  ", " / ", "/"])
        case 1: return "+ \(code) " + number.dropFirst(2 + code.count)
        case 2: return "(+\(code))\(rest)"
        case 3: return "+(\(code))\(rest)"
        case 4 where !["1", "7", "39"].contains(String(code)):
            return "+\(code)\(pick(["", " ", "  "]))(0)\(pick(["", " ", "-"]))"
                + respaced(String(number.dropFirst(2 + code.count)), [" ", "-", "/"])
        default: return spelled
        }
    }

    mutating func nationalPhone() -> String {
        let number = filled(pick(Self.nationalPatterns))
        if number.contains("(") { return respaced(number, [" ", "  ", "\u{A0}"]) }
        let gaps =
            number.first == "0"
            ? [" ", " ", "-", "/", " / ", " - ", "  ", "\u{A0}", ".", "\u{2011}"]
            : [" ", "-", ".", "  ", " - ", "\u{A0}"]
        return respaced(number, gaps)
    }

    /// Replaces every space of a number with one other gap.
    private mutating func respaced(_ number: String, _ gaps: [String]) -> String {
        let gap = pick(gaps)
        return number.map { $0 == " " ? gap : String($0) }.joined()
    }

    private static let internationalPatterns = """
        +1 N## N## ####|+7 9## ### ## ##|+20 1## ### ####|+27 M# ### ####|+30 6## ### ####|+31 6 ########
        +32 4## ## ## ##|+33 6 ## ## ## ##|+34 6## ## ## ##|+36 20 ### ####|+39 3## ### ####|+40 7## ### ###
        +41 7# ### ## ##|+43 66# #######|+44 20 #### ####|+45 ## ## ## ##|+46 7# ### ## ##|+47 4## ## ###
        +48 6## ### ###|+49 17# #######|+49 30 ######|+51 9## ### ###|+52 55 #### ####|+54 9 11 #### ####
        +55 11 9#### ####|+56 9 #### ####|+57 3## ### ####|+60 1# ### ####|+61 4## ### ###|+62 8## #### ####
        +63 9## ### ####|+64 2# ### ####|+65 M### ####|+66 8 #### ####|+81 90 #### ####|+82 10 #### ####
        +84 9# ### ## ##|+86 13# #### ####|+90 5## ### ## ##|+91 9#### #####|+92 3## #######|+212 6 ## ## ## ##
        +234 80# ### ####|+254 7## ######|+351 9## ### ###|+353 8# ### ####|+358 4# ### ####|+380 67 ### ## ##
        +420 6## ### ###|+852 M### ####|+966 5# ### ####|+971 5# ### ####|+972 5# ### ####
        """.split { $0 == "|" || $0 == "\n" }.map(String.init)

    /// National formats: most begin with 0, some follow the North American plan.
    private static let nationalPatterns = """
        017# #######|030 ######|0M## ### ## ##|0664 #######|079 ### ## ##|06 ## ## ## ##|01 ## ## ## ##|020 #### ####
        07### ######|08# ### ####|06 ########|0470 ## ## ##|070 ### ## ##|040 ### ####|091 ### ####|064 ### ####
        070 ### ###|0888 ### ###|0722 ### ###|0903 ### ###|067 ### ## ##|0532 ### ## ##|050 ### ####|010 #### ####
        0612 ## ## ##|0551 ## ## ##|082 ### ####|0712 ######|0803 ### ####|024 ### ####|098### #####|0301 #######
        01712 ######|081 ### ####|091 ### ## ##|0812 #### ####|012 ### ####|0917 ### ####|090 #### ####|02 #### ####
        0912 ### ###|04## ### ###|021 ### ####|011 #### ####|099 ### ####|N## N## ####|(N##) N## ####|1 N## N## ####
        (0M#) ######|(017#) #######|0 (5##) ### ## ##|8 (9##) ###-##-##|(1M) 9####-####
        """.split { $0 == "|" || $0 == "\n" }.map(String.init)

    // MARK: IBANs

    mutating func account() -> String {
        let pattern = pick(Self.accountPatterns)
        let country = String(pattern.prefix(2))
        var account = ""
        var count = 0
        for character in pattern.dropFirst(2) {
            if let digit = character.wholeNumberValue {
                count = count * 10 + digit
                continue
            }
            for _ in 0..<count {
                switch character {
                case "n": account += "\(below(10))"
                case "a": account += pick(["A", "B", "M", "Q", "Z"])
                default: account += below(3) == 0 ? pick(["C", "K", "X"]) : "\(below(10))"
                }
            }
            count = 0
        }
        let remainder = (account + country + "00").reduce(0) { remainder, character in
            let value = Int(String(character), radix: 36) ?? 0
            return (remainder * (value < 10 ? 10 : 100) + value) % 97
        }
        let number = country + padded(98 - remainder) + account
        let gap = pick(["", "", " ", " ", " ", "  ", "-", "\u{A0}", " - ", "."])
        let spelled = Array(repeating: 4, count: number.count).split(number).joined(separator: gap)
        return below(6) == 0 ? spelled.lowercased() : spelled
    }

    /// Each pattern is a country and its parts: numbers of digits (`n`), letters (`a`) and characters of either class (`c`).
    private static let accountPatterns = """
        AD8n12c AE19n AT16n BE12n BG4a6n8c CH5n12c CY8n16c CZ20n DE18n DK14n EE16n ES20n FI14n FR10n11c2n GB4a14n \
        GI4a15c GR7n16c HR17n HU24n IE4a14n IL19n IS22n IT1a10n12c KZ3n13c LI5n12c LT16n LU3n13c LV4a13c MT4a5n18c \
        NL4a10n NO11n PK4a16c PL24n PT21n RO4a16c RS18n SA2n18c SE20n SI15n SK20n TR6n16c UA6n19c
        """.split(separator: " ").map(String.init)
}

extension [Int] {
    /// Splits a text into parts of these lengths; the last part may be shorter.
    fileprivate func split(_ text: String) -> [String] {
        var rest = text[...]
        var parts: [String] = []
        for length in self where !rest.isEmpty {
            parts.append(String(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return rest.isEmpty ? parts : parts + [String(rest)]
    }
}
