import NavigationSimulator
import PageViewTesting
import TestWatch
import Testing

/// On random journeys the page views are what somebody counts who sees nothing but the rendered text (rules DV-002 to DV-006).
@Suite(.watched)
struct JourneyTests {
    /// A shop in a window, and what must have been counted of it.
    private final class Visit {
        var shop = Shop()
        var isInForeground = true
        var reader = ScreenReader()
        let scene: SceneID
        private(set) var window: Window?

        init(_ engine: PageViewEngine, _ scene: SceneID, _ order: CallbackOrder) {
            self.scene = scene
            window = Window(engine, scene: scene, order: order) { [unowned self] in ShopView(shop: shop) }
        }

        func look(isReturning: Bool = false) -> [ScreenReader.Count] {
            reader.isReturning = isReturning
            return reader.look(at: window?.screen ?? [], isInForeground: isInForeground)
        }
    }

    @Test(
        "The page views are those that the screen shows", arguments: CallbackOrder.several, 1...4 as ClosedRange<UInt64>
    )
    func screenDecides(_ order: CallbackOrder, _ seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let engine = PageViewEngine()
        let counted = Counted(engine)
        let visits = [Visit(engine, engine.mainScene, order), Visit(engine, engine.makeScene(), order)]
        for visit in visits {
            compare(counted.take(), visit.look(), order, "the first frame")
        }
        for step in 0..<250 {
            let visit = visits[Int.random(in: 0...3, using: &random) / 3]
            var isReturning = false
            switch Int.random(in: visit.isInForeground ? 0..<12 : 0..<3, using: &random) {
            case 0:
                visit.isInForeground.toggle()
                isReturning = visit.isInForeground
                visit.window?.pages.report(visit.isInForeground ? .foreground : .background)
            case 1: visit.window?.update()
            default:
                // Now and then much happens in one pass; where no pass is known it is not one change, so there it does not.
                let changes = order.contains(.withoutPasses) ? 1 : [1, 1, 1, 2, 5].randomElement(using: &random) ?? 1
                for _ in 0..<changes { visit.shop.change(by: &random) }
                visit.window?.update()
            }
            let expected = visit.look(isReturning: isReturning)
            let place = "step \(step): \(visit.window?.screen ?? [])"
            guard compare(counted.take(), expected, order, place) else { return }
            if !order.contains(.innermostFirst) {
                let current = engine.currentPage(in: visit.scene)?.page.name.rawValue
                #expect(current == visit.reader.current(on: visit.window?.screen ?? []), "\(place)")
            }
        }
        #expect(counted.total > 50)
        // Another name with the same `id:` is a rename, which an engine may notice.
        #expect(counted.diagnostics.allSatisfy { $0.rawValue == "renamedWhileCounted" })
    }

    @discardableResult
    private func compare(
        _ got: [ScreenReader.Count], _ expected: [ScreenReader.Count], _ order: CallbackOrder, _ place: String
    ) -> Bool {
        // The reader cannot see whether a hidden node has shown another page meanwhile, whose component has gone.
        func known(_ counts: [ScreenReader.Count]) -> [ScreenReader.Count] {
            counts.map { count in
                var known = count
                if Shop.isReplaced(count.name) { known.stay = 0 }
                return known
            }
        }
        let (got, expected) = (known(got), known(expected))
        // An order from the inside out counts pages that come up together the other way round.
        let isSame =
            order.isDisjoint(with: [.innermostFirst, .withoutPasses]) ? got == expected : Set(got) == Set(expected)
        #expect(isSame && got.count == expected.count, "\(place): expected \(expected), got \(got)")
        return isSame
    }
}
