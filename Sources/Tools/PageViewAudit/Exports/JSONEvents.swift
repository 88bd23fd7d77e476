import AnalyticsJSON

/// Reads the events of a format with JSON objects, by the table of its fields.
struct JSONEvents: Sendable {
    enum Item {
        /// An event: a page view, or `nil` for another event.
        case event(ExportEvent.PageView?, session: String?)
        /// The ranges of the events that the object contains, and the time for events without one.
        case payload([Range<Int>], time: Int64?)
    }

    private let format: ExportFormat
    private let fields: ExportFields

    init?(_ format: ExportFormat, session: SessionPath?) {
        guard let fields = format.fields(session: session) else { return nil }
        (self.format, self.fields) = (format, fields)
    }

    /// Reads the object at the position of a parser.
    ///
    /// - Parameter time: The time of an event that has none.
    func read(_ parser: inout JSONParser, time: Int64?) throws(LineError) -> Item {
        var (object, time) = (try JSONObject(&parser), time)
        if let wrapper = fields.wrapper, let event = try object.object(wrapper.event) {
            time = try calendarTime(wrapper.time, of: object) ?? time
            object = event
        }
        if try !object.hasValue(fields.mark) {
            for payload in fields.payloads {
                guard let elements = try object.elements(payload) else { continue }
                return .payload(elements, time: try calendarTime(fields.payloadTime?.time, of: object))
            }
            throw missing(fields.mark, of: "an event of \(format.rawValue)", object)
        }
        var parts: [String?] = []
        for members in fields.session { parts.append(try object.text(members)) }
        let session = parts.contains(nil) ? nil : parts.compactMap(\.self).joined(separator: "/")
        return .event(try pageView(object, time), session: session)
    }

    private func missing(_ member: Member, of owner: String, _ object: JSONObject) -> LineError {
        LineError(offset: object.start, message: "expected the key '\(member.path)' of \(owner), found none")
    }

    private func pageView(_ object: JSONObject, _ fallback: Int64?) throws(LineError) -> ExportEvent.PageView? {
        guard let kind = try object.string(fields.kind),
            let pageView = fields.pageViews.first(where: { $0.value == kind })
        else { return nil }
        if let (member, values) = fields.vendor, let vendor = try object.text(member), !values.contains(vendor) {
            return nil
        }
        var name = ""
        for member in pageView.names where name.isEmpty { name = try object.string(member) ?? "" }
        var version: Int64?
        if let member = fields.version { version = try object.wholeNumber(member) ?? 0 }
        var fingerprint: String?
        if let member = fields.fingerprint { fingerprint = try object.text(member) }
        return ExportEvent.PageView(
            time: try time(of: object, fallback), name: name,
            identity: EventIdentity(try object.text(fields.ids), fingerprint: fingerprint, of: format),
            version: version)
    }

    private func time(of object: JSONObject, _ fallback: Int64?) throws(LineError) -> Int64 {
        let time =
            switch fields.timeForm {
            case .calendar(let needsZone): try calendarTime(fields.time, of: object, needsZone: needsZone)
            case .number(let power, let unit):
                try object.number(fields.time, times: power, "a number of \(unit) since 1970, up to the year 2261")
            }
        if let time { return time }
        guard let fallback else { throw missing(fields.time, of: "a page view", object) }
        guard let member = fields.payloadTime?.offset,
            let offset = try object.number(member, times: 6, "a number of ms")
        else { return fallback }
        return fallback.subtractingReportingOverflow(offset).partialValue
    }

    private func calendarTime(
        _ member: Member?, of object: JSONObject, needsZone: Bool = true
    ) throws(LineError) -> Int64? {
        guard let member, try object.hasValue(member) else { return nil }
        guard let text = try object.string(member), let time = CalendarTime(text), time.hasZone || !needsZone else {
            let zone = needsZone ? " with a zone" : ""
            throw object.wrong(member, "an ISO 8601 time\(zone), such as 2026-01-14T18:20:04.650Z")
        }
        return time.nanoseconds
    }
}
