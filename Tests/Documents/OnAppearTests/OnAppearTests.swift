import PageViewTesting
import TestSupport
import Testing

/// Page counting with `onAppear` and `onDisappear` alone, as the guide shows (DV-003, DV-008).
@Suite(.serialized, .watched)
@MainActor
struct OnAppearTests {
    /// A view that shows any page under any identity, always in the same node.
    private struct Destination: View {
        let name: PageName
        var id: Int?

        var body: some View {
            Text("\(name)")
                .analyticsPage(PageContext(name: name), id: id)
        }
    }

    private func withRecorder(_ body: (PageViewRecorder) throws -> Void) throws {
        try withPageViewRecorder { recorder in
            pages = PageTree(engine: recorder.engine)
            try body(recorder)
        }
    }

    nonisolated private static let behaviors: [CallbackBehavior] = [
        [], .disappearsFirst, .repeatsAppear, .omitsDisappear, [.disappearsFirst, .repeatsAppear],
        [.repeatsAppear, .omitsDisappear], [.omitsDisappear, .keepsClosures],
    ]

    @Test("Each visit counts once, whatever callbacks the framework repeats, reorders or omits", arguments: behaviors)
    func visits(_ behavior: CallbackBehavior) throws {
        try withRecorder { recorder in
            let window = Window(behavior)
            window.show(HomeView())
            try recorder.expect("home")
            window.show(ItemView(item: Item(id: 1, price: 89)))
            try recorder.expect(ExpectedPageView("item", previous: "home", payload: ["price": 89]))
            try recorder.expectLeave("home", .counted)
            window.show(HomeView())
            try recorder.expect(ExpectedPageView("home", previous: "item", appearance: 1))
            try recorder.expectLeave("item", .counted)
            try recorder.expectCurrentPage("home")
        }
    }

    @Test("A new pass counts nothing, and the pass that makes the page ready counts it", arguments: behaviors)
    func passes(_ behavior: CallbackBehavior) throws {
        try withRecorder { recorder in
            let window = Window(behavior)
            window.show(ItemView(item: Item(id: 1)))
            window.show(ItemView(item: Item(id: 1)))
            try recorder.expectNothing()
            window.show(ItemView(item: Item(id: 1, price: 89)))
            try recorder.expect(ExpectedPageView("item", cause: .ready, payload: ["price": 89]))
            window.show(ItemView(item: Item(id: 1, price: 79)))
            window.show(ItemView(item: Item(id: 1, price: 79)))
            try recorder.expectNothing()
        }
    }

    @Test func itemIsCountedWithItsPrice() throws {
        try withPageViewRecorder { recorder in
            pages = PageTree(engine: recorder.engine)
            let window = Window()
            window.show(ItemView(item: Item(id: 1)))
            try recorder.expectNothing()
            window.show(ItemView(item: Item(id: 1, price: 89)))
            try recorder.expect(ExpectedPageView("item", cause: .ready, payload: ["price": 89]))
            window.show(ItemView(item: Item(id: 2, price: 12)))
            try recorder.expect(ExpectedPageView("item", previous: "item", payload: ["price": 12]))
        }
    }

    @Test("Another page in a kept node counts", arguments: behaviors)
    func keptNode(_ behavior: CallbackBehavior) throws {
        try withRecorder { recorder in
            let window = Window(behavior)
            for name in ["search", "results", "details", "results"] as [PageName] {
                window.show(Destination(name: name))
            }
            try recorder.expect("search", "results", "details", ExpectedPageView("results", previous: "details"))
            for leave in ["search", "results", "details"] as [PageName] { try recorder.expectLeave(leave, .counted) }
        }
    }

    @Test("Another item in a kept node counts with an id, and does not count without one")
    func keptItem() throws {
        try withRecorder { recorder in
            let window = Window()
            window.show(Destination(name: "item", id: 1))
            window.show(Destination(name: "item", id: 2))
            try recorder.expect("item", ExpectedPageView("item", previous: "item", appearance: 1))
            window.show(HomeView())
            try recorder.expect("home")
            window.show(Destination(name: "item"))
            window.show(Destination(name: "item"))
            try recorder.expect("item")
        }
    }

    @Test("A hidden view counts again, unless the framework keeps it and does not report that it is hidden")
    func hidden() throws {
        for (behavior, counts) in [(CallbackBehavior(), true), (.omitsDisappear, false)] {
            try withRecorder { recorder in
                let window = Window(behavior)
                window.show(HomeView())
                try recorder.expect("home")
                window.hide()
                window.showAgain()
                if counts {
                    try recorder.expect(ExpectedPageView("home", appearance: 2))
                } else {
                    try recorder.expectNothing()
                }
            }
        }
    }

    @Test("A prepared view counts when it enters a window, and counts at once if its node assumes a window")
    func prepared() throws {
        try withRecorder { recorder in
            let (assumed, prepared) = (PageNode(), PageNode(isAttached: false))
            assumed.update(DeclaredPage("today"), in: pages.environment)
            prepared.update(DeclaredPage("tomorrow"), in: pages.environment)
            assumed.appear()
            prepared.appear()
            try recorder.expect("today")
            prepared.attach()
            try recorder.expect(ExpectedPageView("tomorrow", cause: .appeared))
        }
    }

    @Test("A state that is made anew in each pass loses a page that loads, unless the view sets it")
    func stateMadeAnew() throws {
        try withRecorder { recorder in
            let window = Window([.makesStateAnew, .omitsDisappear])
            window.show(ItemView(item: Item(id: 1)))
            window.show(ItemView(item: Item(id: 1, price: 89)))
            try recorder.expectNothing()
            window.show(SettingView(page: DeclaredPage("offer", isReady: false)))
            window.show(SettingView(page: DeclaredPage("offer")))
            try recorder.expect("offer")
            window.show(HomeView())
            try recorder.expect("home")
            try recorder.expectLeave("offer", .counted)
        }
    }

    @Test("With deferred reports, a view that leaves in the turn in which it appeared does not count")
    func deferred() async throws {
        try await withPageViewRecorder { recorder in
            makePages(of: recorder.engine)
            let window = Window()
            window.show(HomeView())
            window.show(ItemView(item: Item(id: 1, price: 89)))
            try recorder.expectNothing()
            while recorder.engine.currentPage == nil { await Task.yield() }
            try recorder.expect("item")
        }
    }
}

/// The examples print what they count. A test run prints nothing.
nonisolated func print(_ items: Any..., separator: String = " ", terminator: String = "\n") {}
