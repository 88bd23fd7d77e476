import NavigationSimulator
import PageViewTesting
import TestSupport
import Testing

/// The page views of random journeys follow from the rendered text alone (DV-002 to DV-006).
@Suite(.watched)
struct DeclarativeJourneyTests {
    /// A shop in a window, and a reader that knows the expected page views.
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
        "Random journeys have the page views that the screen shows",
        arguments: TestDepth.sample(4, of: CallbackOrder.several),
        1...UInt64(TestDepth.number(1, proof: 4))
    )
    func screenDecides(_ order: CallbackOrder, _ seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let engine = PageViewEngine()
        let counted = Counted(engine)
        let visits = [Visit(engine, engine.mainScene, order), Visit(engine, engine.makeScene(), order)]
        for visit in visits {
            compare(counted.take(), visit.look(), order, "the first frame")
        }
        for step in 0..<TestDepth.number(120, proof: 250) {
            let visit = visits[Int.random(in: 0...3, using: &random) / 3]
            var isReturning = false
            switch Int.random(in: visit.isInForeground ? 0..<12 : 0..<3, using: &random) {
            case 0:
                visit.isInForeground.toggle()
                isReturning = visit.isInForeground
                visit.window?.pages.report(visit.isInForeground ? .foreground : .background)
            case 1: visit.window?.update()
            default:
                // Sometimes several changes happen in one pass. Without known passes they would not be one change.
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
        #expect(counted.total > TestDepth.number(25, proof: 50))
        // Another name with the same `id:` is a rename, which an engine may diagnose.
        #expect(counted.diagnostics.allSatisfy { $0.rawValue == "renamedWhileCounted" })
    }

    @discardableResult
    private func compare(
        _ got: [ScreenReader.Count], _ expected: [ScreenReader.Count], _ order: CallbackOrder, _ place: String
    ) -> Bool {
        // The reader cannot see that a hidden node showed another page, whose component has ended.
        func known(_ counts: [ScreenReader.Count]) -> [ScreenReader.Count] {
            counts.map { count in
                var known = count
                if Shop.isReplaced(count.name) { known.stay = 0 }
                return known
            }
        }
        let (got, expected) = (known(got), known(expected))
        // With innermost callbacks first, pages that appear together count in the reverse order.
        let isSame =
            order.isDisjoint(with: [.innermostFirst, .withoutPasses]) ? got == expected : Set(got) == Set(expected)
        #expect(isSame && got.count == expected.count, "\(place): expected \(expected), got \(got)")
        return isSame
    }
}
