import PageViewDelivery
import PageViewTracking

extension Arguments {
    /// What `--format` names, if it was given, and when the trace began.
    var wireFormat: (format: any WireFormat, beginning: WallTime)? {
        get throws(Misuse) {
            guard let name = value("--format") else {
                for option in ["--began-at", "--key"] where value(option) != nil {
                    throw Misuse(message: "expected --format beside \(option), found none")
                }
                return nil
            }
            if has("--all") { throw Misuse(message: "expected --format or --all, found both") }
            for option in ["--idle", "--jobs"] where value(option) != nil {
                throw Misuse(message: "expected --format or \(option), found both")
            }
            return (try format(name, key: value("--key") ?? "pageview"), try beginning)
        }
    }

    private func format(_ name: String, key: String) throws(Misuse) -> any WireFormat {
        switch name {
        case "segment": SegmentFormat(writeKey: key)
        case "snowplow": SnowplowFormat(appID: key, namespace: "replay")
        case "posthog": PostHogFormat(apiKey: key)
        case "otlp": OTLPLogsFormat(serviceName: key)
        default:
            throw Misuse(message: "expected --format segment, snowplow, posthog or otlp, found --format \(name)")
        }
    }

    private var beginning: WallTime {
        get throws(Misuse) {
            guard let text = value("--began-at") else { return WallTime(nanoseconds: 0) }
            guard let time = WallTime(written: text) else {
                throw Misuse(
                    message: "expected --began-at and a time such as 2026-01-01T00:00:00Z, found --began-at \(text)")
            }
            return time
        }
    }
}

extension WallTime {
    /// Reads a time in UTC from 1970 on, such as `2026-01-01T00:00:00Z` or with milliseconds; `nil` if it is none.
    fileprivate init?(written text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 20 || bytes.count == 24 else { return nil }
        func number(_ range: Range<Int>) -> Int64? {
            bytes[range].reduce(0 as Int64?) { sum, byte in
                (0x30...0x39).contains(byte) ? sum.map { $0 * 10 + Int64(byte - 0x30) } : nil
            }
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
            let milliseconds = bytes.count == 24 ? number(20..<23) : 0, (1970...2261).contains(year),
            (1...12).contains(month)
        else { return nil }
        // Years are counted from March on, so that the leap day is the last of a year.
        let (years, months) = (month > 2 ? year : year - 1, (month + 9) % 12)
        let days = 365 * years + years / 4 - years / 100 + years / 400 + (153 * months + 2) / 5 + day - 1 - 719_468
        let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
        self.init(nanoseconds: (seconds * 1_000 + milliseconds) * 1_000_000)
        // What is no day or hour, and what is not written so, comes out otherwise.
        let whole = bytes.count == 24 ? text : "\(text.dropLast()).000Z"
        guard description == whole else { return nil }
    }
}
