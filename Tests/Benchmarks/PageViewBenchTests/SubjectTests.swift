import PageViewAutomation
import TestWatch
import Testing

@testable import PageViewBench

/// What is compared with the engine does the same work: the same journey has the same page views.
@Suite(.watched)
struct SubjectTests {
    /// Records what it gets.
    private final class Log: PageViewSink {
        private let lines = Protected<[String]>([])

        var all: [String] { lines.withLock { $0 } }

        func pageView(page: Int, name: String, previous: String?, valueCount: Int) {
            lines.withLock { $0.append("\(page) \(name) after \(previous ?? "nothing") with \(valueCount)") }
        }

        func leave(page: Int, nanoseconds: Int64) {
            lines.withLock { $0.append("\(page) left after \(nanoseconds)") }
        }
    }

    /// What happens to which page.
    private enum Step {
        case appear(Int), ready(Int), pending(Int), disappear(Int)
    }

    /// Ready in front; ready before; left before it is ready; twice; duplicates; pending and ready again while counted.
    private static let journey: [Step] = [
        .appear(0), .ready(0), .disappear(0),
        .ready(1), .appear(1), .disappear(1), .appear(1), .disappear(1),
        .appear(2), .disappear(2), .ready(2),
        .pending(0), .appear(0), .appear(0), .ready(0), .ready(0), .pending(0), .ready(0), .disappear(0), .disappear(0),
        .appear(0), .appear(2), .disappear(0), .disappear(2),
    ]

    private static let expected = [
        "0 a after nothing with 2", "0 left after 2",
        "1 b after a with 2", "1 left after 1", "1 b after b with 2", "1 left after 1",
        "0 a after b with 2", "0 left after 6",
        "0 a after a with 2", "2 c after a with 2", "0 left after 2", "2 left after 2",
    ]

    private func run<Subject: PageViewSubject>(_ type: Subject.Type) -> [String] {
        let log = Log()
        let subject = Subject(log)
        let pages = ["a", "b", "c"].map(subject.makePage)
        let values = Subject.values([("items", 1), ("sale", true)])
        for (time, step) in Self.journey.enumerated() {
            let time = Int64(time)
            switch step {
            case .appear(let page): subject.didAppear(pages[page], at: time)
            case .ready(let page): subject.ready(pages[page], values, at: time)
            case .pending(let page): subject.pending(pages[page], at: time)
            case .disappear(let page): subject.didDisappear(pages[page], at: time)
            }
        }
        return log.all
    }

    @Test("The engine gives the expected log")
    func engine() { #expect(run(EngineSubject.self) == Self.expected) }

    @Test("A lock and a dictionary give the expected log")
    func lockedTable() {
        #expect(run(LockedTable<FoundationLock<LockedState>>.self) == Self.expected)
        #expect(run(LockedTable<StandardLock<LockedState>>.self) == Self.expected)
    }

    @Test("Observables give the expected log")
    func observables() { #expect(run(ObservablePages.self) == Self.expected) }

    @Test("An actor gives the expected log")
    func actorTable() async {
        let log = Log()
        let table = ActorTable(log)
        for name in ["a", "b", "c"] { _ = await table.makePage(name) }
        for (time, step) in Self.journey.enumerated() {
            switch step {
            case .appear(let page): await table.didAppear(page, at: Int64(time))
            case .ready(let page): await table.ready(page, ["items": 1, "sale": true])
            case .pending(let page): await table.pending(page)
            case .disappear(let page): await table.didDisappear(page, at: Int64(time))
            }
        }
        #expect(log.all == Self.expected)
    }

    @Test("Every round of each subject causes one page view with its previous page, and one leave")
    func populations() {
        func check<Subject: PageViewSubject>(_ type: Subject.Type) {
            var population = Population(type, pages: 5)
            population.appear(5)
            population.reset(5)
            population.appear(5)
            population.reset(5)
            population.appearAgain(3)
            #expect(population.counter.pageViews == 13 && population.counter.leaves == 13, "\(type)")
            #expect(population.counter.values == 13 * 4 - 1, "\(type)")
        }
        check(EngineSubject.self)
        check(OwnClockSubject.self)
        check(LockedTable<FoundationLock<LockedState>>.self)
        check(LockedTable<StandardLock<LockedState>>.self)
        check(ObservablePages.self)
    }

    @Test("An order check notices repeated, missing and misplaced page views")
    func orderCheck() {
        let check = OrderCheck(pages: 2)
        check.pageView(page: 0, name: "", previous: nil, valueCount: 0)
        check.leave(page: 0, nanoseconds: 1)
        #expect(check.faults == 0 && check.counted == 1)
        check.leave(page: 0, nanoseconds: 1)
        #expect(check.faults == 1)
        check.pageView(page: 1, name: "", previous: nil, valueCount: 0)
        check.pageView(page: 1, name: "", previous: nil, valueCount: 0)
        #expect(check.faults == 2)
        check.pageView(page: 7, name: "", previous: nil, valueCount: 0)
        #expect(check.faults == 3)
    }
}
