import PageViewAutomation
import TestSupport
import Testing

@testable import PageViewTesting

/// Values of tests print as one readable line (PV-008).
@Suite(.watched)
struct KitDescriptionTests {
    @Test("An expected page view prints the properties that the test states (PV-008)")
    func expectedPageViews() {
        #expect("\(ExpectedPageView("item"))" == "item")
        let full = ExpectedPageView(
            "item", context: "shoes", previous: nil, cause: .ready, payload: ["price": 89], appearance: 2,
            deepLink: "app://x")
        #expect(
            "\(full)"
                == #"item, context shoes, no previous, cause ready, payload ["price": 89], appearance 2, deepLink app://x"#
        )
    }
}
