import PageViewAutomation

/// Live pages in one scene: the effect of their number on an operation on one page or on the scene.
extension GrowthRow {
    static func background(_ live: Int) -> Operation {
        let (shop, pages) = shop(live)
        return .repeating(keeping: pages) {
            shop.engine.report(.background, of: shop.engine.mainScene)
            shop.engine.report(.foreground, of: shop.engine.mainScene)
        }
    }

    static func duplicate(_ live: Int) -> Operation {
        let (shop, pages) = shop(live)
        return scattered(([shop.home] + pages).map(\.handle), keeping: (shop, pages)) { $0.report(.didAppear) }
    }

    /// The same operation with a hand-written tracker. It shows which part of the growth is memory that does not fit
    /// into caches.
    static func duplicateByHand(_ live: Int) -> Operation {
        let tracker = HandWrittenTracker<PagesBehindPOSIXMutex>(didView: { _, _ in }, didLeave: { _, _ in })
        for page in 0..<live { tracker.didAppear(page, "item") }
        return scattered(Array(0..<live), keeping: tracker) { tracker.didAppear($0, "item") }
    }

    /// Performs an operation on every element, with a large distance between successive elements. A pass before each
    /// batch fills the caches, because the other sizes have used them.
    private static func scattered<Element>(
        _ elements: [Element], keeping owner: Any, _ body: @escaping (Element) -> Void
    ) -> Operation {
        let count = elements.count
        let scattered = elements.indices.map { elements[($0 + 1) * 611_953 % count] }
        let passes = max(1, 20_000 / count)
        return Operation(
            rounds: passes * count, prepare: { scattered.forEach(body) },
            perform: { _ in
                for _ in 0..<passes { scattered.forEach(body) }
                withExtendedLifetime(owner) {}
            })
    }

    static func creation(_ live: Int) -> Operation {
        let (shop, pages) = shop(live)
        return .repeating(keeping: pages) { _ = shop.engine.makePage(.item) }
    }

    static func pushPop(_ live: Int) -> Operation {
        let (shop, pages) = shop(live)
        let top = shop.engine.makePage(.item, isReady: true)
        return .repeating(keeping: (shop, pages)) { top.comeAndGo() }
    }

    /// Returns a shop with the given number of live pages, including the home page.
    private static func shop(_ live: Int) -> (Shop, [Page]) {
        let shop = Shop()
        return (shop, shop.showPages(live - 1))
    }
}

/// Containers: the ancestors of a page, and the contents of a container.
extension GrowthRow {
    static func inside(_ depth: Int) -> Operation {
        let shop = Shop()
        let containers = (0..<depth).reduce(into: [ComponentHandle]()) { outer, _ in
            outer.append(shop.engine.makeHandle(parent: outer.last?.id))
        }
        let page = shop.engine.makePage(.item, isReady: true, parent: containers.last?.id)
        return .repeating(keeping: (shop, containers)) { page.comeAndGo() }
    }

    /// Chains of nested pages, as many as a long enough batch needs. The outermost page appears first. Before each
    /// batch all pages disappear, the innermost first.
    static func nested(_ depth: Int) -> Operation {
        let shop = Shop()
        let chains = (0..<max(1, 1_000 / depth)).map { _ in
            (0..<depth).reduce(into: [Page]()) { outer, _ in
                outer.append(shop.engine.makePage(.item, isReady: true, parent: outer.last?.handle.id))
            }
        }
        return Operation(
            rounds: chains.count * depth,
            prepare: { for chain in chains { for page in chain.reversed() { page.handle.report(.didDisappear) } } },
            perform: { _ in
                for chain in chains { for page in chain { page.handle.report(.didAppear) } }
                withExtendedLifetime(shop) {}
            })
    }

    /// A container that moves between two other containers.
    static func moving(_ size: Int) -> Operation {
        let shop = Shop()
        let targets = [shop.engine.makeHandle(), shop.engine.makeHandle()]
        let container = shop.engine.makeHandle(parent: targets[0].id)
        let pages = shop.showPages(size, in: container.id)
        var moves = 0
        return .repeating(keeping: (shop, pages)) {
            moves += 1
            container.move(into: targets[moves % 2].id)
        }
    }
}
