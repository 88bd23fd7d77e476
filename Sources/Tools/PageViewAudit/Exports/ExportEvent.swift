import PageViewAutomation

package struct ExportEvent: Sendable, Hashable {
    /// The number of the line on which the event begins, from 1.
    package var line: Int
    var session: String?
    var pageView: PageView?

    /// A page view, as an app sent it.
    struct PageView: Sendable, Hashable {
        var time: Int64
        /// The name as it was sent, before the map; empty if the event has none.
        var name: String
        /// The identity for retries, or that of a Datadog view.
        var identity: EventIdentity
        /// The version of a Datadog view; `nil` in other formats.
        var version: Int64?
    }
}

extension EventIdentity {
    /// Creates the identity of an event id and its fingerprint; `none` without an id.
    init(_ id: String?, fingerprint: String? = nil, of format: ExportFormat) {
        guard let id else {
            self = .none
            return
        }
        func hash(_ start: UInt8) -> UInt64 {
            var hasher = Hasher()
            hasher.combine(start)
            hasher.combine(format)
            ExactName(id).hash(into: &hasher)
            // The length separates the id from the fingerprint.
            hasher.combine(id.utf8.count)
            ExactName(fingerprint ?? "").hash(into: &hasher)
            return UInt64(bitPattern: Int64(hasher.finalize()))
        }
        (high, low) = (hash(0), hash(1))
    }
}
