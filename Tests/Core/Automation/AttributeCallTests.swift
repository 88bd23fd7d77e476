import PageViewAutomation
import TestSupport
import Testing

/// Every call that takes values accepts a literal of values, variables and optionals (EN-008).
@Suite(.watched)
struct AttributeCallTests {
    private let stage = Stage()
    private var engine: PageViewEngine { stage.engine }
    private let price = 89
    private let sale: Bool? = true
    private let rating: Double? = nil
    private let expected: Payload = ["sku": "A-42", "price": 89, "sale": true]

    private var payloads: [Payload] {
        stage.recorder.records.compactMap { record in
            switch record {
            case .pageView(let view): view.payload
            case .interaction(let interaction): interaction.properties
            default: nil
            }
        }
    }

    @Test("A notifier accepts literals and variables")
    func notifier() {
        let notifier = PageViewNotifier(pending: "item")
        let component = engine.makeHandle()
        engine.declare(notifier, for: component.id)
        func show(_ ready: () -> Void) {
            component.report(.didAppear)
            ready()
            component.report(.didDisappear)
            notifier.markPending()
        }
        show { notifier.markReady(payload: ["sku": "A-42", "price": 89, "sale": true]) }
        show { notifier.markReady(payload: ["sku": "A-42", "price": price, "sale": sale, "rating": rating]) }
        show { notifier.markReady(payload: ["price": price]) }
        show { notifier.markReady(payload: [:]) }
        show { notifier.markReady() }
        #expect(payloads == [expected, expected, ["price": 89], [:], [:]])
    }

    @Test("Page views recorded by hand and interactions accept literals and variables")
    func engineCalls() {
        let component = engine.makeComponent()
        let page: PageContext = "item"
        engine.recordPageView(page, payload: ["sku": "A-42", "price": 89, "sale": true])
        engine.recordPageView(page, payload: ["sku": "A-42", "price": price, "sale": sale, "rating": rating])
        engine.recordPageView("item", payload: ["price": price], in: engine.mainScene)
        engine.recordPageView(page, payload: [:])
        engine.recordPageView(of: component, as: page, payload: ["price": 89])
        engine.recordPageView(of: component, as: page, payload: ["price": price, "rating": rating])
        engine.recordInteraction("tap", ["sku": "A-42", "price": 89, "sale": true])
        engine.recordInteraction("tap", ["sku": "A-42", "price": price, "sale": sale, "rating": rating])
        engine.recordInteraction("tap")
        let one: Payload = ["price": 89]
        #expect(payloads == [expected, expected, one, [:], one, one, expected, expected, [:]])
    }

    @Test("A declared page and a readiness accept literals and variables")
    func declared() {
        let variables = DeclaredPage("item", payload: ["sku": "A-42", "price": price, "sale": sale, "rating": rating])
        #expect(variables == DeclaredPage("item", payload: ["sku": "A-42", "price": 89, "sale": true]))
        let readiness = PageReadiness<Int>(of: "item", when: { $0 > 0 }, payload: { ["price": $0, "sku": "A-42"] })
        #expect(
            readiness.state(for: 89)
                == .ready(PageViewEvent(pageContext: "item", payload: ["price": 89, "sku": "A-42"])))
        let literal = PageReadiness<Int>(of: "item", when: { $0 > 0 }, payload: { _ in ["price": 89] })
        #expect(literal.state(for: 1) == .ready(PageViewEvent(pageContext: "item", payload: ["price": 89])))
    }
}
