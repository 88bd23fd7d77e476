import Foundation
import TestWatch
import Testing

@testable import PageViewBench

/// The table of thresholds: what is read, and what fails.
@Suite(.watched)
struct ThresholdsTests {
    private let table = """
        # a comment
        one 100

        two 0  # why
        """

    private func figures(_ one: Double, _ two: Double) -> [Figure] {
        [.exact("one", "", one, .count), .exact("two", "", two, .count), .exact("three", "", 9_999, .count)]
    }

    @Test("A figure at its threshold passes; a figure above it fails, and the message names both")
    func exceeded() throws {
        let thresholds = try Thresholds(table)
        #expect(thresholds.check(figures(100, 0)).faults.isEmpty)
        #expect(thresholds.check(figures(101, 0)).faults == ["one: expected at most 100, found 101"])
        #expect(thresholds.check(figures(100, 0.5)).faults == ["two: expected at most 0, found 0.50"])
    }

    @Test("A figure far below its threshold passes with a hint")
    func loose() throws {
        let (faults, hints) = try Thresholds(table).check(figures(90, 0))
        #expect(faults.isEmpty)
        #expect(hints == ["one: the threshold 100 can be tightened to 90"])
        #expect(try Thresholds(table).check(figures(97, 0)).hints.isEmpty)
    }

    @Test(
        "A hint names the threshold that recording writes; after recording there is no hint",
        arguments: [5, 20, 101, 183, 9_999])
    func hintsEnd(value: Double) throws {
        let measured = [Figure.exact("one", "", value, .instructions), .exact("two", "", 0, .count)]
        let recorded = try Thresholds.recorded(measured, in: table)
        #expect(try Thresholds(recorded).check(measured).hints.isEmpty)
        let written = try #require(Thresholds(recorded).bounds.first).most
        let hints = try Thresholds(table.replacing("one 100", with: "one 20000")).check(measured).hints
        #expect(hints == ["one: the threshold 20,000 can be tightened to \(Unit.number(written))"])
    }

    @Test("A check of some rows uses only their thresholds, and a missing figure of them fails")
    func filtered() throws {
        let thresholds = try Thresholds("memory.a 1\ninstructions.growth.b 2\ninstructions.growth-and-more.c 3")
        #expect(thresholds.of([.memory]).bounds.map(\.id) == ["memory.a"])
        #expect(
            thresholds.of([.growth]).bounds.map(\.id) == ["instructions.growth.b", "instructions.growth-and-more.c"])
        #expect(thresholds.of([.replay]).bounds.isEmpty)
        #expect(thresholds.of([.memory]).check([]).faults == ["memory.a: expected at most 1, found nothing measured"])
    }

    @Test("Each threshold belongs to one row, so a filter skips none of its own")
    func owners() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Thresholds.table")
        for bound in try Thresholds(path: file.standardizedFileURL.path).bounds {
            #expect(Row.all.count { $0.has(bound.id) } == 1, "\(bound.id)")
        }
    }

    @Test("A threshold without a measured figure fails, so an empty check does not pass")
    func unmeasured() throws {
        let thresholds = try Thresholds(table)
        #expect(thresholds.check([.exact("one", "", 1, .count)]).faults.count == 1)
        let reason = Figure.unmeasured("two", "", "no valgrind")
        #expect(thresholds.check([.exact("one", "", 100, .count), reason]).faults.count == 1)
    }

    @Test(
        "An invalid table is rejected with its line",
        arguments: [
            ("one", "line 1"), ("\none 1 2", "line 2"), ("one x", "line 1"), ("one -1", "line 1"),
            ("one nan", "line 1"),
            ("one 1\none 2", "line 2"), ("# nothing", "expected thresholds"), ("", "expected thresholds"),
        ])
    func malformed(text: String, place: String) {
        let fault = #expect(throws: Thresholds.Fault.self) { try Thresholds(text) }
        #expect(fault?.description.hasPrefix(place) == true)
    }

    @Test("Recording replaces the numbers and nothing else")
    func recorded() throws {
        let text = try Thresholds.recorded(figures(7, 0.5), in: table)
        #expect(text == table.replacing("100", with: "7").replacing("two 0", with: "two 1"))
        #expect(throws: Thresholds.Fault.self) { try Thresholds.recorded([], in: table) }
    }

    @Test("Recorded figures pass, and so do slightly more instructions")
    func recordedPasses() throws {
        let measured = [Figure.exact("one", "", 12_345, .instructions), .exact("two", "", 7, .bytes)]
        let (faults, hints) = try Thresholds(Thresholds.recorded(measured, in: table)).check(measured)
        #expect(faults.isEmpty && hints.isEmpty)
        let more = [Figure.exact("one", "", 12_400, .instructions), .exact("two", "", 8, .bytes)]
        #expect(try Thresholds(Thresholds.recorded(measured, in: table)).check(more).faults.count == 1)
    }
}
