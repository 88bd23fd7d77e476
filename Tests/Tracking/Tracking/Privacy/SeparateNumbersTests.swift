import PageViewTracking
import TestSupport
import Testing

/// Adjacent numbers are redacted separately and completely.
@Suite(.watched)
struct SeparateNumbersTests {
    @Test(
        "A card number is removed completely after any other number",
        arguments: [
            "2028-02-16", "16.02.2028", "02/16/2028", "16. 2. 2028", "12:30", "12:30:05", "2028-02-16 12:30",
            "0170 1234567", "+49 170 1234567", "(415) 555-2671", "order 471108", "order 47110815", "4711-0815", "#4711",
            "49.90", "1.299,00", "5555 5555 5555 4444", "12/27 123", "4111", "41 11", "3782 822463 10005,",
        ])
    func cardsAfterNumbers(front: String) {
        var corpus = PrivacyCorpus(seed: 16)
        for _ in 0..<TestDepth.number(10, proof: 300) {
            let text = "\(front) \(corpus.card())"
            let result = redacted(text)
            #expect(result.hasSuffix("[card]"), "\(text) → \(result)")
        }
    }

    @Test("Adjacent numbers are redacted one by one, and text before a card usually stays")
    func restStays() {
        #expect(redacted("415-555-2671/415-555-2672") == "[phone]/[phone]")
        #expect(redacted("2026/0815-47110") == "2026/0815-47110")
        #expect(redacted("030 901820 4111 1111 1111 1111") == "[phone] [card]")
        var corpus = PrivacyCorpus(seed: 17)
        let count = TestDepth.number(200, proof: 1_000)
        let texts = (0..<count).map { _ in "2028-02-16 \(corpus.card())" }
        #expect(texts.count { redacted($0) == "2028-02-16 [card]" } > count * 9 / 10)
    }

    @Test("Overlapping candidates are removed together")
    func overlapping() {
        // The first and the last four groups are cards, and so are groups two to five.
        #expect(redacted("x 5555 5555 5555 4444 5555 5555 5555 4444 y") == "x [card] y")
        #expect(redacted("order 4808 4111 1111 1111 1111").hasSuffix("[card]"))
        #expect(redacted("+49 170 1234567@example.com") == "[email]")
        #expect(redacted("DE89 3704 0044 0532 0130 00") == "[iban]")
        #expect(redacted("DE89 3704 0044 0532 0130 00", [.phoneNumbers, .bankAccounts]) == "[iban]")
    }

    @Test(
        "Phone numbers are redacted in every common spelling",
        arguments: [
            "+49  170  1234567", "+49 - 170 - 1234567", "0170 / 1234567", "0049 (0)170 1234567", "+ 49 170 1234567",
            "+49(0)170-123 45 67", "+49-(0)170-1234567", "+49 (0) 170 / 123 45 67", "(+49) 170 1234567",
            "+(49) 170 1234567", "00 49 170 1234567", "0049/170/1234567", "(0049) 170 1234567", "(0170) 123 45 67",
            "(0170)1234567", "(0)170 1234567", "0 (532) 123 45 67", "0532 123 45 67", "8 (912) 345-67-89",
            "(11) 91234-5678", "+49.170.123.45.67", "+49/170/1234567", "415 555-2671", "415/555-2671",
            "1 (415) 555-2671", "1-415-555-2671", "(415)555-2671", "+49 [0] 170 1234567", "0170 - 123 45 67",
            "0170   1234567", "+49\u{A0}170\u{2009}1234567", "+420 608 317 719", "01234/567890-12", "+49–170–1234567",
        ])
    func spellings(number: String) {
        for (before, after) in [
            ("", ""), ("call ", " now"), ("12:30, ", "."), ("2028-02-16 ", " 2028-02-17"), ("order 4711: ", ";"),
        ] {
            #expect(redacted(before + number + after) == before + "[phone]" + after)
        }
    }

    @Test(
        "A number after a key is a phone number, and a plus that encodes a space is no prefix; similar texts stay",
        arguments: [
            ("?phone_number=01701234567&a=1", "?phone_number=[phone]&a=1"), ("Tel. 612 34 56 78", "Tel. [phone]"),
            ("tel:1234567", "tel:[phone]"), ("hotel: 41555526", "hotel: 41555526"),
            ("phone: 2026-03-01", "phone: 2026-03-01"), ("phone: 123456", "phone: 123456"),
            ("?q=%2B49+170+1234567", "?q=[phone]"), ("?q=order+4711+%2B49+170+1234567", "?q=order+4711+[phone]"),
            ("?tel=+49+170+1234567", "?tel=[phone]"), ("?q=card+4111+1111+1111+1111", "?q=card+[card]"),
        ])
    func keysAndForms(text: String, result: String) {
        #expect(redacted(text) == result)
    }
}
