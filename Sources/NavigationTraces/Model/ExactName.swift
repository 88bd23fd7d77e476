import PageViewAutomation

/// A name that is the same only if its bytes are; see `String.isSame(as:)`.
struct ExactName: Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: ExactName, right: ExactName) -> Bool { left.text.isSame(as: right.text) }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
