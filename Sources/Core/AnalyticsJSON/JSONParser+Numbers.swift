package import PageViewAutomation

/// The position and the form of a valid number, without its value.
package struct JSONNumber {
    package let range: Range<Int>
    package let isNegative: Bool
    /// Whether the number has neither a fraction nor an exponent.
    package let isWhole: Bool
    package let hasExponent: Bool
}

extension JSONParser {
    /// Reads a number. Throws if the number has no finite value.
    package mutating func number() throws(LineError) -> AnalyticsValue {
        let number = try writtenNumber()
        if number.isWhole, let whole = whole(number) { return .int(whole) }
        if readsDecimals, number.hasExponent, bytes[number.range].suffix(2).elementsEqual([0x65, 0x30]),
            let decimal = DecimalNumber(String(decoding: bytes[number.range].dropLast(2), as: UTF8.self))
        {
            return .decimal(decimal)
        }
        return .double(try finite(number))
    }

    /// Reads a number; returns its value if the value is whole, as in `1.0`, otherwise `nil`.
    package mutating func wholeNumber() throws(LineError) -> Int64? {
        switch try number() {
        case .int(let value): value
        case .double(let value): Int64(exactly: value)
        default: nil
        }
    }

    package mutating func skipNumber() throws(LineError) {
        let number = try writtenNumber()
        // Without an exponent, a number needs more than three hundred digits to exceed the range of a `Double`.
        if number.hasExponent || number.range.count > 300 { _ = try finite(number) }
    }

    /// Checks and skips a number. Returns its position and its form.
    package mutating func writtenNumber() throws(LineError) -> JSONNumber {
        let start = at
        let isNegative = next == 0x2D
        if isNegative { at += 1 }
        switch next {
        case .some(0x30): at += 1
        case .some(0x31...0x39): skipDigits()
        default: throw isNegative ? expected("a digit") : expected("a value")
        }
        if let byte = next, (0x30...0x39).contains(byte) { throw expected("no digit after a leading zero") }
        var isWhole = true
        if next == 0x2E {
            isWhole = false
            at += 1
            try digits("a digit after the point")
        }
        let hasExponent = next == 0x65 || next == 0x45
        if hasExponent {
            isWhole = false
            at += 1
            if next == 0x2B || next == 0x2D { at += 1 }
            try digits("a digit in the exponent")
        }
        return JSONNumber(range: start..<at, isNegative: isNegative, isWhole: isWhole, hasExponent: hasExponent)
    }

    /// Returns the value of a whole number; `nil` if the value exceeds the range of `Int64`.
    private func whole(_ number: JSONNumber) -> Int64? {
        var value: Int64 = 0
        for byte in bytes[number.range] where byte != 0x2D {
            let (product, overflowed) = value.multipliedReportingOverflow(by: 10)
            // The sum is negative, because the range of negative numbers is larger by one.
            let (difference, overflowedToo) = product.subtractingReportingOverflow(Int64(byte - 0x30))
            if overflowed || overflowedToo { return nil }
            value = difference
        }
        if number.isNegative { return value }
        return value == .min ? nil : -value
    }

    private func finite(_ number: JSONNumber) throws(LineError) -> Double {
        let text = String(decoding: bytes[number.range], as: UTF8.self)
        guard let value = Double(text), value.isFinite else {
            throw LineError(
                offset: number.range.lowerBound,
                message: "expected a finite number, found \(Self.shortened(text))")
        }
        return value
    }

    private mutating func digits(_ what: String) throws(LineError) {
        guard let byte = next, (0x30...0x39).contains(byte) else { throw expected(what) }
        skipDigits()
    }

    private mutating func skipDigits() {
        while at < end, (0x30...0x39).contains(bytes[at]) { at += 1 }
    }

    /// Reads seconds, rounded to the nearest nanosecond. Half a nanosecond is rounded away from zero.
    package mutating func nanoseconds() throws(LineError) -> Int64 {
        let start = at
        guard let value = try number(times: 9) else {
            let found = Self.shortened(String(decoding: bytes[start..<at], as: UTF8.self))
            throw LineError(offset: start, message: "expected seconds within 292 years, found \(found)")
        }
        return value
    }

    /// Reads a number times a power of ten, rounded to a whole number. A half is rounded away from zero.
    ///
    /// Returns `nil` if an `Int64` cannot hold the result.
    package mutating func number(times power: Int) throws(LineError) -> Int64? {
        let number = try writtenNumber()
        if number.hasExponent { _ = try finite(number) }
        return scaled(number, by: power)
    }

    private func scaled(_ number: JSONNumber, by power: Int) -> Int64? {
        let text = bytes[number.range].dropFirst(number.isNegative ? 1 : 0)
        let mantissa = text.prefix { $0 != 0x65 && $0 != 0x45 }
        let digits = mantissa.filter { $0 != 0x2E }
        let exponent = String(decoding: text.dropFirst(mantissa.count + 1), as: UTF8.self)
        // The limit prevents an overflow. With an exponent above the limit, any digits exceed the range or give 0.
        let limit = text.count + 40
        let shift = exponent.isEmpty ? 0 : Int(exponent) ?? (exponent.hasPrefix("-") ? -limit : limit)
        let wholeDigits = mantissa.prefix { $0 != 0x2E }.count + min(max(shift, -limit), limit) + power
        guard let first = digits.firstIndex(where: { $0 != 0x30 }), wholeDigits >= 0 else { return 0 }
        guard wholeDigits - first <= 19 else { return nil }
        var value: Int64 = 0
        for position in first..<max(first, wholeDigits) {
            let (product, overflowed) = value.multipliedReportingOverflow(by: 10)
            let digit = position < digits.count ? Int64(digits[position] - 0x30) : 0
            let (sum, overflowedToo) = product.addingReportingOverflow(digit)
            if overflowed || overflowedToo { return nil }
            value = sum
        }
        if wholeDigits < digits.count, digits[wholeDigits] >= 0x35 {
            guard value < .max else { return nil }
            value += 1
        }
        return number.isNegative ? -value : value
    }
}
