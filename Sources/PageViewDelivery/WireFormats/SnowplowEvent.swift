import PageViewTracking
import AnalyticsJSON

/// The parts of Snowplow's events (rules WF-021 to WF-023).
extension WireDraft {
    /// Writes an event that names its schema.
    mutating func selfDescribingEvent(_ schema: String, _ members: (inout JSONWriter) -> Void) {
        json.member("e", "ue")
        inner.beginObject()
        inner.member("schema", SnowplowSchema.event)
        inner.key("data")
        inner.selfDescribing(schema, members)
        inner.endObject()
        stringOfInner("ue_pr")
    }

    /// Writes an event that needs no schema: what sort it is, its name, and the payload as a text.
    mutating func structuredEvent(_ event: TrackedEvent) throws(WireRefusal.Reason) {
        guard !event.name.isEmpty else { throw .missing(field: "se_ac") }
        guard event.name.utf16.count <= Self.longestText else {
            throw .tooLong(field: "se_ac", limit: Self.longestText)
        }
        json.member("e", "se")
        json.member("se_ca", event.kind.rawValue)
        json.member("se_ac", event.name)
        let facts = event.without(payloadNames: event.detailFacts)
        guard !event.payload.isEmpty || !facts.isEmpty else { return }
        inner.beginObject()
        inner.members(event.payload.entries)
        inner.members(facts)
        inner.endObject()
        let text = String(decoding: inner.takeBytes(), as: UTF8.self)
        if text.utf16.count <= Self.longestText {
            json.member("se_pr", text)
        } else {
            omissions.append(.payload)
        }
    }

    /// How many characters Snowplow has room for in `se_ac` and `se_pr`.
    private static let longestText = 1000
}

extension JSONWriter {
    /// Writes data with its schema.
    mutating func selfDescribing(_ schema: String, _ members: (inout JSONWriter) -> Void) {
        beginObject()
        member("schema", schema)
        object("data", members)
        endObject()
    }

    /// Writes what a page view and a page have in common.
    mutating func screen(_ page: TrackedPage) {
        member("id", page.id)
        member("name", page.name)
        if let context = page.context { member("type", context) }
    }

    /// Writes a deep link.
    mutating func deepLink(_ link: DeepLinkDetails) {
        member("url", link.url)
        if let source = link.sourceURI { member("referrer", source) }
    }
}

extension DeepLinkDetails {
    private static let longestURL = 4096

    /// Whether the schemas take the link.
    func checkURL() throws(WireRefusal.Reason) {
        guard url.utf16.count <= Self.longestURL else { throw .tooLong(field: "url", limit: Self.longestURL) }
        guard url.isURI else { throw .malformed(field: "url") }
    }

    /// Where the link came from, if the schemas take it.
    var sourceURI: String? { source.flatMap { $0.isURI && $0.utf16.count <= Self.longestURL ? $0 : nil } }
}

extension PageLeaveDetails {
    private static var mostNanoseconds: Int64 { 2_147_483_647 * 1_000_000_000 }

    /// Whether the schema takes the times.
    func checkSeconds() throws(WireRefusal.Reason) {
        let range = 0...Self.mostNanoseconds
        guard range.contains(foregroundNanoseconds) else { throw .outOfRange(field: "foreground_sec") }
        guard range.contains(backgroundNanoseconds) else { throw .outOfRange(field: "background_sec") }
    }
}
