#if !os(Windows) && !os(WASI)
import PageViewTracking
import AnalyticsJSON

/// A request that an app sends for an uploader, as HTTP `POST` (JR-018).
public struct UploadRequest: Sendable, Hashable {
    /// The path of the address, such as `/v1/b`. The app adds it to the address of its back end.
    public let path: String
    /// The headers: `Content-Type` and, if the body is compressed, `Content-Encoding`.
    public let headers: [String: String]
    /// The body.
    public let body: [UInt8]

    init(_ batch: WireBatch, _ compress: ([UInt8]) throws -> [UInt8]?) {
        path = batch.path
        let compressed = (try? compress(batch.bytes)) ?? []
        body = compressed.isEmpty ? batch.bytes : compressed
        var headers = ["Content-Type": "application/json"]
        if !compressed.isEmpty { headers["Content-Encoding"] = "gzip" }
        self.headers = headers
    }
}

/// What an uploader needs of the response to a request (JR-018, JR-019).
public struct UploadResponse: Sendable, Hashable {
    let status: Int
    let retryAfter: String?

    /// Creates a response. Any numbers and texts are valid.
    ///
    /// - Parameters:
    ///   - status: The status code of HTTP; 0 if the response has none.
    ///   - retryAfter: The header `Retry-After`, if any.
    public init(status: Int, retryAfter: String? = nil) {
        (self.status, self.retryAfter) = (status, retryAfter)
    }

    private static let longestWait: Int64 = 24 * 3_600

    /// The time to wait that the back end asks for, at most a day; `nil` without a positive time.
    func wait(at now: WallTime) -> Duration? {
        let words = (retryAfter ?? "").split(separator: " ")
        var seconds: Int64 = 0
        if words.count == 1, words[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            seconds = Int64(words[0]) ?? .max
        } else if words.count == 6, words[5] == "GMT", let time = Self.time(words[1], words[2], words[3], words[4]) {
            seconds =
                WallTime(nanoseconds: time).earlier(byNanoseconds: now.nanoseconds).nanoseconds / 1_000_000_000 + 1
        }
        return seconds > 0 ? .seconds(min(seconds, Self.longestWait)) : nil
    }

    /// Reads a date of HTTP, such as `Sun, 06 Nov 1994 08:49:37 GMT`, in nanoseconds since 1970.
    private static func time(_ day: Substring, _ month: Substring, _ year: Substring, _ time: Substring) -> Int64? {
        let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard let number = names.firstIndex(of: String(month)) else { return nil }
        return CalendarTime("\(year)-\(number < 9 ? "0" : "")\(number + 1)-\(day)T\(time)Z")?.nanoseconds
    }
}

extension UploadResponse: CustomStringConvertible {
    /// The status, and the time to wait as the back end wrote it.
    public var description: String {
        "\(status)" + (retryAfter.map { " and Retry-After \(JSONParser.quoted($0))" } ?? "")
    }
}

/// A back end rejects all requests, so the upload has ended. The events that it has not accepted remain in the journal (JR-018).
public struct UploadError: Error, Sendable, Hashable {
    /// The status code of HTTP.
    public let status: Int
    private let path: String
    private let concernsOneEvent: Bool

    init(path: String, status: Int, concernsOneEvent: Bool) {
        (self.path, self.status, self.concernsOneEvent) = (path, status, concernsOneEvent)
    }
}

extension UploadError: CustomStringConvertible {
    /// The error in one line: what was expected and found, and what to do.
    public var description: String {
        "\(path): expected the status 200, found \(status)"
            + (concernsOneEvent
                ? " for each event alone; check the key and the address, then the events"
                : "; check the key and the address")
    }
}
#endif
