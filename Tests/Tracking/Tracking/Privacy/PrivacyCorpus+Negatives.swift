/// Texts with numbers and symbols, but without personal data.
extension PrivacyCorpus {
    mutating func negative() -> CorpusText {
        let text =
            switch below(18) {
            case 0: "on \(date()) at \(time())"
            case 1: "\(date()) \(time()), \(date()) - \(date())"
            case 2: timestamp()
            case 3: order()
            case 4:
                "v\(below(20)).\(below(40)).\(below(2_000)) (build \(number(of: 3 + below(6)))), \(below(9)).\(below(9)).\(below(9))-beta.\(below(99))"
            case 5: book()
            case 6: coordinates()
            case 7: "\(amount()) + \(amount()) = \(amount()), \(below(100)) % of \(amount())"
            case 8: "\(octet()).\(octet()).\(octet()).\(octet()):\(number(of: 4))/\(below(33))"
            case 9: uuid()
            case 10: "sha \(hexadecimal(40)), \(hexadecimal(64))"
            case 11:
                (0..<6).map { _ in hexadecimal(2) }.joined(separator: ":")
                    + " 2001:db8::\(hexadecimal(4)):\(hexadecimal(4))"
            case 12:
                "\(pick(["1Z", "RR", "JD", "LX"]))\(number(of: 9))\(pick(["DE", "CN", "US"])) and \(pick(["1Z", "TBA"]))\(hexadecimal(4).uppercased())\(number(of: 10))"
            case 13:
                "\(number(of: 5)) \(pick(["Berlin", "Paris"])), SW1A \(below(9))AA, NY 1\(number(of: 4))-\(number(of: 4)), 10117 x \(number(of: 4)) AB"
            case 14: link()
            case 15: data()
            case 16:
                pick([date() + " ", time() + " ", amount() + ", ", ""])
                    + pick([order(), book(), sentence(), data(), timestamp()])
            default: sentence()
            }
        return CorpusText(kind: Kind.negatives.rawValue, text: Array(text.utf8), secret: nil)
    }

    private mutating func octet() -> Int { below(256) }

    private mutating func hexadecimal(_ count: Int) -> String {
        (0..<count).map { _ in String(below(16), radix: 16) }.joined()
    }

    private mutating func uuid() -> String {
        "\(hexadecimal(8))-\(hexadecimal(4))-4\(hexadecimal(3))-\(pick(["8", "9", "a", "b"]))\(hexadecimal(3))-\(hexadecimal(12))"
    }

    private mutating func timestamp() -> String {
        let parts = (
            1_990 + below(45), padded(1 + below(12)), padded(1 + below(28)), padded(below(24)), padded(below(60)),
            padded(below(60))
        )
        let (year, month, day, hour, minute, second) = parts
        return pick([
            "\(year)-\(month)-\(day)T\(hour):\(minute):\(second).\(number(of: 3))Z",
            "\(year)\(month)\(day)T\(hour)\(minute)\(second)Z",
            "\(year)-\(month)-\(day) \(hour)-\(minute)-\(second)", "\(year)\(month)\(day) \(hour)\(minute)\(second)",
            "\(year)-\(month)-\(day)_\(hour)-\(minute)-\(second).log", "17\(number(of: 8))", "17\(number(of: 11))",
            "17\(number(of: 8)).\(number(of: 6))", "\(year) \(month) \(day) \(hour) \(minute) \(second)",
            "IMG_\(year)\(month)\(day)_\(hour)\(minute)\(second).jpg",
            "\(day).\(month).\(year) \(hour):\(minute):\(second)+02:00",
            "\(hour):\(minute) - \(minute):\(hour), \(day)/\(month)",
        ])
    }

    mutating func order() -> String {
        pick([
            "order \(number(of: 3))-\(number(of: 7))-\(number(of: 7))", "ORD-\(number(of: 4))-\(number(of: 5))",
            "order+\(number(of: 8))",
            "#\(number(of: 4)) \(number(of: 5))", "order \(number(of: 6 + below(6)))", "PO \(number(of: 10))",
            "R\(number(of: 9))", "invoice 2026/\(number(of: 5))", "2026-\(number(of: 6))",
            "ticket \(number(of: 7)), \(number(of: 7)) and \(number(of: 7))",
            "/orders/\(number(of: 4))-\(number(of: 5))/items/\(below(99))",
            "sku \(number(of: 3)).\(number(of: 3)).\(number(of: 2))",
            "?q=order+\(number(of: 8))&page=\(below(9))", "serial \(number(of: 4))-\(number(of: 4))",
            "order \(number(of: 5)): \(below(9)) items", "id=\(number(of: 12));ref=\(number(of: 9))",
            "case \(number(of: 3))/\(number(of: 2)), section \(below(90)).\(below(9))",
        ])
    }

    private mutating func book() -> String {
        pick([
            "ISBN 97\(pick(["8", "9"]))-\(below(10))-\(number(of: 2))-\(number(of: 6))-\(below(10))",
            "ISBN \(below(10))-\(number(of: 3))-\(number(of: 5))-\(pick(["X", "3"]))",
            "97\(pick(["8", "9"])) \(below(10)) \(number(of: 4)) \(number(of: 4)) \(below(10))",
            "EAN \(below(10))-\(number(of: 6))-\(number(of: 6))",
            "UPC 0-\(number(of: 5))-\(number(of: 5))-\(below(10))", "ISSN \(number(of: 4))-\(number(of: 4))",
            "GTIN \(number(of: 8))",
        ])
    }

    private mutating func coordinates() -> String {
        pick([
            "\(below(90)).\(number(of: 6)), \(below(180)).\(number(of: 6))",
            "-\(below(90)).\(number(of: 4)),\(below(180)).\(number(of: 4))",
            "\(below(90))° \(below(60))' \(below(60))\" N",
            "geo:\(below(90)).\(number(of: 6)),-\(below(180)).\(number(of: 6))",
            "\(below(90)).\(number(of: 8)) \(below(180)).\(number(of: 8))",
            "POINT(\(below(90)).\(number(of: 5)) \(below(90)).\(number(of: 5)))",
        ])
    }

    /// Returns a row of numbers, as in files, drawings and logs.
    private mutating func data() -> String {
        let numbers = (0..<(3 + below(5))).map { _ in "\(below(pick([10, 100, 1_000, 10_000, 1_000_000])))" }
        return pick([
            "[\(numbers.joined(separator: ","))]", numbers.joined(separator: ";"), numbers.joined(separator: ", "),
            numbers.joined(separator: "\t"),
            "M \(below(99)) \(below(99)).\(number(of: 2)) L \(below(99)).5 0.\(number(of: 3)) Z",
            "0.\(number(of: 2)) 0.\(number(of: 4)) 1.0\(below(9))",
            "#\(hexadecimal(6)) rgb(\(octet()), \(octet()), \(octet()))",
            "UTC+0\(below(9))30, +0\(below(9)):00, +\(number(of: 3 + below(3))) -\(number(of: 4)) lines",
            "thread 0x\(hexadecimal(8)) at line \(number(of: 3)):\(number(of: 2)), error -\(number(of: 4))",
            "\(numbers.joined(separator: " | "))", "a\(number(of: 3))b\(number(of: 4))c\(number(of: 9))",
            "\(number(of: 2))/\(number(of: 2)) (\(below(100)) %), \(number(of: 3)) kB/s",
            "build \(number(of: 4)).0\(below(9)).0\(number(of: 3))",
        ])
    }

    private mutating func link() -> String {
        let (one, two) = (number(of: 1 + below(9)), number(of: 1 + below(9)))
        return pick([
            "https://x.org/a?page=40&id=\(one)", "https://x.org/\(one)/\(two)?a=\(one)&amp;b=\(two)",
            "x:/?size=40px&top=2E&w=\(one)#\(two)", "https://x.org/a%20b?x=\(one)%2C\(two)&y=%5B\(below(99))%5D",
            "x:/?a=1&copy=2&num=\(one)&plus=\(two)&period=3",
            "https://x.org/@bob/\(one)", "C:\\users\\u\(number(of: 4))\\new\\table\\\(one)", "x:/?q=a+b+\(one)+\(two)",
            "git@2.\(below(9)) x@\(one)",
            "a=20&b=3D\(one)&c=5F&d=\(two)", "{\"id\":\(one),\"n\":[\(two),\(below(99)),\(below(999))]}",
            "&#8364;\(below(999)) &copy; 20\(number(of: 2))",
        ])
    }

    private mutating func sentence() -> String {
        let (one, two, three) = (below(100), below(1_000), below(10_000))
        return pick([
            "\(one) of \(two) items, \(three) left after \(one) days",
            "\(one), \(two), \(three), \(one), \(two) and \(three)",
            "rooms \(two) to \(two + 5) on floor \(one), for \(one + 1) people",
            "score \(one):\(one + 2), \(one)-\(one + 1), \(two) points",
            "pages \(one)-\(two), chapter \(one).\(one + 1)", "iPhone \(one) Pro Max \(two) GB, \(three) mAh",
            "\(one) \(two) \(three)",
            "\(one) x \(two) x \(three) mm", "+\(one) °C, -\(one + 1) °C, +\(two) m", "1 of \(one): \(three)/\(three)",
            "battery \(one)% (\(three) mV), rssi -\(one)",
            "\(1 + below(9)) \(100 + below(900)) \(100 + below(900)) people, \(1 + below(9)).\(100 + below(900)).\(100 + below(900)) Stück",
        ])
    }
}
