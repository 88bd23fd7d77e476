import AnalyticsJSON
import PageViewAutomation

extension EventScanner {
    /// A string without escapes.
    @inline(__always)
    mutating func text(_ bytes: ByteSpan) -> ScannedText? {
        guard bytes.byte(at: at) == 0x22 else { return nil }
        let start = at + 1
        var end = start
        var hash = TextHash(seed: seed)
        while true {
            let word = bytes.paddedWord(at: end)
            let special = word.specialBytes
            if special == 0 {
                hash.combine(word)
                end += 8
                continue
            }
            let length = special.bytesBelow
            end += length
            guard bytes.byte(at: end) == 0x22 else { return wideText(bytes, start, end) }
            hash.combine(word & UInt64.lowBytes(length))
            at = end + 1
            let count = end - start
            return ScannedText(
                start: UInt32(truncatingIfNeeded: start), count: UInt32(truncatingIfNeeded: count),
                hash: hash.finished(count: count))
        }
    }

    /// The same where there are characters outside ASCII.
    @inline(never)
    private mutating func wideText(_ bytes: ByteSpan, _ start: Int, _ first: Int) -> ScannedText? {
        var end = first
        while true {
            let byte = bytes.byte(at: end)
            switch byte {
            case 0x22:
                at = end + 1
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

    /// The text as a string.
    func string(_ text: ScannedText, _ bytes: ByteSpan) -> String { bytes.string(text.range) }

    /// The number that the digits from here on stand for behind those of another one, if they are few; whoever asks looks
    /// how many there were.
    @inline(__always)
    mutating func digits(_ bytes: ByteSpan, behind first: Int64 = 0) -> Int64 {
        var value = first
        var digit = bytes.byte(at: at) &- 0x30
        while digit < 10 {
            value = value &* 10 &+ Int64(digit)
            at += 1
            digit = bytes.byte(at: at) &- 0x30
        }
        return value
    }

    /// Seconds as nanoseconds, of few digits and without a sign or an exponent; exactly.
    @inline(__always)
    mutating func seconds(_ bytes: ByteSpan) -> Int64? {
        let start = at
        let seconds = digits(bytes)
        let whole = at - start
        // No leading zero, and no more digits than there is room for with nine places behind them.
        guard whole > 0, whole <= 9, whole == 1 || bytes.byte(at: start) != 0x30 else { return nil }
        guard bytes.byte(at: at) == 0x2E else { return seconds &* 1_000_000_000 }
        at += 1
        let point = at
        let value = digits(bytes, behind: seconds)
        switch at - point {
        case 1: return value &* 100_000_000
        case 2: return value &* 10_000_000
        case 3: return value &* 1_000_000
        case 4: return value &* 100_000
        case 5: return value &* 10_000
        case 6: return value &* 1_000
        case 7: return value &* 100
        case 8: return value &* 10
        case 9: return value
        default: return nil
        }
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
