import NavigationSimulator
import PageViewTesting
import TestSupport
import Testing

/// Expectations that are drawn as text (rule TS-004).
@Suite(.watched)
struct DrawingTests {
    @Test("A drawing shows a pending page and a second visit")
    func drawing() throws {
        try withPageViewRecorder { recorder in
            var app = recorder.launch(.uiKit, showing: .stack(["home"]))
            let item = ItemScreen()
            try app.push(item)
            item.load(price: 89)
            try app.present("filter")
            try app.close()
            try app.goBack()
            try recorder.expectDrawing(
                """
                home    *······*
                item    ··~*--··
                filter  ····*···
                """)
        }
    }

    @Test("Each component of a page has a lane, and so does a page recorded by hand")
    func lanes() throws {
        try withPageViewRecorder { recorder in
            var app = recorder.launch(.uiKit, showing: .stack(["item page"]))
            try app.push("item page")
            recorder.engine.recordPageView("banner")
            try recorder.expectDrawing(
                """
                item page    *···
                item page#2  ··*-
                banner       ···*
                """)
        }
    }

    @Test("The failure compares the drawings line by line")
    func difference() {
        let text = testFailure { recorder in
            var app = recorder.launch(.uiKit, showing: .stack(["home"]))
            try app.push(ItemScreen())
            try recorder.expectDrawing(
                """
                home  *··
                item  ··*
                cart  ···
                """)
        }
        #expect(
            text.hasSuffix(
                """
                : expected the lines with −, found the lines with +.

                    home  *··
                  − item  ··*
                  + item  ··~
                  − cart  ···

                  If this is correct, expect it:

                    home  *··
                    item  ··~

                  * page view   - counted   ~ pending   · not in front of the user

                  All page views so far:
                    1  home  appeared at 0.35 s
                """))
    }

    @Test(
        "A drawing with any page name matches itself",
        arguments: ["my page", "my  page", " page", "", "a\nb", "home#2", "~*"])
    func readsBack(_ name: String) throws {
        try withPageViewRecorder { recorder in
            var app = recorder.launch(.uiKit, showing: .stack(["home"]))
            try app.push(.page(SimulatedPage(name)))
            try recorder.expectDrawing(recorder.drawing)
            if name.isEmpty { try recorder.expectDiagnostic(.emptyPageName) }
        }
    }

    @Test("A page recorded by hand several times has one lane")
    func byHand() throws {
        try withPageViewRecorder { recorder in
            for _ in 0..<3 { recorder.engine.recordPageView("banner") }
            try recorder.expectDrawing("banner  ***")
        }
    }

    @Test("A recorder accepts thousands of pending pages without a page view")
    func many() throws {
        try withPageViewRecorder(exhaustivity: .off) { recorder in
            for _ in 0..<TestDepth.number(2_000, proof: 4_000) {
                let page = recorder.engine.makeComponent(page: ItemScreen())
                recorder.engine.report(.didAppear, of: page)
                recorder.engine.report(.destroy, of: page)
            }
            #expect(recorder.pageViews.isEmpty)
        }
    }
}
