/// A scanner for e-mail addresses (rule PR-004).
enum EmailScanner {
    static func matches(in bytes: [UInt8]) -> [Range<Int>] {
        var matches: [Range<Int>] = []
        for at in bytes.indices where bytes[at] == sign && (at + 1 == bytes.count || bytes[at + 1] != sign) {
            // A name never extends back over the previous match, so the scan is linear.
            let earliest = matches.last?.upperBound ?? 0
            var nameEnd = at
            while nameEnd > earliest, bytes[nameEnd - 1] == sign { nameEnd -= 1 }
            while nameEnd > earliest, "`?{|}".utf8.contains(bytes[nameEnd - 1]) { nameEnd -= 1 }
            var start = nameEnd
            while start > earliest, isLocal(bytes[start - 1]) { start -= 1 }
            if start == at { start = quotedStart(in: bytes, before: at, notBefore: earliest) ?? at }
            guard start < nameEnd, let end = domainEnd(in: bytes, from: at + 1) ?? literalEnd(in: bytes, from: at + 1)
            else { continue }
            matches.append(start..<end)
        }
        return matches
    }

    private static let sign = UInt8(ascii: "@")

    /// Returns the ranges of the e-mail addresses in a link.
    ///
    /// In `//user:password@host`, the password looks like the name of an e-mail address. The match then includes the user too.
    /// Otherwise the user would stay as a host, with a port that is not a number.
    static func matches(inLink bytes: [UInt8]) -> [Range<Int>] {
        var earliest = 0
        return matches(in: bytes).map { match in
            var start = match.lowerBound
            while start > earliest, bytes[start - 1] == 0x3A || isLocal(bytes[start - 1]) { start -= 1 }
            earliest = match.upperBound
            return bytes[..<start].suffix(2).elementsEqual("//".utf8) ? start..<match.upperBound : match
        }
    }

    /// Returns the end of the host: of its last part that begins with a letter and has at least two bytes.
    private static func domainEnd(in bytes: [UInt8], from start: Int) -> Int? {
        guard start < bytes.count, isDomain(bytes[start]) else { return nil }
        var (end, label, at): (Int?, Int, Int) = (nil, start, start)
        while true {
            let isInside = at < bytes.count && (isDomain(bytes[at]) || bytes[at] == 0x2D || bytes[at] == 0x5F)
            if !isInside {
                // Only earlier parts contain an underscore.
                var last = bytes[label..<at].firstIndex(of: 0x5F) ?? at
                while last > label, bytes[last - 1] == 0x2D { last -= 1 }
                if label > start, last - label >= 2, bytes[label].isASCIILetter || bytes[label] >= 0x80 { end = last }
                guard at < bytes.count, bytes[at] == 0x2E else { return end }
                label = at + 1
            }
            at += 1
        }
    }

    /// Returns the opening quotation mark of a quoted name, such as `"bob smith"`.
    private static func quotedStart(in bytes: [UInt8], before at: Int, notBefore earliest: Int) -> Int? {
        let quote = UInt8(ascii: "\"")
        guard at - 2 > earliest, bytes[at - 1] == quote else { return nil }
        let name = bytes[max(earliest, at - 1 - longestName)..<(at - 1)].reversed().prefix { $0 != quote }.reversed()
        let start = at - 2 - name.count
        // The text between two other quoted texts is no name.
        guard start >= earliest, bytes[start] == quote, let first = name.first, isLocal(first) else { return nil }
        return start
    }

    /// Returns the end of a network address in brackets, such as `[192.168.0.1]`.
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

    /// The maximal length of a quoted name or a network address, in bytes.
    private static let longestName = 64

    /// Returns whether the byte can be part of a name. The separators of a link are excluded, although a name may contain them.
    private static func isLocal(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x2E, 0x5F, 0x2D, 0x2B, 0x27, 0x25, 0x7E, 0x21, 0x24, 0x2A, 0x5E: true
        default: byte.isASCIIAlphanumeric || byte >= 0x80
        }
    }

    private static func isDomain(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric || byte >= 0x80 }
}
