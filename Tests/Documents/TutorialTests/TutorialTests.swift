import PageViewAutomation
import TestSupport
import Testing

/// The results that the tutorials promise.
///
/// The other files of this folder are the final files of the tutorials.
@Suite(.serialized, .watched)
struct TutorialTests {
    /// Runs a body with the engine of the tutorials, and returns the page views.
    @MainActor
    private func pageViews(_ body: (Deck) -> Void) -> [PageView] {
        let pageViews = Log<PageView>()
        let subscription = engine.addReceiver(of: .pageViews) { record in
            if case .pageView(let pageView) = record { pageViews.append(pageView) }
        }
        defer { engine.removeReceiver(subscription) }
        body(Deck())
        return pageViews.values
    }

    @Test("The tour of the framework tutorial has two page views of home and none of help")
    @MainActor
    func tourIsCounted() {
        let pageViews = pageViews { tour($0) }
        #expect(pageViews.map(\.page.description) == ["home (shop)", "home (shop)"])
        #expect(pageViews.map(\.id.appearance?.ordinal) == [1, 2])
    }

    @Test("A cancelled pop counts nothing")
    @MainActor
    func cancelledPop() {
        let pageViews = pageViews { deck in
            deck.push(HomeScreen(title: "Home"))
            deck.push(AboutScreen(title: "About"))
            deck.beginPop()
            deck.cancelPop()
        }
        #expect(pageViews.map(\.page.name) == ["home", "about"])
    }

    @Test("A restored window counts nothing again, and counts a page that was opened while it was minimised")
    @MainActor
    func windows() {
        let pageViews = pageViews { deck in
            deck.push(HomeScreen(title: "Home"))
            deck.minimise()
            deck.restore()
            deck.minimise()
            deck.push(AboutScreen(title: "About"))
            deck.restore()
            deck.blur()
            deck.focus()
            deck.close()
        }
        #expect(pageViews.map(\.page.name) == ["home", "about"])
        #expect(pageViews.map(\.cause) == [.appeared, .foregrounded])
    }

    @Test("Results count once there are any")
    @MainActor
    func results() {
        let pageViews = pageViews { deck in
            let results = ResultsScreen(title: "Results")
            deck.push(results)
            results.results = []
            results.results = ["shoes", "socks"]
            results.results = ["shoes"]
        }
        #expect(pageViews.map(\.page.name) == ["results"])
        #expect(pageViews.map(\.payload) == [["count": 2]])
    }

    @Test("The page that a link opens carries the link, with the page before it as its referrer")
    @MainActor
    func links() {
        let pageViews = pageViews { deck in
            #expect(whereabouts(in: deck) == "has not seen a page")
            deck.push(HomeScreen(title: "Home"))
            open(url: "shop://item/42", from: "mail", in: deck)
            #expect(whereabouts(in: deck) == "on item")
            (deck.screens.last as? ItemScreen)?.load(89)
            deck.pop()
            deck.pop()
            #expect(whereabouts(in: deck) == "was on home")
        }
        #expect(pageViews.map(\.page.name) == ["home", "item", "home"])
        #expect(pageViews.map(\.deepLink?.link.url) == [nil, "shop://item/42", nil])
        #expect(pageViews[1].deepLink?.referrer?.page.name == "home")
    }

    @Test("A task that follows the current page gets its changes")
    @MainActor
    func followed() async {
        let deck = Deck()
        deck.push(HomeScreen(title: "Home"))
        let (titles, continuation) = AsyncStream.makeStream(of: String.self)
        let following = Task { await followPages(in: deck) { continuation.yield($0) } }
        var shown: [String] = []
        for await title in titles {
            shown.append(title)
            if title == "home" { deck.push(AboutScreen(title: "About")) }
            if title == "about" { break }
        }
        following.cancel()
        #expect(shown.first == "home")
        #expect(shown.last == "about")
    }
}

/// The examples print what they count. A test run prints nothing.
nonisolated func print(_ items: Any..., separator: String = " ", terminator: String = "\n") {}
