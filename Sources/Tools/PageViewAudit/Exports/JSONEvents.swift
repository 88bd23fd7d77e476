import AnalyticsJSON

/// Reads the events of a format with JSON objects, by the table of its fields.
struct JSONEvents: Sendable {
    /// What an object is.
    enum Item {
        /// An event: a page view, or `nil` for another event.
        case event(ExportEvent.PageView?)
        /// The ranges of the events that the object contains, and the time for events without one.
        case payload([Range<Int>], time: Int64?)
    }

    private let format: ExportFormat
    private let fields: ExportFields
    private let slots: Slots
    private var members: MemberReader

    /// The numbers of the paths in the tree of members.
    private struct Slots {
        let mark, kind, time: Int
        let names: [[Int]]
        let vendor, fingerprint, version, payloadTime, offset, wrapper, wrapperTime: Int?
        let session: [[Int]]
        let ids, payloads: [Int]

        init(_ fields: ExportFields, _ session: ExportFields.SessionMembers, _ tree: inout MemberTree) {
            mark = tree.add(fields.mark)
            kind = tree.add(fields.kind)
            time = tree.add(fields.time)
            names = fields.pageViews.map { $0.names.map { tree.add($0) } }
            vendor = fields.vendor.map { tree.add($0.path) }
            fingerprint = fields.fingerprint.map { tree.add($0) }
            version = fields.version.map { tree.add($0) }
            payloadTime = fields.payloadTime.map { tree.add($0.path) }
            offset = fields.payloadTime.map { tree.add($0.offset) }
            wrapper = fields.wrapper.map { tree.add($0.event) }
            wrapperTime = fields.wrapper.map { tree.add($0.time) }
            self.session = session.map { $0.map { tree.add($0) } }
            ids = fields.ids.map { tree.add($0) }
            payloads = fields.payloads.map { tree.add($0) }
        }
    }

    /// Creates a reader; `nil` for a format without JSON objects.
    init?(_ format: ExportFormat, session: SessionPath?) {
        guard let fields = format.fields else { return nil }
        (self.format, self.fields) = (format, fields)
        var tree = MemberTree()
        slots = Slots(fields, session.map { format.sessionMembers($0) } ?? fields.session, &tree)
        members = MemberReader(tree)
    }

    /// Reads the object at the position of a parser.
    ///
    /// - Parameter time: The time of an event that has none.
    mutating func read(_ parser: inout JSONParser, time: Int64?) throws(LineError) -> Item {
        var start = parser.at
        var time = time
        try members.read(&parser)
        if let wrapper = slots.wrapper, var inner = members.object(wrapper) {
            if let slot = slots.wrapperTime, members.parser(at: slot) != nil {
                time = try calendarTime(slot, fields.wrapper?.time ?? [], needsZone: true)
            }
            start = inner.at
            try members.read(&inner)
        }
        if members.parser(at: slots.mark) == nil {
            for slot in slots.payloads {
                if let elements = try members.elements(slot) { return .payload(elements, time: try payloadTime) }
            }
            throw LineError(
                offset: start,
                message:
                    "expected the key '\(fields.mark.joined(separator: "."))' of an event of \(format.rawValue), found none"
            )
        }
        return .event(try pageView(start, time))
    }

    /// Releases the bytes of the object, so that their owner can change them in place.
    mutating func release() { members.release() }

    private func pageView(_ start: Int, _ fallback: Int64?) throws(LineError) -> ExportEvent.PageView? {
        guard let kind = try members.string(slots.kind, fields.kind),
            let index = fields.pageViews.firstIndex(where: { $0.value == kind })
        else { return nil }
        if let slot = slots.vendor, let vendor = members.text(slot), fields.vendor?.values.contains(vendor) == false {
            return nil
        }
        var name = ""
        for (slot, path) in zip(slots.names[index], fields.pageViews[index].names) where name.isEmpty {
            name = try members.string(slot, path) ?? ""
        }
        return ExportEvent.PageView(
            time: try time(start, fallback), name: name,
            identity: EventIdentity(
                slots.ids.lazy.compactMap { members.text($0) }.first,
                fingerprint: slots.fingerprint.flatMap { members.text($0) }, of: format),
            version: try version)
    }

    /// The session key of the event that was read last; `nil` without one.
    var sessionKey: String? {
        var key = ""
        for (index, alternatives) in slots.session.enumerated() {
            guard let text = alternatives.lazy.compactMap({ members.text($0) }).first else { return nil }
            key += index == 0 ? text : "/" + text
        }
        return key
    }

    private var version: Int64? {
        get throws(LineError) {
            guard let slot = slots.version else { return nil }
            guard var parser = members.parser(at: slot) else { return 0 }
            guard parser.isAtNumber, let version = try parser.wholeNumber() else {
                throw members.wrong(slot, "'\(fields.version?.joined(separator: ".") ?? "")' to be a whole number")
            }
            return version
        }
    }

    private func time(_ start: Int, _ fallback: Int64?) throws(LineError) -> Int64 {
        guard members.parser(at: slots.time) != nil else {
            guard let fallback else {
                throw LineError(
                    offset: start,
                    message: "expected the key '\(fields.time.joined(separator: "."))' of a page view, found none")
            }
            return try offset.map { fallback.subtractingReportingOverflow($0).partialValue } ?? fallback
        }
        switch fields.timeForm {
        case .calendar(let needsZone): return try calendarTime(slots.time, fields.time, needsZone: needsZone)
        case .number(let power, let unit):
            guard let time = try members.number(slots.time, times: power) else {
                let name = fields.time.joined(separator: ".")
                throw members.wrong(slots.time, "'\(name)' to be a number of \(unit) since 1970, up to the year 2261")
            }
            return time
        }
    }

    private func calendarTime(_ slot: Int, _ path: [String], needsZone: Bool) throws(LineError) -> Int64 {
        guard let text = try members.string(slot, path), let time = CalendarTime(text), time.hasZone || !needsZone
        else {
            let name = path.joined(separator: ".")
            let zone = needsZone ? " with a zone" : ""
            throw members.wrong(
                slot, "'\(name)' to be an ISO 8601 time\(zone), such as 2026-01-14T18:20:04.650Z")
        }
        return time.nanoseconds
    }

    /// The time of a payload; `nil` without one.
    private var payloadTime: Int64? {
        get throws(LineError) {
            guard let slot = slots.payloadTime, members.parser(at: slot) != nil else { return nil }
            return try calendarTime(slot, fields.payloadTime?.path ?? [], needsZone: true)
        }
    }

    /// The nanoseconds by which an event of a payload is earlier than the payload.
    private var offset: Int64? {
        get throws(LineError) {
            guard let slot = slots.offset, members.parser(at: slot) != nil else { return nil }
            guard let offset = try members.number(slot, times: 6) else {
                throw members.wrong(slot, "'offset' to be a number of ms")
            }
            return offset
        }
    }
}

extension JSONParser {
    /// Whether a number begins at the position.
    var isAtNumber: Bool {
        switch next {
        case .some(0x30...0x39), .some(0x2D): true
        default: false
        }
    }
}

extension MemberReader {
    /// Returns a number, or the number that a string contains, times a power of ten; `nil` for another value or one too large.
    func number(_ slot: Int, times power: Int) throws(LineError) -> Int64? {
        guard var parser = parser(at: slot) else { return nil }
        if parser.isAtNumber { return try parser.number(times: power) }
        guard parser.next == 0x22, let text = try? parser.string() else { return nil }
        let digits = Array(text.utf8)
        var number = JSONParser(digits, digits.indices)
        guard let value = try? number.number(times: power), number.next == nil else { return nil }
        return value
    }
}
