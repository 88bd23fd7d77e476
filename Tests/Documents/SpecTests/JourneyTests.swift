import NavigationTraces
import TestSupport
import Testing

/// Verifies the journeys of `Specs/Traces/` and prints them in both notations.
@Suite(.watched)
struct JourneyTests {
    @Test("Every journey passes verification")
    func journeysHold() throws {
        var tests = 0
        for journey in try journeys() {
            let result = Verification(journey.reading)
            #expect(result.failures.isEmpty, "\(journey.name)")
            tests += result.passed > 0 ? 1 : 0
        }
        #expect(tests >= 25)
    }

    @Test("A journey without its last page view expectation fails")
    func journeysAreExhaustive() throws {
        for var journey in try journeys() {
            func isExpectation(_ line: TraceLine, of name: ExpectationName? = nil) -> Bool {
                guard case .expectation(let expectation) = line else { return false }
                return name == nil || expectation.condition.name == name
            }
            guard let place = journey.reading.lines.lastIndex(where: { isExpectation($0, of: .pageView) }) else {
                continue
            }
            let number = journey.reading.numbers.remove(at: place)
            journey.reading.lines.remove(at: place)
            guard journey.reading.lines.contains(where: { isExpectation($0) }) else { continue }
            #expect(Verification(journey.reading).failed > 0, "\(journey.name) passes without its line \(number)")
        }
    }

    @Test("Every journey and example survives printing and reading in both notations")
    func bothNotationsSayTheSame() throws {
        let examples = try Specification.shared.get().examples.map { try $0.lines().map(\.line) }
        for lines in TestDepth.sample(50, of: try journeys().map(\.reading.lines) + examples) {
            for notation in [TraceNotation.jsonLines, .lines] {
                #expect(Reading(lines.flatMap { printed($0, notation) }, notation).lines == lines)
            }
        }
    }
}
