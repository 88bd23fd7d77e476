import AnalyticsJSON

/// Reads plain lines: a time, then white space, a comma or a tab, then a name (AU-105).
enum PlainLine {
    static func hasTime(_ bytes: [UInt8], _ range: Range<Int>) -> Bool { (try? time(bytes, range)) != nil }

    static func read(_ bytes: [UInt8], _ range: Range<Int>) throws(LineError) -> ExportEvent.PageView {
        try JSONParser(bytes, range).checkCharacters()
        let (time, end) = try time(bytes, range)
        var at = end
        func skipBlanks() { while at < range.upperBound, bytes[at] == 0x20 || bytes[at] == 0x09 { at += 1 } }
        skipBlanks()
        if at < range.upperBound, bytes[at] == 0x2C { at += 1 }
        let parser = JSONParser(bytes, range)
        guard at > end else {
            throw LineError(
                offset: at, message: "expected a space, a comma or a tab after the time, found \(parser.found(at: at))")
        }
        skipBlanks()
        guard at < range.upperBound else {
            throw LineError(offset: at, message: "expected a name after the time, found the end of the line")
        }
        return ExportEvent.PageView(
            time: time, name: String(decoding: bytes[at..<range.upperBound], as: UTF8.self), identity: .none)
    }

    /// Reads the time at the beginning of a line. Returns it, and the position after it.
    private static func time(_ bytes: [UInt8], _ range: Range<Int>) throws(LineError) -> (Int64, end: Int) {
        var parser = JSONParser(bytes, range)
        parser.skipSpace()
        let start = parser.at
        if let time = CalendarTime(bytes, start..<range.upperBound) {
            guard time.hasZone else {
                throw LineError(
                    offset: time.end,
                    message: "expected a zone after the time, Z or such as +01:00, found \(parser.found(at: time.end))")
            }
            return (time.nanoseconds, time.end)
        }
        guard let number = try? parser.writtenNumber(), let time = time(bytes[number.range]),
            [nil, 0x20, 0x09, 0x2C].contains(parser.next)
        else {
            throw LineError(
                offset: start,
                message:
                    "expected an ISO 8601 time with a zone, or s, ms or µs since 1970, found \(JSONParser(bytes, range).found(at: start))"
            )
        }
        return (time, number.range.upperBound)
    }

    /// Returns the time of a number of seconds, milliseconds or microseconds. The number of its whole digits decides which.
    ///
    /// Up to 11 digits are seconds, up to 14 milliseconds, and up to 17 microseconds. So each covers at least the years from
    /// 1973 to 2261.
    private static func time(_ number: ArraySlice<UInt8>) -> Int64? {
        let digits = number.drop { $0 == 0x2D }.prefix { (0x30...0x39).contains($0) }.count
        let power = digits <= 11 ? 9 : digits <= 14 ? 6 : 3
        let text = Array(number)
        var parser = JSONParser(text, text.indices)
        guard digits <= 17 else { return nil }
        return (try? parser.number(times: power)) ?? nil
    }
}

extension JSONParser {
    func checkCharacters() throws(LineError) {
        guard let malformed = bytes[at..<end].firstMalformedCharacter else { return }
        throw LineError(offset: malformed, message: "expected a character in UTF-8, found \(found(at: malformed))")
    }
}
