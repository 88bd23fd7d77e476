/// Calendar times in ISO 8601, as nanoseconds since the beginning of 1970 in UTC, without leap seconds.
package enum CalendarTime {
    /// Returns the text of a time in UTC, with milliseconds: `2026-03-01T12:30:05.250Z`.
    package static func text(_ nanoseconds: Int64) -> String {
        let milliseconds = quotient(nanoseconds, 1_000_000)
        let day = quotient(milliseconds, 86_400_000)
        let date = date(ofDay: day)
        let rest = milliseconds - day * 86_400_000
        let time = [(rest / 3_600_000, 2), (rest / 60_000 % 60, 2), (rest / 1_000 % 60, 2)]
        return digits(date.year, 4) + "-" + digits(date.month, 2) + "-" + digits(date.day, 2) + "T"
            + time.map { digits($0.0, $0.1) }.joined(separator: ":") + "." + digits(rest % 1_000, 3) + "Z"
    }

    /// Returns the text of a time in UTC: with milliseconds or, if these are not exact, with nanoseconds.
    package static func exactText(_ nanoseconds: Int64) -> String {
        let text = text(nanoseconds)
        let rest = nanoseconds - quotient(nanoseconds, 1_000_000) * 1_000_000
        return rest == 0 ? text : text.dropLast() + digits(rest, 6) + "Z"
    }

    /// Returns the time of a text with a zone, such as `2026-03-01T13:30:05.25+01:00`; `nil` if it is not one.
    ///
    /// Digits after nanoseconds are ignored. A leap second is the second after it.
    package static func nanoseconds(_ text: String) -> Int64? {
        var rest = Array(text.utf8)[...]
        guard let year = number(&rest, 4), take("-", &rest), let month = number(&rest, 2), take("-", &rest),
            let day = number(&rest, 2), take("T", &rest) || take("t", &rest) || take(" ", &rest),
            let hour = number(&rest, 2), take(":", &rest), let minute = number(&rest, 2)
        else { return nil }
        var second: Int64 = 0
        var fraction: Int64 = 0
        if take(":", &rest) {
            guard let whole = number(&rest, 2) else { return nil }
            second = whole
            if take(".", &rest) || take(",", &rest) {
                guard let nanoseconds = self.fraction(&rest) else { return nil }
                fraction = nanoseconds
            }
        }
        guard let zone = zone(&rest), rest.isEmpty, (1...12).contains(month), day >= 1,
            day <= length(ofMonth: month, year),
            hour < 24, minute < 60, second <= 60
        else { return nil }
        let seconds = self.day(year, month, day) * 86_400 + hour * 3_600 + (minute - zone) * 60 + second
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflowOfSum) = whole.addingReportingOverflow(fraction)
        return overflow || overflowOfSum ? nil : sum
    }

    // MARK: Parts of a text

    private static func take(_ character: Unicode.Scalar, _ rest: inout ArraySlice<UInt8>) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    private static func digit(_ rest: inout ArraySlice<UInt8>) -> Int64? {
        guard let first = rest.first, (0x30...0x39).contains(first) else { return nil }
        rest.removeFirst()
        return Int64(first - 0x30)
    }

    private static func number(_ rest: inout ArraySlice<UInt8>, _ count: Int) -> Int64? {
        var number: Int64 = 0
        for _ in 0..<count {
            guard let digit = digit(&rest) else { return nil }
            number = number * 10 + digit
        }
        return number
    }

    private static func fraction(_ rest: inout ArraySlice<UInt8>) -> Int64? {
        var (nanoseconds, unit): (Int64, Int64) = (0, 100_000_000)
        guard var digit = digit(&rest) else { return nil }
        while true {
            nanoseconds += digit * unit
            unit /= 10
            guard let next = self.digit(&rest) else { return nanoseconds }
            digit = next
        }
    }

    /// Returns the minutes that a zone is ahead of UTC.
    private static func zone(_ rest: inout ArraySlice<UInt8>) -> Int64? {
        if take("Z", &rest) || take("z", &rest) { return 0 }
        let isAhead = take("+", &rest)
        guard isAhead || take("-", &rest), let hours = number(&rest, 2), hours < 24 else { return nil }
        if rest.isEmpty { return isAhead ? hours * 60 : -hours * 60 }
        _ = take(":", &rest)
        guard let minutes = number(&rest, 2), minutes < 60 else { return nil }
        return (hours * 60 + minutes) * (isAhead ? 1 : -1)
    }

    private static func digits(_ value: Int64, _ count: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }

    // MARK: The Gregorian calendar

    // Both functions count years from March, so that a leap day is the last day of its year. 400 years always have the same
    // number of days.

    private static func date(ofDay days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let sinceMarch = days + 719_468
        let era = quotient(sinceMarch, 146_097)
        let dayOfEra = sinceMarch - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    private static func day(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = quotient(year, 400)
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func length(ofMonth month: Int64, _ year: Int64) -> Int64 {
        let next = month == 12 ? day(year + 1, 1, 1) : day(year, month + 1, 1)
        return next - day(year, month, 1)
    }

    /// Divides, and rounds down.
    package static func quotient(_ value: Int64, _ divisor: Int64) -> Int64 {
        let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? quotient - 1 : quotient
    }
}
