import Foundation
import TestWatch
import Testing

@testable import PageViewBench

/// What the program prints.
@Suite(.watched)
struct ReportTests {
    private let figures: [Figure] = [
        .exact("a.exact", "allocations", 0, .count, target: .atMost(0), note: "A note."),
        .sampled(
            "a.time", "time", Samples([1_500, 1_400, 1_600]), .nanoseconds, target: .atMost(1_000), note: "A note."
        )
        .missed(because: "It is slow."),
        .unmeasured("a.none", "nothing", "no \"tool\"", .seconds, target: .atMost(3)),
    ]

    @Test("A table shows figures, targets and the reasons for missing figures")
    func table() {
        let lines = Table(figures).text.split(separator: "\n").map(String.init)
        #expect(lines.count == 7)
        #expect(lines[2].hasPrefix("  allocations [1] ") && lines[2].hasSuffix("≤ 0  reached"))
        #expect(lines[3].contains("1,500 ns  1,450 … 1,550  ≤ 1,000 ns  MISSED by 1.50× [2]"))
        #expect(lines[4].contains("not measured") && lines[4].hasSuffix("no \"tool\""))
        #expect(lines[5] == "  [1] A note." && lines[6] == "  [2] It is slow.")
    }

    @Test("A figure that was not measured neither reaches nor misses its target")
    func unmeasured() {
        #expect(figures[2].isReached == nil)
        #expect(!Table([figures[2]]).text.contains("reached") && !Table([figures[2]]).text.contains("MISSED"))
    }

    @Test("Only a measured figure below its target is a missed target")
    func missedTarget() {
        let ratio = Figure.exact("a.ratio", "a", 1.05, .ratio, target: .atLeast(1.1))
        #expect(ratio.missedTarget == "a.ratio: expected ≥ 1.10×, found 1.05×")
        #expect(Figure.exact("a", "a", 1.1, .ratio, target: .atLeast(1.1)).missedTarget == nil)
        #expect(Figure.exact("a", "a", 1, .ratio).missedTarget == nil)
        #expect(Figure.unmeasured("a", "a", "none", target: .atMost(2)).missedTarget == nil)
    }

    @Test("A reason is shown only for a missed target")
    func reason() {
        let figure = Figure.exact("a", "a", 2, .count, target: .atMost(2)).missed(because: "It is slow.")
        #expect(figure.reasonMissed == nil && !Table([figure]).text.contains("It is slow."))
        let unmeasured = Figure.unmeasured("a", "a", "none", target: .atMost(2)).missed(because: "It is slow.")
        #expect(unmeasured.reasonMissed == nil)
    }

    @Test("A missed target shows the factor")
    func shortfall() {
        #expect(Target.atMost(4).shortfall(of: 4) == nil && Target.atLeast(4).shortfall(of: 4) == nil)
        #expect(Target.atMost(4).shortfall(of: 10) == 2.5)
        #expect(Target.atLeast(4).shortfall(of: 1.6) == 2.5)
        // For a target of 0 there is no factor.
        #expect(Target.atMost(0).shortfall(of: 3) == nil && Target.atLeast(4).shortfall(of: 0) == nil)
    }

    @Test("The JSON is valid and contains the whole report")
    func json() throws {
        let text = Report(sections: [.init(title: "A", figures: figures)]).text(.json)
        let objects = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
        #expect(objects.map { $0["id"] as? String } == ["a.exact", "a.time", "a.none"])
        #expect(objects[1]["spread"] as? [Double] == [1_450, 1_550])
        #expect(objects[1]["isReached"] as? Bool == false)
        #expect(objects[1]["reasonMissed"] as? String == "It is slow.")
        #expect(objects[2]["value"] is NSNull)
        #expect(objects[2]["unmeasured"] as? String == "no \"tool\"")
    }

    @Test("A document has a line for each figure")
    func markdown() {
        let lines = Report(sections: [.init(title: "A", figures: figures)]).text(.markdown)
            .split(separator: "\n").filter { $0.hasPrefix("|") }
        #expect(lines.count == 5)
        #expect(lines.allSatisfy { $0.filter { $0 == "|" }.count == 6 })
    }

    @Test(
        "Numbers have three significant digits",
        arguments: [
            (0, "0"), (1_234_567, "1,234,567"), (0.5, "0.50"), (12.34, "12.3"), (123.4, "123"), (-1.5, "-1.50"),
            (0.01234, "0.0123"), (999.6, "1,000"), (9.999, "10.00"), (.infinity, "–"), (.nan, "–"),
        ])
    func numbers(value: Double, text: String) {
        #expect(Unit.number(value) == text)
    }
}
