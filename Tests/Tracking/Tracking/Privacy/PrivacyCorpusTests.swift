import Foundation
import NavigationTraces
import PageViewTracking
import TestSupport
import Testing

/// The detection rate and the false positives of redaction on a corpus.
@Suite(.watched)
struct PrivacyCorpusTests {
    private struct Result {
        var count = 0
        var found = 0
        var falsePositives = 0
        var cardsByChance = 0
        var examples: [String] = []
    }

    private static let textsPerKind = TestDepth.number(250, proof: 6_000)

    @Test("Redaction misses at most 0.1 % of secrets and has 0.1 % false positives, chance cards aside")
    func measured() {
        for kind in PrivacyCorpus.Kind.allCases {
            let result = measure(kind)
            let isNegative = kind == .negatives
            let missed = isNegative ? result.falsePositives : result.count - result.found
            #expect(missed * 1_000 <= result.count, "\(result.examples)")
            // One random number in ten has a valid check digit. Few texts have a number as long as a card's.
            #expect(result.cardsByChance * 25 <= result.count)
        }
    }

    private func measure(_ kind: PrivacyCorpus.Kind) -> Result {
        var corpus = PrivacyCorpus(seed: 2_026)
        var result = Result()
        for _ in 0..<Self.textsPerKind {
            let text = corpus.next(kind)
            let redacted = Array(redacted(String(decoding: text.text, as: UTF8.self)).utf8)
            result.count += 1
            if let secret = text.secret {
                if Self.isGone(secret, of: text.text, in: redacted) {
                    result.found += 1
                    continue
                }
            } else if redacted == text.text {
                continue
            } else if Self.isCardByChance(text.text, redacted) {
                result.cardsByChance += 1
                continue
            } else {
                result.falsePositives += 1
            }
            if result.examples.count < 20 {
                result.examples.append(
                    "\(String(decoding: text.text, as: UTF8.self)) → \(String(decoding: redacted, as: UTF8.self))")
            }
        }
        return result
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

    /// Whether only numbers with a card's length, first digit and check digit were removed.
    private static func isCardByChance(_ text: [UInt8], _ redacted: [UInt8]) -> Bool {
        guard let kept = keptRanges(of: text, in: redacted) else { return false }
        return zip(kept, kept.dropFirst()).allSatisfy { left, right in
            let digits = text[left.upperBound..<right.lowerBound].compactMap {
                Character(Unicode.Scalar($0)).wholeNumberValue
            }
            return (13...19).contains(digits.count) && (2...6).contains(digits[0])
                && PrivacyCorpus.checkDigit(of: Array(digits.dropLast())) == digits.last
        }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte >= 0x80
    }
}
