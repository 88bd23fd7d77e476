import TestSupport

/// Bytes that are invalid in the first line of a trace.
enum HostileInput: String, CaseIterable, Sendable {
    case onlyNUL, nulInText, overlong, surrogate, truncated, noUTF8, endlessArrays, endlessObjects, nestedPayload,
        nestedWords
    case longLine, longWord, longNumber, image

    var bytes: [UInt8] {
        switch self {
        case .onlyNUL: [UInt8](repeating: 0, count: 1000)
        case .nulInText: note([0])
        case .overlong: note([0xC0, 0x80])
        case .surrogate: note([0xED, 0xA0, 0x80])
        case .truncated: note([0xF0, 0x9F, 0x98])
        case .noUTF8: [0xFF, 0xFE, 0x00, 0x01, 0x0A, 0x80]
        case .endlessArrays: text("[", TestDepth.number(30_000, proof: 1_000_000))
        case .endlessObjects: text(#"{"a":"#, TestDepth.number(20_000, proof: 300_000))
        case .nestedPayload: text(#"{"event":"ready","component":"a","payload":{"a":"#) + text("[", 600)
        case .nestedWords: text("ready a payload=") + text(#"{"a":"#, TestDepth.number(10_000, proof: 100_000))
        case .longLine: text(#"{"event":"note","text":""#) + text("x", TestDepth.number(200_000, proof: 10_000_000))
        case .longWord: text("note ") + text("x", TestDepth.number(200_000, proof: 1_000_000)) + [0x01]
        case .longNumber: text(#"{"t":1"#) + text("0", 100_000) + text(#","event":"note"}"#)
        case .image: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00]
        }
    }

    private func text(_ text: String, _ count: Int = 1) -> [UInt8] { Array(String(repeating: text, count: count).utf8) }

    /// Returns a note with these bytes in its text.
    private func note(_ bytes: [UInt8]) -> [UInt8] { text(#"{"event":"note","text":"x"#) + bytes + text(#"x"}"#) }
}
