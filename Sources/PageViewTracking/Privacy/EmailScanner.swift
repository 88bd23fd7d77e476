/// Finds e-mail addresses (rule PR-004).
enum EmailScanner {
    /// Where the addresses are, in order.
    static func matches(in bytes: [UInt8]) -> [Range<Int>] {
        var matches: [Range<Int>] = []
        for at in bytes.indices where bytes[at] == 0x40 {
            // What is before one `@` never goes back over another, so all of them together are linear.
            let earliest = matches.last?.upperBound ?? 0
            var start = at
            while start > earliest, isLocal(bytes[start - 1]) { start -= 1 }
            if start == at { start = quotedStart(in: bytes, before: at, notBefore: earliest) ?? at }
            guard start < at, let end = domainEnd(in: bytes, from: at + 1) ?? literalEnd(in: bytes, from: at + 1) else {
                continue
            }
            matches.append(start..<end)
        }
        return matches
    }

    /// Where the addresses in a link are.
    ///
    /// A password in front of a host looks like an address. The user in front of it then belongs to the match; otherwise the rest
    /// would be a host with a port that is no number.
    static func matches(inLink bytes: [UInt8]) -> [Range<Int>] {
        var earliest = 0
        return matches(in: bytes).map { match in
            var start = match.lowerBound
            while start > earliest, bytes[start - 1] == 0x3A || isLocal(bytes[start - 1]) { start -= 1 }
            earliest = match.upperBound
            return bytes[..<start].suffix(2).elementsEqual("//".utf8) ? start..<match.upperBound : match
        }
    }

    /// The end of the last part that can be a top-level domain: a letter first, and two bytes at least.
    private static func domainEnd(in bytes: [UInt8], from start: Int) -> Int? {
        guard start < bytes.count, isDomain(bytes[start]) else { return nil }
        var (end, label, at): (Int?, Int, Int) = (nil, start, start)
        while true {
            let isInside = at < bytes.count && (isDomain(bytes[at]) || bytes[at] == 0x2D)
            if !isInside {
                var last = at
                while last > label, bytes[last - 1] == 0x2D { last -= 1 }
                if label > start, last - label >= 2, bytes[label].isASCIILetter || bytes[label] >= 0x80 { end = last }
                guard at < bytes.count, bytes[at] == 0x2E else { return end }
                label = at + 1
            }
            at += 1
        }
    }

    /// The quotation mark in front of a name that ends with one, such as `"bob smith"`.
    private static func quotedStart(in bytes: [UInt8], before at: Int, notBefore earliest: Int) -> Int? {
        let quote = UInt8(ascii: "\"")
        guard at - 2 > earliest, bytes[at - 1] == quote else { return nil }
        let name = bytes[max(earliest, at - 1 - longestName)..<(at - 1)].reversed().prefix { $0 != quote }.reversed()
        let start = at - 2 - name.count
        // Between two other texts in quotation marks there is no name.
        guard start >= earliest, bytes[start] == quote, let first = name.first, isLocal(first) else { return nil }
        return start
    }

    /// The end of a network address in brackets, such as `[192.168.0.1]`.
    private static func literalEnd(in bytes: [UInt8], from start: Int) -> Int? {
        guard start < bytes.count, bytes[start] == UInt8(ascii: "[") else { return nil }
        let address = bytes[(start + 1)...].prefix(longestName).prefix { $0 != UInt8(ascii: "]") }
        let number = address.starts(with: "IPv6:".utf8) ? address.dropFirst(5) : address
        let isSeparator = { (byte: UInt8) in byte == UInt8(ascii: ".") || byte == UInt8(ascii: ":") }
        guard address.endIndex < bytes.count, bytes[address.endIndex] == UInt8(ascii: "]"),
            number.contains(where: isSeparator), number.allSatisfy({ isSeparator($0) || $0.hexDigit != nil })
        else { return nil }
        return address.endIndex + 1
    }

    /// The most bytes of a name in quotation marks, and of a network address.
    private static let longestName = 64

    /// Letters and digits of any script, and what addresses of people have between them. What separates the parts of a link
    /// is left out, although it may stand in an address.
    private static func isLocal(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x2E, 0x5F, 0x2D, 0x2B, 0x27, 0x25, 0x7E, 0x21, 0x24, 0x2A: true
        default: byte.isASCIIAlphanumeric || byte >= 0x80
        }
    }

    private static func isDomain(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric || byte >= 0x80 }
}
