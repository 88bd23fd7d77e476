import PageViewAutomation

/// The engine and hand-written trackers, measured in one run.
enum ComparedRows {
    static func figures() -> [Figure] { appearances() + duplicates() }

    private static func appearances() -> [Figure] {
        let operations = [
            engine(), byHand(PagesBehindPOSIXMutex.self), byHand(PagesBehindSystemLock.self),
        ]
        let titles = [
            "an appearance by the handle", "by hand: a dictionary behind a POSIX mutex",
            "by hand: a dictionary behind a class around the system's lock",
        ]
        let ids = ["handle", "posix-mutex", "system-lock"].map { "by-hand.appearance." + $0 }
        return compare(operations, ids, titles, [nil, .ratioAtLeast(0.5), .ratioAtLeast(0.5)])
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
        [1, 100, 1_000].flatMap { live in
            let shop = Shop()
            // The home page counts as one of them.
            let newest = shop.showPages(live - 1).last ?? shop.home
            let components = (0..<live).map { _ in Component() }
            let last = components[live - 1]
            let handler = ArrayHandler { _ in }
            let tracker = HandWrittenTracker<PagesBehindPOSIXMutex>(didView: { _, _ in }, didLeave: { _, _ in })
            for (index, component) in components.enumerated() {
                handler.didAppear(component, "item")
                tracker.didAppear(index, "item")
            }
            let operations = [
                Operation { rounds in for _ in 0..<rounds { newest.handle.report(.didAppear) } },
                Operation { rounds in for _ in 0..<rounds { handler.didAppear(last, "item") } },
                Operation { rounds in for _ in 0..<rounds { tracker.didAppear(live - 1, "item") } },
            ]
            let titles = [
                "a duplicate didAppear by the handle, \(live) live", "an array that is searched, \(live) live",
                "a dictionary behind a POSIX mutex, \(live) live",
            ]
            let ids = ["handle", "array", "posix-mutex"].map { "by-hand.duplicate.\(live).\($0)" }
            let targets: [Target?] = [nil, live == 100 ? .ratioAtLeast(2) : nil, nil]
            return withExtendedLifetime((shop, components)) { compare(operations, ids, titles, targets) }
        }
    }

    /// Returns one figure for each operation. The ratios are to the first one, which is the engine.
    private static func compare(
        _ operations: [Operation], _ ids: [String], _ titles: [String], _ targets: [Target?]
    ) -> [Figure] {
        let samples = Stopwatch.compare(operations)
        return operations.indices.map { index in
            Figure(
                id: ids[index], title: titles[index], value: samples[index].median, unit: "ns",
                ratio: index == 0 ? nil : samples[index].ratio(to: samples[0]), target: targets[index])
        }
    }

    private final class Component {}
}
