import AnalyticsJSON

/// A number of seconds as traces write it, outside a trace.
package struct WrittenSeconds {
    /// The same in whole nanoseconds.
    package let nanoseconds: Int64

    /// Reads a number; `nil` if it is none.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        var parser = JSONParser(bytes, bytes.indices)
        guard let nanoseconds = try? parser.nanoseconds(), parser.next == nil else { return nil }
        self.nanoseconds = nanoseconds
    }
}
