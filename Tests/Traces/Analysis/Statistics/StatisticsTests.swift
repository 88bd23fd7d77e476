import TraceAnalysis
import NavigationTraces
import PageViewAutomation
import TestSupport
import Testing

/// The statistics of pages and of steps between them.
@Suite(.watched)
struct StatisticsTests {
    @Test("Each column counts the outcome or measures the time that it names")
    func columns() throws {
        let pages = statistics(
            try lines(
                """
                0 create item page=item state=pending
                0 didAppear item
                1 didDisappear item
                2 didAppear item
                5 ready item
                10 didDisappear item
                11 didAppear item
                14 didDisappear item
                15 pending item
                15 didAppear item
                16 record page=item
                17 create cart page=cart context=shop attached=false
                17 didAppear cart
                18 didDisappear cart
                """)
        ).allPages
        #expect(pages.map(\.page.description) == ["item", "cart (shop)"])
        let item = pages[0]
        #expect(
            [item.appearances, item.counted, item.neverReady, item.waiting, item.manual, item.neverVisible]
                == [4, 2, 1, 1, 1, 0])
        #expect(item.shareLeft == 1.0 / 3)
        let (ready, onPage) = (item.timeToReady, item.timeOnPage)
        #expect([ready.percentile(50), ready.percentile(95), ready.longest] == [0, 3_000_000_000, 3_000_000_000])
        #expect(
            [onPage.percentile(1), onPage.percentile(50), onPage.longest]
                == [1_000_000_000, 3_000_000_000, 8_000_000_000])
        #expect(pages[1].neverVisible == 1 && pages[1].appearances == 0)
        #expect(pages[1].shareLeft == nil && pages[1].timeOnPage.percentile(50) == nil)
    }

    @Test("Percentiles use the nearest rank", arguments: [1, 2, 3, 19, 20, 21, 100, 101])
    func percentiles(count: Int) throws {
        // The visits last count, …, 3, 2, 1 seconds.
        let visits = (0..<count).map { index in
            "\(index * 1_000) didAppear a\n\(index * 1_000 + count - index) didDisappear a\n"
        }
        let page = try #require(statistics(try lines("0 create a page=a\n" + visits.joined())).allPages.first)
        for share in [1, 50, 95, 99, 100] {
            // The nearest rank is the smallest rank that covers the share.
            let rank = (1...count).first { $0 * 100 >= share * count }
            #expect(page.timeOnPage.percentile(share) == rank.map { Int64($0) * 1_000_000_000 }, "\(share) of \(count)")
        }
        #expect(page.timeOnPage.longest == Int64(count) * 1_000_000_000)
    }

    /// Returns a step and its number as text, such as `home>item 2`.
    private func text(_ step: TraceStatistics.Step, _ count: Int) -> String {
        "\(step.from?.description ?? "-")>\(step.to) \(count)"
    }

    @Test("Steps lead from page view to page view within a scene, the most frequent first")
    func steps() throws {
        let steps = statistics(
            try lines(
                """
                0 create a page=a
                0 create b page=b
                0 create c page=c scene=other
                1 didAppear a
                2 didDisappear a
                2 didAppear b
                3 didDisappear b
                3 didAppear a
                4 didDisappear a
                4 didAppear b
                5 didAppear c
                """)
        ).allSteps
        #expect(steps.map(text) == ["a>b 2", "->a 1", "->c 1", "b>a 1"])
    }

    @Test("The table sums up the hidden steps with their share")
    func restOfTheSteps() throws {
        let statistics = statistics(
            try lines(
                """
                0 create a page=a
                0 create b page=b
                1 didAppear a
                2 didDisappear a
                2 didAppear b
                3 didDisappear b
                3 didAppear a
                4 didDisappear a
                4 didAppear b
                """))
        func table(_ limit: Int) -> [String] {
            var writer = StatisticsWriter()
            writer.writeTables(statistics, steps: limit)
            let lines = String(decoding: writer.takeBytes(), as: UTF8.self).split(separator: "\n")
            return lines.drop { !$0.hasPrefix("from") }.map { String($0) }
        }
        #expect(
            table(1) == ["from      to  times   share", "a         b       2  50.0 %", "(2 more)          2  50.0 %"])
        #expect(table(0) == ["from        to  times    share", "(3 in all)          4  100.0 %"])
        #expect(table(3).count == 4)
        #expect(table(3).last == "b        a       1  25.0 %")
    }

    @Test("Short appearances are left out, and the steps lead past them (ST-005)")
    func shortAppearances() throws {
        let trace = try lines(
            """
            0 create home page=home
            0 create list page=list
            0 create item page=item state=pending
            0 didAppear home
            5 didAppear list
            5 didDisappear home
            5.2 didAppear item
            5.2 didDisappear list
            5.3 didDisappear item
            5.3 didAppear home
            """)
        var long = TraceStatistics(minimumDuration: 500_000_000)
        for line in trace { long.take(line) }
        long.endTrace()
        #expect(long.leftOutCount == 2)
        #expect(long.allPages.map { "\($0.page) \($0.counted) \($0.timeOnPage.count)" } == ["home 2 1"])
        #expect(long.allSteps.map(text) == ["->home 1", "home>home 1"])
        let all = statistics(trace)
        #expect(all.leftOutCount == 0 && all.allPages.map(\.counted) == [2, 0, 1])
    }

    @Test("With a tiny minimum, statistics are those of all appearances that have a length (ST-005)")
    func allAppearances() throws {
        for (name, lines, _) in try HistoryTests.traces {
            var some = TraceStatistics(minimumDuration: 1)
            for line in lines { some.take(line) }
            some.endTrace()
            let all = statistics(lines)
            let count = { (statistics: TraceStatistics) in statistics.allPages.reduce(0) { $0 + $1.appearances } }
            #expect(count(some) + some.leftOutCount == count(all), "\(name)")
            if some.leftOutCount == 0 { #expect(some.allSteps.map(\.step) == all.allSteps.map(\.step), "\(name)") }
        }
    }

    @Test("Statistics add up several traces and their waiting pages")
    func traces() throws {
        let trace = try lines("0 create a page=a state=pending\n0 didAppear a")
        let both = statistics(trace, trace)
        #expect(both.traces == 2 && both.sessionCount == 2)
        #expect(both.allPages.map(\.waiting) == [2] && both.allPages.map(\.appearances) == [2])
    }

    @Test("The statistics of every trace and random journey agree with its history")
    func agreesWithTheHistory() throws {
        for (name, lines, history) in try HistoryTests.traces {
            let appearances = history.appearances.filter { $0.page != nil && $0.beganAt != nil }
            let pages = statistics(lines).allPages
            #expect(pages.reduce(0) { $0 + $1.appearances } == appearances.count, "\(name)")
            #expect(pages.reduce(0) { $0 + $1.counted } == appearances.count { $0.count != nil }, "\(name)")
            #expect(
                pages.reduce(0) { $0 + $1.neverReady } == appearances.count { $0.outcome == .neverReady }, "\(name)")
            let manual = history.items.count { if case .manual = $0 { true } else { false } }
            #expect(pages.reduce(0) { $0 + $1.manual } == manual, "\(name)")
            let unseen =
                history.appearances.count { $0.outcome == .neverVisible }
                + history.items.reduce(0) {
                    switch $1 {
                    case .unshown: $0 + 1
                    case .neverShown(let story): $0 + story.count
                    default: $0
                    }
                }
            #expect(pages.reduce(0) { $0 + $1.neverVisible } == unseen, "\(name)")
        }
    }
}
