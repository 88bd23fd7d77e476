/// The words of keys before phone numbers (rule PR-006).
///
/// A key is the key of a property, of an item of a link or of JSON text, or a word before a colon.
enum PhoneKey {
    /// Returns whether such a key, and a colon, `=` or dot, precede an index.
    static func precedes(_ at: Int, in bytes: [UInt8]) -> Bool {
        var end = at
        var isAssigned = false
        scan: while end > 0, at - end < 6 {
            switch bytes[end - 1] {
            case 0x3A, 0x3D: isAssigned = true
            // Not the point of a decimal fraction.
            case 0x2E: isAssigned = isAssigned || end < 2 || !bytes[end - 2].isASCIIDigit
            case 0x20, 0x22, 0x27, 0x28, 0x2B, 0x2F, 0x5B: break
            default: break scan
            }
            end -= 1
        }
        return isAssigned && isEnd(of: bytes[..<end]) || bytes[..<at].suffix(6).elementsEqual("wa.me/".utf8)
    }

    /// Returns whether the last words of a text are such a key. It reads few bytes, so the search stays linear.
    static func isEnd(of text: ArraySlice<UInt8>) -> Bool {
        var rest = text.suffix(60)
        for _ in 0..<3 {
            rest = rest.dropLast(rest.end { $0.isASCIIDigit || $0.isSeparator || $0 == UInt8(ascii: "#") }.count)
            // An item such as `user[phone]`. Other brackets are those of a replacement.
            let open = rest.lastIndex(of: UInt8(ascii: "[")) ?? rest.startIndex
            if rest.last == UInt8(ascii: "]"), rest[..<open].last?.isASCIIAlphanumeric == true { rest.removeLast() }
            var letters = rest.end { $0.isASCIILetter || $0 >= 0x80 }
            if words.contains(letters.lowercased) || words.contains(letters.lastPart.lowercased) { return true }
            if letters.last == UInt8(ascii: "s") { letters = letters.dropLast() }
            let word = letters.lowercased
            if endings.contains(where: word.hasSuffix) { return !others.contains(where: word.hasSuffix) }
            guard let follower = followers.first(where: word.hasSuffix) else { return false }
            rest = rest[..<letters.endIndex].dropLast(follower.utf8.count)
        }
        return false
    }

    /// Words that are a whole part of a key, such as `tel` in `userTel`. They can also end other words: `hotel`.
    private static let words = Set(
        list(
            "callto cel cell fax fon gsm handy mob mobil mobile natel portable sms tel telf tfno tlf whatsapp tél моб тел"
        ))
    /// Words that may also be the end of a longer word, as in `contactphone`.
    private static let endings = list(
        """
        celular cellulare fono handy komórka komorka landline mobilfunk mobiltel movil msisdn móvil phone ponsel puhelin rufnummer
        telefon telefone telefono telefonu telefoon telefón telemovel telemóvel telepon teléfono thoại κινητό τηλέφωνο
        мобильный телефон телефона טלפון تلفن جوال هاتف فون फोन फ़ोन โทรศัพท์ 手机 手機 携帯 电话 電話 전화 핸드폰 휴대폰
        """)
    /// Longer words with such an end, but another meaning.
    private static let others = list("earphone gramophone headphone iphone megaphone microphone saxophone smartphone")
    /// Words that may follow, as in `phone number` and `phone_e164`; the longest of several that end equally comes first.
    private static let followers = list(
        """
        business formatted home international intl main national number numarası nummer numer numero no nr num número
        numéro office primary private raw szám value work číslo номер 号码 番号 號碼 号 번호 e
        """)

    private static func list(_ text: String) -> [String] { text.split { $0 == " " || $0 == "\n" }.map(String.init) }
}

extension ArraySlice<UInt8> {
    /// Returns the longest end whose bytes all fulfil a condition.
    fileprivate func end(while condition: (UInt8) -> Bool) -> Self {
        self[(lastIndex { !condition($0) }.map { $0 + 1 } ?? startIndex)...]
    }

    /// The part after the last small letter before a capital letter: `Phone` in `userPhone`.
    fileprivate var lastPart: Self {
        let isCapital = { (byte: UInt8) in (0x41...0x5A).contains(byte) }
        return self[(indices.dropFirst().last { isCapital(self[$0]) && !isCapital(self[$0 - 1]) } ?? startIndex)...]
    }

    fileprivate var lowercased: String { String(decoding: self, as: UTF8.self).lowercased() }
}
