/// A calendar time in ISO 8601, as exports and headers of traces write it (AU-103, TR-002).
///
/// The form is `2026-01-14T18:20:04.650Z`: a space can stand for the `T`, the fraction can have any number of digits, and the
/// zone is `Z`, `+01:00`, `+0100` or `+01`.
package struct CalendarTime {
    /// The time in nanoseconds since 1970 in UTC.
    package let nanoseconds: Int64
    package let end: Int
    /// Whether a zone follows the time. A time without zone is taken as UTC.
    package let hasZone: Bool

    /// Reads a text that is a time and nothing else; `nil` for another text.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        self.init(bytes, bytes.indices)
        guard end == bytes.count else { return nil }
    }

    /// Reads a time at the beginning of a range; `nil` if there is none, or if it is not between the years 1678 and 2261.
    package init?(_ bytes: [UInt8], _ range: Range<Int>) {
        var digits = JSONParser(bytes, range)
        guard let year = digits.number(4), digits.take(0x2D), let month = digits.number(2), digits.take(0x2D),
            let day = digits.number(2), digits.take(0x54) || digits.take(0x20) || digits.take(0x74),
            let hour = digits.number(2), digits.take(0x3A), let minute = digits.number(2), digits.take(0x3A),
            let second = digits.number(2), let fraction = digits.fraction(),
            (1...12).contains(month), (1...Self.dayCount(of: month, in: year)).contains(day), hour < 24, minute < 60,
            // A leap second is the first second of the next minute.
            second <= 60, let zone = digits.zone()
        else { return nil }
        // A year begins in March here, so that the leap day is its last day.
        let (years, months) = (month > 2 ? year : year - 1, (month + 9) % 12)
        let leapDays = years.quotient(4) - years.quotient(100) + years.quotient(400)
        let days = 365 * years + leapDays + (153 * months + 2) / 5 + day - 1 - 719_468
        let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second - zone.seconds
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflowToo) = whole.addingReportingOverflow(fraction)
        guard !overflow, !overflowToo else { return nil }
        (nanoseconds, end, hasZone) = (sum, digits.at, zone.isWritten)
    }

    private static func dayCount(of month: Int64, in year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension CalendarTime {
    /// Returns the text of a time in UTC, with milliseconds: `2026-03-01T12:30:05.250Z`.
    package static func text(_ nanoseconds: Int64) -> String {
        let milliseconds = nanoseconds.quotient(1_000_000)
        let day = milliseconds.quotient(86_400_000)
        let date = date(ofDay: day)
        let rest = milliseconds - day * 86_400_000
        let time = [(rest / 3_600_000, 2), (rest / 60_000 % 60, 2), (rest / 1_000 % 60, 2)]
        return digits(date.year, 4) + "-" + digits(date.month, 2) + "-" + digits(date.day, 2) + "T"
            + time.map { digits($0.0, $0.1) }.joined(separator: ":") + "." + digits(rest % 1_000, 3) + "Z"
    }

    /// Returns the text of a time in UTC: with milliseconds or, if these are not exact, with nanoseconds.
    package static func exactText(_ nanoseconds: Int64) -> String {
        let text = text(nanoseconds)
        let rest = (nanoseconds % 1_000_000 + 1_000_000) % 1_000_000
        return rest == 0 ? text : text.dropLast() + digits(rest, 6) + "Z"
    }

    private static func digits(_ value: Int64, _ count: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }

    /// Returns a day of the Gregorian calendar. Years begin in March here, and 400 years always have the same number of days.
    private static func date(ofDay days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let sinceMarch = days + 719_468
        let era = sinceMarch.quotient(146_097)
        let dayOfEra = sinceMarch - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }
}

// The parts of a calendar time.
extension JSONParser {
    fileprivate mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        at += 1
        return true
    }

    private mutating func digit() -> Int64? {
        guard let byte = next, (0x30...0x39).contains(byte) else { return nil }
        at += 1
        return Int64(byte - 0x30)
    }

    fileprivate mutating func number(_ count: Int) -> Int64? {
        var value: Int64 = 0
        for _ in 0..<count {
            guard let digit = digit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    /// Reads a fraction, as nanoseconds. The tenth digit rounds them; 0 without a fraction.
    fileprivate mutating func fraction() -> Int64? {
        guard take(0x2E) || take(0x2C) else { return 0 }
        var nanoseconds: Int64 = 0
        var count = 0
        while let digit = digit() {
            if count < 9 { nanoseconds = nanoseconds * 10 + digit }
            if count == 9, digit >= 5 { nanoseconds += 1 }
            count += 1
        }
        guard count > 0 else { return nil }
        for _ in min(count, 9)..<9 { nanoseconds *= 10 }
        return nanoseconds
    }

    /// Reads a zone, as its seconds ahead of UTC; `nil` if a sign begins no zone.
    fileprivate mutating func zone() -> (seconds: Int64, isWritten: Bool)? {
        if take(0x5A) || take(0x7A) { return (0, true) }
        let isBehind = next == 0x2D
        guard take(0x2B) || take(0x2D) else { return (0, false) }
        guard let hours = number(2), hours < 24 else { return nil }
        var minutes: Int64 = 0
        if take(0x3A) || next.map({ (0x30...0x39).contains($0) }) == true {
            guard let written = number(2), written < 60 else { return nil }
            minutes = written
        }
        let seconds = hours * 3_600 + minutes * 60
        return (isBehind ? -seconds : seconds, true)
    }
}

extension Int64 {
    /// Returns the quotient, rounded down.
    package func quotient(_ divisor: Int64) -> Int64 {
        let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? quotient - 1 : quotient
    }
}
