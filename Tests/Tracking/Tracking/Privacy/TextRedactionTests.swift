import NavigationSimulator
import Foundation
import PageViewTracking
import TestSupport
import Testing

/// The redaction of texts. Many examples come from the specification.
@Suite(.watched)
struct TextRedactionTests {
    private let policy = PrivacyPolicy(patterns: .all)

    /// More spellings of the forms in the specification, by rule: a text and its result.
    private static let further: [String: [(text: String, result: String)]] = [
        "PR-004": [
            (#"<bob@example.com>,"al@x.org""#, #"<[email]>,"[email]""#),
            ("next=%2Fin%3Fto%3Dbob%2540example.com", "next=%2Fin%3Fto%3D[email]"), ("bob＠example．com", "[email]"),
            ("bob﹫example.com", "[email]"), ("a@b.com@c.org", "[email]@c.org"), ("bob@example.c", "bob@example.c"),
            ("5 @ 9.99", "5 @ 9.99"), ("kit@2.0.1", "kit@2.0.1"), ("bob @example.com", "bob @example.com"),
            ("bob&commat;example&period;com", "[email]"), ("bob&amp;#x40;example.com", "[email]"),
            (#"{\"mail\":\"bob\\u0040example.com\"}"#, #"{\"mail\":\"[email]\"}"#),
            (#""name":"@example.com""#, #""name":"@example.com""#), ("bob@[IPv6:2001:db8::1]", "[email]"),
            ("bob^@x.org", "[email]"), ("b^b?@x.org", "[email]"), ("{bob}@x.org", "{[email]"),
            ("bob@@x.org", "[email]"), ("bob@my_host.example.com", "[email]"), ("_bob@x.org_", "[email]_"),
        ],
        "PR-005": [
            ("?card=4111%201111%201111%201111", "?card=[card]"), ("4111 - 1111 - 1111 - 1111", "[card]"),
            ("?card=4111%E2%80%911111%E2%80%911111%E2%80%911111", "?card=[card]"),
            ("?card=%EF%BC%94111111111111111", "?card=[card]"), ("１ ４１１１１１１１１１１１１１１１", "１ [card]"),
            ("41111111111111110000", "41111111111111110000"), ("1767225600000", "1767225600000"),
            ("4111 1111 1111 1111 12/27 123", "[card] 12/27 123"), ("4111  1111   1111 – 1111", "[card]"),
            ("4111&nbsp;1111&nbsp;1111&nbsp;1111", "[card]"), ("9792 0000 0000 0003", "[card]"),
            ("8600000000000007", "[card]"), ("9860000000000000", "[card]"),
            ("4006381333931", "4006381333931"), (#"{"v":0.5077172505113161}"#, #"{"v":0.5077172505113161}"#),
        ],
        "PR-006": [
            ("call +49 (0)170 123 45 67 now", "call [phone] now"), ("?tel=+49%C2%A0170%C2%A01234567", "?tel=[phone]"),
            ("Tel:030 901820", "Tel:[phone]"), ("(030) 901820", "[phone]"), ("020 7946 0958", "[phone]"),
            ("1 415.555.2671", "[phone]"), ("0170‑1234567", "[phone]"), ("+1234567890123456", "+1234567890123456"),
            ("ORD-0815-47110", "ORD-0815-47110"), ("2024-0815-47110", "2024-0815-47110"),
            ("/orders/0815-47110", "/orders/0815-47110"), ("10.99", "10.99"), ("1.299.000,00", "1.299.000,00"),
            ("12 345 678,90", "12 345 678,90"), ("+12.345.678,90", "+12.345.678,90"), ("+12345678.50", "+12345678.50"),
            ("+10.99", "+10.99"), ("01-02-2026 100 items", "01-02-2026 100 items"),
            ("01 02 2026 12 30 05", "01 02 2026 12 30 05"), ("2026 03 01 12 30 05", "2026 03 01 12 30 05"),
            ("01-02-26 100 200", "01-02-26 100 200"), ("192.168.100.200", "192.168.100.200"),
            ("52.520008, 13.404954", "52.520008, 13.404954"), ("v1.20.300", "v1.20.300"),
            ("tel:2028-02-16", "tel:2028-02-16"), ("?q=order+47110815", "?q=order+47110815"),
            ("?id=200204-044636", "?id=200204-044636"), ("order 06-46427-35269", "order 06-46427-35269"),
            ("001-362-876-2230x1289", "[phone]x1289"), ("0 168 585 242", "[phone]"), ("0-2289-1614", "[phone]"),
            ("0-2289-1614-3", "0-2289-1614-3"), ("user[phone]=4155552671", "user[phone]=[phone]"),
            ("phone 4.12345678", "phone 4.12345678"),
        ],
        "PR-011": [
            ("GB29 NWBK 6016 1331 9268 19", "[iban]"), ("DE89370400440532013000", "[iban]"),
            ("GB29  NWBK  6016  1331  9268  19", "[iban]"),
            ("?iban=GB29%20NWBK%206016%201331%209268%2019&a=1", "?iban=[iban]&a=1"),
            ("MT84MALT011000012345MTLCAST001S", "[iban]"), ("aGB29NWBK60161331926819", "aGB29NWBK60161331926819"),
        ],
    ]

    /// Returns the rows of a rule's table: a text and its result, each in backquotes.
    private func examples(of rule: String) throws -> [(text: String, result: String)] {
        let section = try chapter("Privacy").components(separatedBy: "\n## ").first { $0.hasPrefix(rule) }
        return (section ?? "").split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "`", omittingEmptySubsequences: false)
            guard line.hasPrefix("| `"), cells.count == 5 else { return nil }
            return (String(cells[1]), String(cells[3]))
        }
    }

    @Test(
        "Redaction gives the results specified for addresses, card, phone and bank account numbers",
        arguments: [
            ("PR-004", .emailAddresses, 15), ("PR-005", .cardNumbers, 16), ("PR-006", .phoneNumbers, 35),
            ("PR-011", .bankAccounts, 10),
        ] as [(String, SensitivePatterns, Int)])
    func specified(rule: String, pattern: SensitivePatterns, atLeast count: Int) throws {
        let examples = try examples(of: rule)
        #expect(examples.count >= count)
        for (text, result) in examples + Self.further[rule, default: []] {
            #expect(redacted(text) == result)
            #expect(redacted(text, pattern) == result)
            // Without its pattern, the text stays.
            #expect(redacted(text, SensitivePatterns.all.subtracting(pattern)) == text)
            // Surrounding words do not change the result.
            #expect(redacted("see \(text) ok") == "see \(result) ok")
        }
    }

    @Test(
        "Every kind of space and dash separates digits, and zero-width characters are ignored",
        arguments: [
            "\u{A0}", "\u{1680}", "\u{2000}", "\u{2009}", "\u{2028}", "\u{2029}", "\u{202F}", "\u{205F}", "\u{2800}",
            "\u{3000}", "\u{85}", "\t", "\n", "\u{58A}", "\u{1806}", "\u{2011}", "\u{2013}", "\u{2043}", "\u{2212}",
            "\u{2796}", "\u{2E3A}", "\u{FE58}", "\u{FE63}", "\u{FF0D}",
        ])
    func spacesAndDashes(gap: String) {
        let card = ["4111", "1111", "1111", "1111"]
        #expect(redacted(card.joined(separator: gap)) == "[card]")
        #expect(redacted(card.joined(separator: gap + "\u{200B}\u{AD}\u{2060}")) == "[card]")
        #expect(redacted(card.joined(separator: escaped(gap))) == "[card]")
        #expect(redacted("030\(gap)901820") == "[phone]")
        #expect(redacted("bob\u{200D}@example\u{AD}.com\(gap)") == "[email]\(gap)")
    }

    @Test("Zero-width characters inside a secret are ignored")
    func withoutWidth() {
        let ranges: [ClosedRange<UInt32>] = [
            0...8, 0x0E...0x1F, 0x7F...0x84, 0xAD...0xAD, 0x34F...0x34F, 0x61C...0x61C, 0x180B...0x180F,
            0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFE00...0xFE0F, 0xFEFF...0xFEFF, 0xFFF9...0xFFFB,
            0xE0001...0xE007F, 0xE0100...0xE01EF,
        ]
        for scalar in ranges.joined().compactMap(Unicode.Scalar.init) {
            for between in [String(scalar), escaped(String(scalar))] {
                let card = ["4111", "1111", "1111", "1111"].joined(separator: between)
                #expect(redacted(card) == "[card]", "\(scalar.value)")
                #expect(redacted("bob\(between)@example\(between).com") == "[email]", "\(scalar.value)")
            }
        }
    }

    @Test(
        "Full-width characters are recognized, also when escaped",
        arguments: [
            ("bob＠example．com", "[email]"), ("bob﹫example。com", "[email]"), ("４１１１１１１１１１１１１１１１", "[card]"),
            ("４111111111111111", "[card]"), ("＋49\u{A0}170\u{A0}1234567", "[phone]"),
            ("jörg@münchen.example", "[email]"), ("é1 \u{1F600}", "é1 \u{1F600}"),
        ])
    func escapedWide(text: String, result: String) {
        #expect(redacted(text) == result)
        for escaped in [escaped(text), escaped(escaped(text))] {
            #expect(redacted(escaped) == (result == text ? escaped : result))
            #expect(redacted("see=\(escaped)&ok") == "see=\(result == text ? escaped : result)&ok")
        }
        // Escaped bytes that form no character do not disturb the result.
        let isAddress = result == "[email]"
        #expect(redacted("%E2%80" + text + "%FF") == (isAddress ? result : "%E2%80" + result + "%FF"))
    }

    /// Percent-encodes all bytes except ASCII letters and digits.
    private func escaped(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain =
                byte < 0x80 && (Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber)
            return isPlain
                ? String(Unicode.Scalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }

    @Test("A numeric card number becomes a text, and so does a phone number under its key")
    func numbers() {
        let payload: Payload = [
            "card": 4_111_111_111_111_111, "double": .double(4_111_111_111_111_111),
            "decimal": decimal("4111111111111111.00"), "long": decimal("6304000000000000000"),
            "fraction": decimal("4111111111111111.5"),
            "phone": 4_917_012_345_678, "contactPhone": .double(4_155_552_671), "unknown": 4_917_012_345_678,
            "other": 4_111_111_111_111_112, "negative": -4_111_111_111_111_111, "article": 4_006_381_333_931,
            "milliseconds": 1_767_225_600_000, "price": 10.99, "nan": .double(.nan), "large": .double(1e300),
        ]
        let result = policy.applied(to: .sample(payload: payload)).payload
        #expect(result["card"] == "[card]")
        #expect(result["double"] == "[card]")
        #expect(result["decimal"] == "[card]")
        #expect(result["phone"] == "[phone]" && result["contactPhone"] == "[phone]")
        for key in ["fraction", "unknown", "article", "other", "negative", "milliseconds", "price", "large"] {
            #expect(result[key] == payload[key], "\(key)")
        }
        let other = PrivacyPolicy(patterns: [.emailAddresses, .phoneNumbers]).applied(to: .sample(payload: payload))
        #expect(other.payload["card"] == payload["card"])
    }

    @Test("Exactly one of ten last digits makes a card number: the correct check digit")
    func checkDigits() {
        var random = SplitMix(seed: 3)
        let networks = [
            ("4", 16), ("51", 16), ("2221", 16), ("37", 15), ("36", 14), ("62", 17), ("65", 19), ("5018", 18),
        ]
        for round in 0..<TestDepth.number(96, proof: 300) {
            let (prefix, count) = networks[round % networks.count]
            let digits = prefix + (prefix.count..<(count - 1)).map { _ in "\(random.next() % 10)" }.joined()
            let found = (0...9).filter { redacted("x \(digits)\($0) y") == "x [card] y" }
            #expect(found.count == 1, "\(digits)")
            #expect(found.first == PrivacyCorpus.checkDigit(of: digits.compactMap(\.wholeNumberValue)), "\(digits)")
        }
    }

    @Test("Redacting random texts twice equals redacting them once")
    func applyingTwice() {
        var random = SplitMix(seed: 11)
        let pieces = [
            "0", "1", "4", "+", "(", ")", " ", "-", ".", "/", ",", ":", "a", "@", "b.com", "030 901820",
            "+49 170 1234567", "4111 1111 1111 1111", "bob@x.org", "%40", "%2", "ü", "_", "#", "415-555-2671",
            "[phone]", "\u{200B}", "１", "%EF%BC%A0", "%EF%BC", "%94", "%C2%A0", "%E2%80%91", "\u{2028}", "\n", "%2E",
        ]
        var changed = 0
        for _ in 0..<TestDepth.number(400, proof: 30_000) {
            let text = (0..<(1 + random.next() % 14)).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }
                .joined()
            let once = redacted(text)
            if once != text { changed += 1 }
            #expect(redacted(once) == once, "\(text)")
        }
        #expect(changed > TestDepth.number(60, proof: 5_000))
    }

    @Test(
        "Redaction time does not grow quadratically with the length of a text",
        arguments: TestDepth.sample(
            6,
            of: [
                "@", "a@", "a@b.", "1", "1 ", "0 ", "+", "+1 ", "(0) ", "4 ", "%25", "%", "a", "é", "\u{200B}", "415 ",
                "%EF", "%E2%80%91", "\u{FE0F}1", "4111 ", "&", "&#", "&amp;", "&#0", "\\", "\\u00", "=", "=4", "=40",
                "\"", "\"a@", " ", "-", "0170 ", "+49 ", "DE89 ", "415-", "[", "@[1.", "(", "%2525", "tel:", "01.02.",
                "12:",
            ]))
    func linear(piece: String) {
        let short = String(repeating: piece, count: 250)
        let long = String(repeating: piece, count: TestDepth.number(5_000, proof: 16_000))
        let unit = (0..<3).map { _ in processorTime { _ = redacted(short) } }.min() ?? 0
        let whole = processorTime { _ = redacted(long) }
        // A quarter of the time of a quadratic algorithm, or less.
        #expect(whole < unit * UInt64(TestDepth.number(100, proof: 400)) + 100_000_000)
    }

    /// Returns the processor time of this thread in nanoseconds. Other load on the machine does not change it.
    private func processorTime(_ body: () -> Void) -> UInt64 {
        func now() -> UInt64 {
            var time = timespec()
            unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
        }
        let begin = now()
        body()
        return now() - begin
    }
}
