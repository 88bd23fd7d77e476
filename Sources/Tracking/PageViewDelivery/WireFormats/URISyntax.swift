import PageViewTracking

extension String {
    /// Whether the text is a URI with a scheme by RFC 3986 (WF-024). O(n).
    var isURI: Bool {
        let bytes = Array(utf8)
        guard let colon = bytes.firstIndex(of: 0x3A), let first = bytes.first, first.isASCIILetter,
            bytes[..<colon].allSatisfy({ $0.isASCIIAlphanumeric || "+-.".utf8.contains($0) })
        else { return false }
        var rest = bytes[(colon + 1)...]
        if rest.starts(with: "//".utf8) {
            rest = rest.dropFirst(2)
            let authority = rest.prefix { !"/?#".utf8.contains($0) }
            guard URISyntax.isAuthority(authority) else { return false }
            rest = rest[authority.endIndex...]
        }
        // Path, query and fragment allow the same characters, except that a path has no `?` and a fragment no second `#`.
        return rest.count { $0 == 0x23 } <= 1 && URISyntax.isText(rest, and: ":@/?#")
    }
}

private enum URISyntax {
    /// Returns whether a text has only plain characters, complete escapes, and `others`.
    static func isText(_ text: ArraySlice<UInt8>, and others: String) -> Bool {
        var rest = text
        while let byte = rest.popFirst() {
            if byte == 0x25 {
                guard rest.count >= 2, rest.prefix(2).allSatisfy(isHex) else { return false }
                rest = rest.dropFirst(2)
            } else if !byte.isASCIIAlphanumeric, !("-._~!$&'()*+,;=" + others).utf8.contains(byte) {
                return false
            }
        }
        return true
    }

    /// Returns whether a text is a host with an optional user and port.
    static func isAuthority(_ text: ArraySlice<UInt8>) -> Bool {
        var host = text
        if let at = text.lastIndex(of: 0x40) {
            guard isText(text[..<at], and: ":") else { return false }
            host = text[(at + 1)...]
        }
        if host.first == 0x5B {
            guard let close = host.firstIndex(of: 0x5D), isAddress(host[(host.startIndex + 1)..<close]) else {
                return false
            }
            return isPort(host[(close + 1)...])
        }
        let end = host.firstIndex(of: 0x3A) ?? host.endIndex
        return isText(host[..<end], and: "") && isPort(host[end...])
    }

    /// Returns whether a text is empty, or a colon and optional digits.
    private static func isPort(_ text: ArraySlice<UInt8>) -> Bool {
        text.isEmpty || text.first == 0x3A && text.dropFirst().allSatisfy(\.isASCIIDigit)
    }

    /// Returns whether a text is an IPv6 address: eight groups of up to four digits. One `::` replaces one or more groups. The
    /// last two groups may be an IPv4 address.
    private static func isAddress(_ text: ArraySlice<UInt8>) -> Bool {
        var groups = text.split(separator: 0x3A, omittingEmptySubsequences: false)
        guard groups.count >= 3 else { return false }
        // At an end, `::` leaves two empty groups.
        if groups[0].isEmpty, groups[1].isEmpty { groups.removeFirst() }
        if groups[groups.count - 1].isEmpty, groups[groups.count - 2].isEmpty, groups.count > 1 { groups.removeLast() }
        var count = groups.count
        if let last = groups.last, last.contains(0x2E) {
            let numbers = last.split(separator: 0x2E, omittingEmptySubsequences: false)
            guard numbers.count == 4, numbers.allSatisfy(isByte) else { return false }
            groups.removeLast()
            count += 1
        }
        let gaps = groups.count(where: \.isEmpty)
        return groups.allSatisfy { $0.count <= 4 && $0.allSatisfy(isHex) }
            && (gaps == 0 ? count == 8 : gaps == 1 && count <= 8)
    }

    private static func isByte(_ text: ArraySlice<UInt8>) -> Bool {
        (1...3).contains(text.count) && text.allSatisfy(\.isASCIIDigit) && (text.count == 1 || text.first != 0x30)
            && text.reduce(0) { $0 * 10 + Int($1 - 0x30) } <= 255
    }

    private static func isHex(_ byte: UInt8) -> Bool { byte.isASCIIDigit || (0x61...0x66).contains(byte | 0x20) }
}
