import PageViewAutomation

/// The engine and hand-written trackers, measured in one run.
enum ComparedRows {
    static func figures() -> [Figure] { appearances() + duplicates() }

    private typealias Row = (id: String, title: String, target: Target?, operation: Operation)

    private static func appearances() -> [Figure] {
        compare(
            "by-hand.appearance",
            [
                ("handle", "an appearance by the handle", nil, engine()),
                (
                    "posix-mutex", "by hand: a dictionary behind a POSIX mutex", .ratioAtLeast(0.5),
                    byHand(PagesBehindPOSIXMutex.self)
                ),
                (
                    "system-lock", "by hand: a dictionary behind a class around the system's lock", .ratioAtLeast(0.5),
                    byHand(PagesBehindSystemLock.self)
                ),
            ])
    }

    private static let pageCount = 1_000

    private static func engine() -> Operation {
        let shop = Shop()
        let pages = shop.makePages(pageCount)
        return Operation(
            rounds: pageCount, prepare: { for page in pages { page.notifier.state = .pending(.item) } },
            perform: { _ in
                for page in pages { page.appear() }
                precondition(shop.counter.views > 1, "expected page views, found none")
            })
    }

    private static func byHand<Guard: LockedPages>(_ type: Guard.Type) -> Operation {
        var views = 0
        var leaves: Int64 = 0
        let tracker = HandWrittenTracker<Guard>(
            didView: { views &+= $1.count }, didLeave: { leaves &+= $1 })
        let payload = ["price": "7", "currency": "EUR", "isMember": "true"]
        tracker.didAppear(-1, "home")
        return Operation(rounds: pageCount) { rounds in
            for page in 0..<rounds {
                tracker.didAppear(page, "item")
                tracker.ready(page, payload)
                tracker.didDisappear(page)
            }
            precondition(views > 0, "expected page views, found none")
        }
    }

    private static func duplicates() -> [Figure] {
        let shop = Shop()
        // The home page counts as one of the 100.
        let newest = shop.showPages(99).last ?? shop.home
        let components = (0..<100).map { _ in Component() }
        let last = components[99]
        let handler = ArrayHandler { _ in }
        for component in components { handler.didAppear(component, "item") }
        let rows: [Row] = [
            (
                "handle", "a duplicate didAppear by the handle, 100 live", nil,
                Operation { rounds in for _ in 0..<rounds { newest.handle.report(.didAppear) } }
            ),
            (
                "array", "an array that is searched, 100 live", .ratioAtLeast(2),
                Operation { rounds in for _ in 0..<rounds { handler.didAppear(last, "item") } }
            ),
        ]
        return withExtendedLifetime((shop, components)) { compare("by-hand.duplicate.100", rows) }
    }

    /// Returns one figure for each row. The ratios are to the first one, which is the engine.
    private static func compare(_ id: String, _ rows: [Row]) -> [Figure] {
        let samples = Stopwatch.compare(rows.map(\.operation))
        return zip(rows, samples).enumerated().map { index, measured in
            let (row, times) = measured
            return Figure(
                id: "\(id).\(row.id)", title: row.title, value: times.median, unit: "ns",
                ratio: index == 0 ? nil : times.ratio(to: samples[0]), target: row.target)
        }
    }

    private final class Component {}
}
