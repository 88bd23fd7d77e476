import AnalyticsJSON

/// Reads the events of a format with JSON objects, by the table of its fields.
struct JSONEvents: Sendable {
    enum Item {
        /// An event: a page view, or `nil` for another event.
        case event(ExportEvent.PageView?)
        /// The ranges of the events that the object contains, and the time for events without one.
        case payload([Range<Int>], time: Int64?)
    }

    private let format: ExportFormat
    private let fields: ExportFields
    private var members: MemberReader

    /// Creates a reader; `nil` for a format without JSON objects.
    init?(_ format: ExportFormat, session: SessionPath?) {
        var tree = MemberTree()
        guard let fields = format.fields(in: &tree, session: session) else { return nil }
        (self.format, self.fields, members) = (format, fields, MemberReader(tree))
    }

    /// Reads the object at the position of a parser.
    ///
    /// - Parameter time: The time of an event that has none.
    mutating func read(_ parser: inout JSONParser, time: Int64?) throws(LineError) -> Item {
        var start = parser.at
        var time = time
        try members.read(&parser)
        if let wrapper = fields.wrapper, var inner = members.object(wrapper.event) {
            time = try calendarTime(wrapper.time) ?? time
            start = inner.at
            try members.read(&inner)
        }
        if members.parser(at: fields.mark) == nil {
            for payload in fields.payloads {
                guard let elements = try members.elements(payload) else { continue }
                return .payload(elements, time: try calendarTime(fields.payloadTime?.time))
            }
            throw missing(fields.mark, of: "an event of \(format.rawValue)", start)
        }
        return .event(try pageView(start, time))
    }

    private func missing(_ member: Member, of owner: String, _ start: Int) -> LineError {
        LineError(offset: start, message: "expected the key '\(member.path)' of \(owner), found none")
    }

    /// Releases the bytes of the object, so that their owner can change them in place.
    mutating func release() { members.release() }

    private func pageView(_ start: Int, _ fallback: Int64?) throws(LineError) -> ExportEvent.PageView? {
        guard let kind = try members.string(fields.kind),
            let pageView = fields.pageViews.first(where: { $0.value == kind })
        else { return nil }
        if let (member, values) = fields.vendor, let vendor = members.text(member), !values.contains(vendor) {
            return nil
        }
        var name = ""
        for member in pageView.names where name.isEmpty { name = try members.string(member) ?? "" }
        return ExportEvent.PageView(
            time: try time(start, fallback), name: name,
            identity: EventIdentity(
                fields.ids.lazy.compactMap { members.text($0) }.first,
                fingerprint: fields.fingerprint.flatMap { members.text($0) }, of: format),
            version: try fields.version.map { member throws(LineError) in try version(member) })
    }

    /// The session key of the event that was read last; `nil` without one.
    var sessionKey: String? {
        let texts = fields.session.map { $0.lazy.compactMap { members.text($0) }.first }
        return texts.contains(nil) ? nil : texts.compactMap(\.self).joined(separator: "/")
    }

    private func version(_ member: Member) throws(LineError) -> Int64 {
        guard var parser = members.parser(at: member) else { return 0 }
        guard parser.isAtNumber, let version = try parser.wholeNumber() else {
            throw members.wrong(member, "a whole number")
        }
        return version
    }

    private func time(_ start: Int, _ fallback: Int64?) throws(LineError) -> Int64 {
        let time =
            switch fields.timeForm {
            case .calendar(let needsZone): try calendarTime(fields.time, needsZone: needsZone)
            case .number(let power, let unit):
                try members.number(fields.time, times: power, "a number of \(unit) since 1970, up to the year 2261")
            }
        if let time { return time }
        guard let fallback else { throw missing(fields.time, of: "a page view", start) }
        guard let member = fields.payloadTime?.offset,
            let offset = try members.number(member, times: 6, "a number of ms")
        else { return fallback }
        return fallback.subtractingReportingOverflow(offset).partialValue
    }

    private func calendarTime(_ member: Member?, needsZone: Bool = true) throws(LineError) -> Int64? {
        guard let member, members.parser(at: member) != nil else { return nil }
        guard let text = try members.string(member), let time = CalendarTime(text), time.hasZone || !needsZone else {
            let zone = needsZone ? " with a zone" : ""
            throw members.wrong(member, "an ISO 8601 time\(zone), such as 2026-01-14T18:20:04.650Z")
        }
        return time.nanoseconds
    }
}
