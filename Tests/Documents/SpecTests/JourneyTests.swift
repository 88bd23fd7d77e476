import NavigationTraces
import TestSupport
import Testing

/// Verifies the journeys of `Specs/Traces/` and prints them in both notations.
@Suite(.watched)
struct JourneyTests {
    @Test("Every journey passes verification")
    func journeysHold() throws {
        let journeys = try Journey.all()
        var tests = 0
        for journey in journeys {
            let (failures, passed) = journey.verify()
            #expect(failures.isEmpty, "\(failures)")
            tests += passed > 0 ? 1 : 0
        }
        #expect(tests >= 25)
    }

    @Test("A journey without its last page view expectation fails")
    func journeysAreExhaustive() throws {
        for journey in try Journey.all() {
            let places = journey.lines.indices.filter {
                if case .expectation(let expectation) = journey.lines[$0].line, case .pageView = expectation.claim {
                    return true
                }
                return false
            }
            guard let place = places.last else { continue }
            var lines = journey.lines
            lines.remove(at: place)
            guard lines.contains(where: { if case .expectation = $0.line { true } else { false } }) else { continue }
            var verifier = TraceVerifier()
            var failures = lines.flatMap { verifier.check($0.line, number: $0.number) }
            failures += verifier.finish()
            #expect(!failures.isEmpty, "\(journey.name) passes without its line \(journey.lines[place].number)")
        }
    }

    @Test("Every journey and example survives printing and reading in both notations")
    func bothNotationsSayTheSame() throws {
        var traces = try Journey.all().map { $0.lines.map(\.line) }
        traces += try Specification.shared.get().examples.map { try $0.lines().map(\.line) }
        for lines in TestDepth.sample(50, of: traces) {
            for notation in [TraceNotation.jsonLines, .lines] {
                var printer = TracePrinter(notation: notation)
                for line in lines { printer.print(line) }
                var reader = TraceReader(notation: notation)
                reader.append(printer.takeBytes())
                reader.finish()
                var again: [TraceLine] = []
                while let line = try reader.next() { again.append(line) }
                #expect(again == lines)
            }
        }
    }
}
