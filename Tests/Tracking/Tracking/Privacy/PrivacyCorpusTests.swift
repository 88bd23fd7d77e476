import PageViewTracking
import TestSupport
import Testing

/// The detection rate of redaction on a corpus.
@Suite(.watched)
struct PrivacyCorpusTests {
    private static let textsPerKind = TestDepth.number(150, proof: 6_000)

    @Test("Redaction misses at most 0.1 % of secrets", arguments: PrivacyCorpus.Kind.allCases)
    func measured(kind: PrivacyCorpus.Kind) {
        var corpus = PrivacyCorpus(seed: 2_026)
        var missed: [String] = []
        for _ in 0..<Self.textsPerKind {
            let (text, secret) = corpus.next(kind)
            let redacted = redacted(String(decoding: text, as: UTF8.self))
            guard !Self.isGone(secret, of: text, in: Array(redacted.utf8)) else { continue }
            missed.append("\(String(decoding: text, as: UTF8.self)) → \(redacted)")
        }
        #expect(missed.count * 1_000 <= Self.textsPerKind, "\(missed.prefix(20))")
    }

    /// Whether the redacted text contains no letter and no digit of the secret.
    static func isGone(_ secret: Range<Int>, of text: [UInt8], in redacted: [UInt8]) -> Bool {
        guard let kept = keptRanges(of: text, in: redacted), kept.count > 1 else { return false }
        return kept.allSatisfy { range in
            range.clamped(to: secret).allSatisfy { !isAlphanumeric(text[$0]) }
        }
    }

    /// Returns the ranges of a text that remain between the replacements.
    private static func keptRanges(of text: [UInt8], in redacted: [UInt8]) -> [Range<Int>]? {
        let pieces = pieces(of: redacted)
        guard let first = pieces.first, let last = pieces.last, text.starts(with: first) else { return nil }
        guard pieces.count > 1 else { return [0..<text.count] }
        var kept = [0..<first.count]
        var at = first.count
        for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
            // Each replacement covers at least one byte.
            at += 1
            while at + piece.count <= text.count, !text[at..<(at + piece.count)].elementsEqual(piece) { at += 1 }
            guard at + piece.count <= text.count else { return nil }
            kept.append(at..<(at + piece.count))
            at += piece.count
        }
        guard text.count - last.count >= at, text.suffix(last.count).elementsEqual(last) else { return nil }
        return kept + [(text.count - last.count)..<text.count]
    }

    private static func pieces(of redacted: [UInt8]) -> [ArraySlice<UInt8>] {
        let words = ["[email]", "[iban]", "[card]", "[phone]"].map { Array($0.utf8) }
        var pieces: [ArraySlice<UInt8>] = []
        var (start, at) = (0, 0)
        while at < redacted.count {
            if redacted[at] == UInt8(ascii: "["), let word = words.first(where: { redacted[at...].starts(with: $0) }) {
                pieces.append(redacted[start..<at])
                at += word.count
                start = at
            } else {
                at += 1
            }
        }
        return pieces + [redacted[start...]]
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte >= 0x80
    }
}
