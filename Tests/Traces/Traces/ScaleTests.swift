import NavigationSimulator
import NavigationTraces
import TestSupport
import Testing

/// The parts of a trace of many sessions produce the same records as the whole trace (SC-001 to SC-005).
@Suite(.watched)
struct ScaleTests {
    private static let header = #"{"trace":1,"policy":"literal"}"#

    /// A seed of journeys, also in the first part of seven, whose records depend on the policy of the header.
    private static let seed: UInt64 = TestDepth.isProof ? 11 : 18

    /// The lines of interleaved random journeys, each with its session.
    private static let lines: [(session: String, text: String)] = {
        var lines: [(session: String, text: String)] = []
        for case .event(let event) in SimulatedSessions(
            seed: seed, events: TestDepth.number(1_200, proof: 6_000), sessions: 60)
        {
            lines.append((event.session ?? "", text(.event(event), .jsonLines)))
        }
        return lines
    }()

    /// The records of each session of the whole trace. Replayed once for all tests.
    private static let whole = Result { try records(of: lines) }

    /// Replays the lines after a header. Returns the records of each session in order.
    private static func records(
        of lines: [(session: String, text: String)], header: String? = header
    ) throws -> [String: [String]] {
        let text = ([header].compactMap(\.self) + lines.map(\.text)).joined(separator: "\n")
        var records: [String: [String]] = [:]
        for line in try replayed(text, .jsonLines, all: true) {
            // The session is the last key.
            let session = line.split(separator: #""session":""#).last?.dropLast(2) ?? ""
            records[String(session), default: []].append(line)
        }
        return records
    }

    private func part(_ number: Int, of count: Int) -> [(session: String, text: String)] {
        Self.lines.filter { $0.session.utf8.reduce(0) { $0 &* 31 &+ Int($1) } % count == number }
    }

    @Test("Parts with whole sessions produce together the records of the whole trace", arguments: [2, 7, 60])
    func partsMakeTheWhole(count: Int) throws {
        let whole = try Self.whole.get()
        #expect(whole.count == 60)
        var together: [String: [String]] = [:]
        for number in 0..<count {
            for (session, records) in try Self.records(of: part(number, of: count)) {
                #expect(together.updateValue(records, forKey: session) == nil)
            }
        }
        #expect(together == whole)
    }

    @Test("A trace sorted by session produces the same records")
    func orderAmongSessionsDoesNotMatter() throws {
        let sorted = Self.lines.enumerated()
            .sorted { ($0.element.session, $0.offset) < ($1.element.session, $1.offset) }.map(\.element)
        #expect(sorted.map(\.text) != Self.lines.map(\.text))
        #expect(try Self.records(of: sorted) == Self.whole.get())
    }

    @Test("Lines in another order within their sessions produce other records")
    func orderWithinASessionMatters() throws {
        #expect(try Self.records(of: Self.lines.reversed()) != Self.whole.get())
    }

    @Test("The header `{\"trace\":1}` changes no record, with or without empty lines before it")
    func headerOfATraceThatHasNone() throws {
        let bare = try Self.records(of: Self.lines, header: nil)
        #expect(try Self.records(of: Self.lines, header: #"{"trace":1}"#) == bare)
        #expect(try Self.records(of: Self.lines, header: "\n \t\n" + #"{"trace":1}"#) == bare)
        #expect(try Self.records(of: Self.lines, header: "\n \t\n" + Self.header) == Self.whole.get())
        #expect(try Self.whole.get() != bare)
    }

    @Test("A header is an error unless it is the first line of its part")
    func headerInTheMiddleStaysAnError() throws {
        // The header has no session, so it may be the first line of a part.
        let part = [(session: "", text: Self.header)] + part(0, of: 7)
        #expect(throws: TraceError.self) { try Self.records(of: part, header: #"{"trace":1}"#) }
        #expect(throws: TraceError.self) { try Self.records(of: self.part(1, of: 7) + part, header: nil) }
        #expect(throws: Never.self) { try Self.records(of: part, header: nil) }
    }

    @Test(
        "The session of a line is its last top-level key of that name, in any form",
        arguments: [
            #"{"event":"interaction","name":"tap","properties":{"session":"b"},"session":"a"}"#,
            #"{"session":"a","event":"interaction","name":"tap","properties":{"session":"b"}}"#,
            #"{"event": "interaction", "name": "tap", "session" : "a"}"#,
            #"{"event":"interaction","name":"tap","session":"b","session":"a"}"#,
            #"{"event":"interaction","name":"tap","s\u0065ssion":"\u0061"}"#,
            #"{"event":"interaction","name":"\"session\":\"b\"","session":"a"}"#,
        ])
    func sessionIsThatOfTheLine(line: String) throws {
        #expect(try Self.records(of: [("a", line)]).keys.map(\.self) == ["a"])
    }

    @Test("The records of a prefix of a trace are a prefix of the records of the trace")
    func whatWasKilledIsTheBeginning() throws {
        let lines = [Self.header] + Self.lines.map(\.text)
        let whole = try replayed(lines.joined(separator: "\n"), .jsonLines, all: true)
        for length in stride(from: 0, through: lines.count, by: TestDepth.number(540, proof: 500)) {
            let killed = try replayed(lines.prefix(length).joined(separator: "\n"), .jsonLines, all: true)
            #expect(whole.starts(with: killed))
        }
        #expect(try replayed(lines.joined(separator: "\n"), .jsonLines, all: true) == whole)
    }
}
