import AnalyticsJSON
import PageViewAutomation

/// Members of objects. A member is omitted if its value is `nil`.
extension JSONWriter {
    mutating func member(_ key: StaticString, _ text: String?) {
        guard let text else { return }
        self.key(key)
        string(text)
    }

    mutating func member(_ key: StaticString, _ number: some BinaryInteger) {
        self.key(key)
        int(Int64(clamping: number))
    }

    mutating func member(_ key: StaticString, _ time: Timestamp?) { member(key, seconds: time?.nanoseconds) }

    /// Writes nanoseconds as seconds.
    mutating func member(_ key: StaticString, seconds nanoseconds: Int64?) {
        guard let nanoseconds else { return }
        self.key(key)
        seconds(nanoseconds)
    }

    mutating func member(_ key: StaticString, _ page: PageContext?) {
        guard let page else { return }
        self.key(key)
        beginObject()
        member("name", page.name.rawValue)
        member("context", page.context?.rawValue)
        endObject()
    }

    mutating func member(_ key: StaticString, _ texts: [String]) {
        member(key, texts) { $0.string($1) }
    }

    /// Writes an array, for whose elements `body` writes values without commas.
    mutating func member<Element>(
        _ key: StaticString, _ elements: [Element], _ body: (inout JSONWriter, Element) -> Void
    ) {
        self.key(key)
        beginArray()
        for element in elements {
            separate()
            body(&self, element)
        }
        endArray()
    }
}
