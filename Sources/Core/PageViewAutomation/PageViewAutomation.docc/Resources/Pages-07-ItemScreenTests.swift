import PageViewTesting
import Testing

@Test @MainActor func itemIsCountedOnceItIsLoaded() throws {
    try withPageViewRecorder { recorder in
        let item = ItemScreen(title: "Shoes", reportingTo: recorder.engine)
        var app = recorder.launch(.uiKit, showing: .stack(["search"]))
        try app.push(item)
        try recorder.expect("search")
        item.load(89)
        try recorder.expect(ExpectedPageView("item", previous: "search", cause: .ready, payload: ["price": 89]))
    }
}

@Test @MainActor func itemThatIsLeftTooEarlyIsNotCounted() throws {
    try withPageViewRecorder { recorder in
        let item = ItemScreen(title: "Shoes", reportingTo: recorder.engine)
        var app = recorder.launch(.uiKit, showing: .stack(["search"]))
        try app.push(item)
        try recorder.expect("search")
        try app.swipeBack(.cancelled)
        try recorder.expectNothing()
        try app.swipeBack(.completed)
        try recorder.expectLeave("item", .neverReady)
        try recorder.expect("search")
        item.load(89)
        try recorder.expectNothing()
    }
}
