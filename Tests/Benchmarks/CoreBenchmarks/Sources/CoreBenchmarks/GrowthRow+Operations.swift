import PageViewAutomation

/// Live pages in one scene: what their number does to an operation that concerns one page, or the scene.
extension GrowthRow {
    static func background(_ live: Int) -> Operation {
        let (shop, pages) = shop(live)
        return Operation { rounds in
            for _ in 0..<rounds { shop.engine.sendAwayAndBack(shop.engine.mainScene) }
            withExtendedLifetime(pages) {}
        }
    }

    static func duplicate(_ live: Int) -> Operation {
        let (shop, pages) = shop(live)
        return scattered(([shop.home] + pages).map(\.handle), keeping: (shop, pages)) { $0.report(.didAppear) }
    }

    /// The same by hand: what part of the growth is memory that no cache holds.
    static func duplicateByHand(_ live: Int) -> Operation {
        let tracker = HandWrittenTracker<PagesBehindPOSIXMutex>(didView: { _, _ in }, didLeave: { _, _ in })
        for page in 0..<live { tracker.didAppear(page, "item") }
        return scattered(Array(0..<live), keeping: tracker) { tracker.didAppear($0, "item") }
    }

    /// Does it with all of the elements, each far from the one before. A pass before each batch fills the caches, which the
    /// other sizes have used meanwhile.
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
        return Operation { rounds in
            for _ in 0..<rounds { _ = shop.engine.makePage(.item) }
            withExtendedLifetime(pages) {}
        }
    }

    static func pushPop(_ live: Int) -> Operation {
        let (shop, pages) = shop(live)
        let top = shop.engine.makePage(.item, isReady: true)
        return Operation { rounds in
            for _ in 0..<rounds { top.comeAndGo() }
            withExtendedLifetime((shop, pages)) {}
        }
    }

    /// A shop with so many live pages, the home page among them.
    private static func shop(_ live: Int) -> (Shop, [Page]) {
        let shop = Shop()
        return (shop, shop.showPages(live - 1))
    }
}

extension GrowthRow {
    /// Scenes with a live page each; the one in the middle is far from the front and from the back.
    static func scenes(_ count: Int) -> Operation {
        let shop = Shop()
        let scenes = [shop.engine.mainScene] + (1..<count).map { _ in shop.engine.makeScene() }
        let pages = scenes.dropFirst().map { scene in
            let page = shop.engine.makePage(.item, isReady: true, in: scene)
            page.handle.report(.didAppear)
            return page
        }
        let scene = scenes[count / 2]
        return Operation { rounds in
            for _ in 0..<rounds { shop.engine.sendAwayAndBack(scene) }
            withExtendedLifetime(pages) {}
        }
    }
}

/// Containers: what is around a page, and what is inside a container.
extension GrowthRow {
    static func inside(_ depth: Int) -> Operation {
        let shop = Shop()
        let containers = shop.makeContainers(depth)
        let page = shop.engine.makePage(.item, isReady: true, parent: containers.last?.id)
        return Operation { rounds in
            for _ in 0..<rounds { page.comeAndGo() }
            withExtendedLifetime((shop, containers)) {}
        }
    }

    /// Chains of nested pages, so many that a batch is long enough. The outermost page is shown first, and before each batch
    /// all of them disappear, the innermost first.
    static func nested(_ depth: Int) -> Operation {
        let shop = Shop()
        let chains = (0..<max(1, 1_000 / depth)).map { _ in
            var parent: ComponentID?
            return (0..<depth).map { _ in
                let page = shop.engine.makePage(.item, isReady: true, parent: parent)
                parent = page.handle.id
                return page
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

    /// What is inside a container: pages, and plain containers.
    typealias Content = (pages: [Page], containers: [ComponentHandle])
    /// Makes so many components inside a container, or inside none.
    typealias Filling = (_ shop: Shop, _ count: Int, _ container: ComponentID?) -> Content

    /// Live pages beside one another.
    static func wide(_ shop: Shop, _ count: Int, _ container: ComponentID?) -> Content {
        (shop.showPages(count, in: container), [])
    }

    /// Plain containers in one another, and a live page in the innermost.
    static func deep(_ shop: Shop, _ count: Int, _ container: ComponentID?) -> Content {
        let containers = shop.makeContainers(count, in: container)
        return (shop.showPages(1, in: containers.last?.id ?? container), containers)
    }

    /// A container goes back and forth between two others.
    static func moving(_ size: Int, _ fill: Filling) -> Operation {
        let shop = Shop()
        let targets = [shop.engine.makeHandle(), shop.engine.makeHandle()]
        let container = shop.engine.makeHandle(parent: targets[0].id)
        let content = fill(shop, size, container.id)
        var moves = 0
        return Operation { rounds in
            for _ in 0..<rounds {
                moves += 1
                container.move(into: targets[moves % 2].id)
            }
            withExtendedLifetime((shop, content)) {}
        }
    }

    /// A batch destroys four containers, made anew each time. As many components are outside of them as make 100,000 for
    /// each container at every size: what caches hold is alike, and the ratio shows what the descendants cost.
    static func destroying(_ size: Int, _ fill: @escaping Filling) -> Operation {
        let shop = Shop()
        var containers: [ComponentHandle] = []
        var contents: [Content] = []
        return Operation(
            rounds: 4,
            prepare: {
                contents = []
                containers = (0..<4).map { _ in
                    let container = shop.engine.makeHandle()
                    contents.append(fill(shop, size, container.id))
                    contents.append(fill(shop, 100_000 - size, nil))
                    return container
                }
            },
            perform: { _ in
                for container in containers { container.report(.destroy) }
                withExtendedLifetime(contents) {}
            })
    }
}
