import AnalyticsJSON
import PageViewAutomation

extension EventScanner {
    /// Reads a string without escapes, and advances the position past it.
    @inline(__always)
    static func text(_ bytes: ByteSpan, _ at: inout Int, _ seed: UInt64) -> ScannedText? {
        guard bytes.paddedByte(at: at) == 0x22 else { return nil }
        at &+= 1
        return restOfText(bytes, &at, seed)
    }

    /// Reads a string after its first quote; without a seed, it computes no hash.
    @inline(__always)
    static func restOfText(_ bytes: ByteSpan, _ at: inout Int, _ seed: UInt64?) -> ScannedText? {
        let start = at
        var end = start
        var hash = TextHash(seed: seed ?? 0)
        while true {
            let word = bytes.paddedWord(at: end)
            let special = word.specialBytes
            if special == 0 {
                if seed != nil { hash.combine(word) }
                end &+= 8
                continue
            }
            let length = special.bytesBelow
            end &+= length
            guard bytes.paddedByte(at: end) == 0x22 else {
                guard let text = wideText(bytes, start, end, seed ?? 0) else { return nil }
                at = text.range.upperBound &+ 1
                return text
            }
            let count = end &- start
            at = end &+ 1
            return ScannedText(
                start: UInt32(truncatingIfNeeded: start), count: UInt32(truncatingIfNeeded: count),
                hash: seed == nil ? 0 : hash.finished(word, length, length: count))
        }
    }

    /// Reads the rest of a string with characters outside ASCII.
    @inline(never)
    private static func wideText(_ bytes: ByteSpan, _ start: Int, _ first: Int, _ seed: UInt64) -> ScannedText? {
        var end = first
        while true {
            let byte = bytes.byte(at: end)
            switch byte {
            case 0x22:
                let count = end - start
                return ScannedText(
                    start: UInt32(truncatingIfNeeded: start), count: UInt32(truncatingIfNeeded: count),
                    hash: TextHash.of(bytes, start, count, seed: seed))
            case 0x5C, 0x00...0x1F: return nil
            case 0x20...0x7F: end += 1
            default:
                guard let length = bytes.lengthOfMultibyte(at: end) else { return nil }
                end += length
            }
        }
    }

    /// Reads a string without escapes at `at`, and advances `at`.
    mutating func text(_ bytes: ByteSpan) -> ScannedText? {
        var position = at
        defer { at = position }
        return Self.text(bytes, &position, seed)
    }

    /// Reads a string without escapes at `at`, and advances `at`.
    mutating func string(_ bytes: ByteSpan) -> String? { text(bytes).map { string($0, bytes) } }

    /// Returns the text as a string.
    func string(_ text: ScannedText, _ bytes: ByteSpan) -> String { bytes.string(text.range) }

    /// Reads seconds as exact nanoseconds, and advances the position past them.
    ///
    /// The number has few digits, and neither sign nor exponent.
    @inline(__always)
    static func seconds(_ bytes: ByteSpan, _ at: inout Int) -> Int64? {
        guard let seconds = wholeNumber(bytes, &at) else { return nil }
        guard bytes.paddedByte(at: at) == 0x2E else { return seconds &* 1_000_000_000 }
        at &+= 1
        let word = bytes.paddedWord(at: at)
        let count = word.leadingDigitCount
        guard count > 0 else { return nil }
        at &+= count
        // The digits beyond `count` become zeros, so the value always has eight places.
        let digits = (word ^ UInt64.repeated(0x30)) & UInt64.lowBytes(count)
        var fraction = Int64(truncatingIfNeeded: digits.numberOfDigitValues) &* 10
        if count == 8 {
            let last = bytes.paddedByte(at: at) &- 0x30
            if last < 10 {
                fraction &+= Int64(last)
                at &+= 1
                guard bytes.paddedByte(at: at) &- 0x30 >= 10 else { return nil }
            }
        }
        return seconds &* 1_000_000_000 &+ fraction
    }

    /// Reads a whole number without sign, and advances the position past it.
    ///
    /// The number has at most nine digits. So many seconds fit into 64 bits with nine decimal places.
    @inline(__always)
    static func wholeNumber(_ bytes: ByteSpan, _ at: inout Int) -> Int64? {
        let word = bytes.paddedWord(at: at)
        let count = word.leadingDigitCount
        // A leading zero is left to the general reader.
        guard count > 0, count == 1 || word & 0xFF != 0x30 else { return nil }
        let digits = (word ^ UInt64.repeated(0x30)) &<< UInt64(truncatingIfNeeded: 64 &- count &* 8)
        let value = Int64(truncatingIfNeeded: digits.numberOfDigitValues)
        at &+= count
        guard count == 8 else { return value }
        let last = bytes.paddedByte(at: at) &- 0x30
        guard last < 10 else { return value }
        at &+= 1
        return bytes.paddedByte(at: at) &- 0x30 < 10 ? nil : value &* 10 &+ Int64(last)
    }

    /// Reads a page: its name, or an object with `name` and optionally `context`, in this order.
    mutating func page(_ bytes: ByteSpan) -> PageContext? {
        let start = at
        if bytes.byte(at: at) == 0x22 {
            guard let name = text(bytes) else { return nil }
            return page(bytes, start, name, nil)
        }
        guard let name = member(bytes, "{\"name\":", or: "{\"name\": ") else { return nil }
        var context: ScannedText?
        if bytes.byte(at: at) == 0x2C {
            context = member(bytes, ",\"context\":", or: ", \"context\": ")
            if context == nil { return nil }
        }
        guard bytes.byte(at: at) == 0x7D else { return nil }
        at += 1
        return page(bytes, start, name, context)
    }

    /// Returns the page with these names, whose JSON begins at `start` and ends at `at`.
    private mutating func page(
        _ bytes: ByteSpan, _ start: Int, _ name: ScannedText, _ context: ScannedText?
    ) -> PageContext {
        let json = ScannedText(
            start: UInt32(truncatingIfNeeded: start), count: UInt32(truncatingIfNeeded: at - start),
            hash: name.hash ^ (context.map { $0.hash &* 31 &+ 1 } ?? 0))
        if let number = pages.number(of: json, in: bytes) { return pages[number] }
        let page = PageContext(
            name: PageName(rawValue: string(name, bytes)),
            context: context.map { ContextName(rawValue: string($0, bytes)) })
        if pages.count >= Self.maximumPages || pages.text.count >= Self.maximumPageBytes { pages = NameTable() }
        pages.insert(json, from: bytes, page)
        return page
    }

    /// The limits at which the scanner forgets all pages.
    private static let (maximumPages, maximumPageBytes) = (4_096, 1 << 20)

    /// Reads a string member of an object, including the key and the characters before it.
    private mutating func member(
        _ bytes: ByteSpan, _ key: StaticString, or spaced: StaticString
    ) -> ScannedText? {
        if bytes.starts(with: spaced, at: at) {
            at += spaced.utf8CodeUnitCount
        } else if bytes.starts(with: key, at: at) {
            at += key.utf8CodeUnitCount
        } else {
            return nil
        }
        return text(bytes)
    }
}

extension ByteSpan {
    /// Returns these bytes, which are UTF-8, as a string.
    func string(_ range: Range<Int>) -> String {
        unsafe extracting(range).withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}

extension EventScanner {
    /// Reads a flat object with few simple values.
    mutating func payload(_ bytes: ByteSpan) -> Payload? {
        guard bytes.byte(at: at) == 0x7B else { return nil }
        at += 1
        if bytes.byte(at: at) == 0x7D {
            at += 1
            return Payload()
        }
        var entries: [Payload.Entry] = []
        while true {
            guard let key = text(bytes), bytes.byte(at: at) == 0x3A else { return nil }
            at += bytes.byte(at: at + 1) == 0x20 ? 2 : 1
            guard let value = plainValue(bytes) else { return nil }
            let name = string(key, bytes)
            for entry in entries where entry.key.isSame(as: name) { return nil }
            entries.append(Payload.Entry(key: name, value: value))
            switch bytes.byte(at: at) {
            case 0x7D:
                at += 1
                return Payload(uniqueEntries: entries)
            case 0x2C where entries.count < 16:
                at += bytes.byte(at: at + 1) == 0x20 ? 2 : 1
            default:
                return nil
            }
        }
    }

    /// Reads a string without escapes, a whole number of few digits, or a literal.
    private mutating func plainValue(_ bytes: ByteSpan) -> AnalyticsValue? {
        switch bytes.byte(at: at) {
        case 0x22: return text(bytes).map { .string(string($0, bytes)) }
        case 0x30...0x39: return wholeNumber(bytes).map { .int($0) }
        case 0x74 where bytes.starts(with: "true", at: at):
            at += 4
            return .bool(true)
        case 0x66 where bytes.starts(with: "false", at: at):
            at += 5
            return .bool(false)
        case 0x6E where bytes.starts(with: "null", at: at):
            at += 4
            return .null
        default: return nil
        }
    }

    /// Reads a number that consists of few digits.
    private mutating func wholeNumber(_ bytes: ByteSpan) -> Int64? {
        let start = at
        var value: Int64 = 0
        var digit = bytes.byte(at: at) &- 0x30
        while digit < 10 {
            value = value &* 10 &+ Int64(digit)
            at += 1
            digit = bytes.byte(at: at) &- 0x30
        }
        guard at - start <= 18, at - start == 1 || bytes.byte(at: start) != 0x30 else { return nil }
        // A fraction, an exponent or a letter follows the digits as neither ',' nor '}', so the line is left to the general
        // reader.
        return value
    }
}
