import AnalyticsJSON
import PageViewAutomation

extension EventScanner {
    /// A string without escapes; it goes past it.
    @inline(__always)
    static func text(_ bytes: ByteSpan, _ at: inout Int, _ seed: UInt64) -> ScannedText? {
        guard bytes.paddedByte(at: at) == 0x22 else { return nil }
        let start = at &+ 1
        var end = start
        var hash = TextHash(seed: seed)
        while true {
            let word = bytes.paddedWord(at: end)
            let special = word.specialBytes
            if special == 0 {
                hash.combine(word)
                end &+= 8
                continue
            }
            let length = special.bytesBelow
            end &+= length
            if bytes.paddedByte(at: end) == 0x22 {
                hash.combine(word & UInt64.lowBytes(length))
                let count = end &- start
                at = end &+ 1
                return ScannedText(
                    start: UInt32(truncatingIfNeeded: start), count: UInt32(truncatingIfNeeded: count),
                    hash: hash.finished(count: count))
            }
            guard let text = wideText(bytes, start, end, seed) else { return nil }
            at = text.range.upperBound &+ 1
            return text
        }
    }

    /// The same where there are characters outside ASCII.
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
                guard let length = UTF8Form.length(of: bytes, at: end) else { return nil }
                end += length
            }
        }
    }

    /// A string without escapes, of what few events have.
    mutating func text(_ bytes: ByteSpan) -> ScannedText? {
        var place = at
        defer { at = place }
        return Self.text(bytes, &place, seed)
    }

    /// The text as a string.
    func string(_ text: ScannedText, _ bytes: ByteSpan) -> String { bytes.string(text.range) }

    /// Seconds as nanoseconds, of few digits and without a sign or an exponent; exactly. It goes past them.
    @inline(__always)
    static func seconds(_ bytes: ByteSpan, _ at: inout Int) -> Int64? {
        guard let seconds = wholeNumber(bytes, &at) else { return nil }
        guard bytes.paddedByte(at: at) == 0x2E else { return seconds &* 1_000_000_000 }
        at &+= 1
        let word = bytes.paddedWord(at: at)
        let count = word.leadingDigitCount
        guard count > 0 else { return nil }
        at &+= count
        // What is cut off is read as zeros behind it: eight places in any case.
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

    /// A whole number of at most nine digits, without a sign; it goes past them. So many seconds fit with nine places
    /// behind them.
    @inline(__always)
    private static func wholeNumber(_ bytes: ByteSpan, _ at: inout Int) -> Int64? {
        let word = bytes.paddedWord(at: at)
        let count = word.leadingDigitCount
        // No leading zero.
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

    /// A page: its name, or an object with its name and perhaps its context, in this order.
    mutating func page(_ bytes: ByteSpan) -> PageContext? {
        if bytes.byte(at: at) == 0x22 {
            guard let name = text(bytes) else { return nil }
            return pages.page(bytes, name, nil)
        }
        guard let name = member(bytes, "{\"name\":", or: "{\"name\": ") else { return nil }
        var context: ScannedText?
        if bytes.byte(at: at) == 0x2C {
            context = member(bytes, ",\"context\":", or: ", \"context\": ")
            if context == nil { return nil }
        }
        guard bytes.byte(at: at) == 0x7D else { return nil }
        at += 1
        return pages.page(bytes, name, context)
    }

    /// A member of an object that is a string, with what stands before it.
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
    /// These bytes, which are UTF-8, as text.
    func string(_ range: Range<Int>) -> String {
        unsafe extracting(range).withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}
