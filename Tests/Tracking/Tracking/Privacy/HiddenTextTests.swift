import NavigationSimulator
import PageViewTracking
import TestSupport
import Testing

/// Escaped secrets are redacted. Text that only resembles an escape stays.
@Suite(.watched)
struct HiddenTextTests {
    @Test(
        "An address is redacted with any escape of its @",
        arguments: [
            "%40", "%2540", "%25252540", "&#64;", "&#64", "&#00000064;", "&#x40;", "&#X0040;", "&commat;", "&amp;#64;",
            "&amp;commat;", "%26%2364%3B", "%2526%252364%253B", "&#37;40", "\\u0040", "\\\\u0040", "\\\\\\\\u0040",
            "\\x40", "\\u0026#64;", "%5Cu0040", "=40", "=3D40", "=\r\n=40", "=40=\n", "＠", "&#xFF20;", "\\uFF20",
            "=EF=BC=A0", "\u{200B}@", "&ZeroWidthSpace;@",
        ])
    func addresses(at: String) {
        // The host begins with "m", because a hexadecimal digit would extend an entity without a semicolon.
        #expect(redacted("see bob\(at)mail.example.com, ok") == "see [email], ok")
        #expect(redacted("<bob\(at)mail.example.com>") == "<[email]>")
    }

    @Test(
        "A card number with escaped digits or gaps is redacted",
        arguments: [
            "4111&nbsp;1111&nbsp1111&#160;1111", "4111\\u00201111\\u00A01111\\u20111111", "&#52;111 1111 1111 1111",
            "\\u0034111 1111 1111 1111", "=34=31=31=31 1111 1111 1111", "4111=201111=201111=201111",
            "4111=C2=A01111 1111 1111", "4111 1111=\r\n 1111 1111", "%34111%201111%201111%201111",
            "4111 1111 11&#49;&#x31; 1111",
        ])
    func cards(text: String) {
        #expect(redacted(text) == "[card]")
        #expect(redacted("(\(text))") == "([card])")
    }

    @Test("Escaped surrogates, paired or not, do not hide secrets beside them")
    func surrogates() {
        #expect(redacted(#"\uD83D\uDE00 bob\u0040x.org"#) == #"\uD83D\uDE00 [email]"#)
        #expect(redacted(#"\uD83D bob\u0040x.org \uDE00"#) == #"\uD83D [email] \uDE00"#)
        #expect(redacted(#"{"a":"bob\u0040x.org","b":"\n0170 1234567"}"#) == #"{"a":"[email]","b":"\n[phone]"}"#)
    }

    @Test(
        "Text that only resembles an escape stays",
        arguments: [
            "?page=40&id=7", "?page=40.5&id=7", "?a=40&b=x.org", "x:/?a=1&copy=2&plus=3&commat=4", "&#64 &commat bob",
            "a=20&b=3D7", "if (a == 20 && b == 30) { c = 4; }", "C:\\users\\u0040\\x",
            "&#x110000;&#99999999999999999999;", "100 % of 40 %", "\\u004", "&;&#;&#x;", "?id=4012345678&n=2",
            "\"name\":\"@example.com\"", "a@[1.2", "\"\"@", "=\r\n=\n=",
        ])
    func noEscapes(text: String) {
        #expect(redacted(text) == text)
    }

    @Test("A link's item is filtered as an item, even if it resembles an escape")
    func items() {
        let policy = PrivacyPolicy(properties: .except(["token"]), patterns: .all)
        #expect(link("x:/?page=40&token=1&id=7", policy) == "x:/?page=40&id=7")
        #expect(link("x:/?token=40&page=40", policy) == "x:/?page=40")
        #expect(link("x:/?page=40&#token=1", policy) == "x:/?page=40&")
        #expect(link("x:/?to\\u006Ben=1&page=2", policy) == "x:/?page=2")
        #expect(link("x:/?amp=1&lt=2&nbsp=3", policy) == "x:/?amp=1&lt=2&nbsp=3")
        #expect(link("x:/?to=bob&#64;x.org&page=2", policy) == "x:/?to=%5Bemail%5D&page=2")
    }

    @Test("Redacting random bytes and pieces of escapes never crashes and is idempotent")
    func random() {
        var random = SplitMix(seed: 41)
        let pieces = [
            "%", "&", "\\", "=", "#", ";", "x", "u", "40", "64", "0040", "amp", "commat", "@", "bob", "example.com",
            "\r\n", "\n", "\"", "[", "]", "192.168.0.1", "D83D", "DE00", "4111 ", "1111", " ", "-", "+", "(", ")",
            "0170 ", "1234567", "+49", "DE89", "3704 0044 0532 0130 00", "tel:", "IBAN", "2028-02-16", "12:30", "/",
            ".", ",", "é", "\u{200B}", "＠", "１", "[email]", "[card]", "%5Bphone%5D",
        ]
        for round in 0..<TestDepth.number(120, proof: 12_000) {
            var bytes: [UInt8] = []
            for _ in 0..<(1 + random.next() % 24) {
                if round % 4 == 0 { bytes.append(UInt8(truncatingIfNeeded: random.next())) }
                bytes += Array(pieces[Int(random.next() % UInt64(pieces.count))].utf8)
            }
            let text = String(decoding: bytes, as: UTF8.self)
            let once = redacted(text)
            #expect(redacted(once) == once, "\(text)")
            _ = link(text, PrivacyPolicy(properties: .except(["x"]), patterns: .all))
        }
    }

    @Test(
        "Numbers beside quoted-printable escapes are redacted",
        arguments: [
            ("Karte:=C2=A04111111111111111", "4111111111111111"), ("x=E2=80=944111111111111111", "4111111111111111"),
            ("=C2=A04111 1111 1111 1111", "4111 1111 1111 1111"), ("paid with=204111111111111111", "4111111111111111"),
            ("=C2=A0DE89370400440532013000", "DE89370400440532013000"),
            ("=22GB29NWBK60161331926819=22", "GB29NWBK60161331926819"),
            ("Mobil:=C2=A0+49 170 1234567", "+49 170 1234567"), ("=C2=A00170 1234567", "0170 1234567"),
        ])
    func besideEscapes(text: String, secret: String) {
        #expect(!redacted(text).contains(secret))
    }
}
