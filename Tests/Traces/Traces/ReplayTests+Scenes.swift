import NavigationTraces
import TestSupport
import Testing

/// The scene of a line that names none.
extension ReplayTests {
    /// Returns the scene of the last record of a kind.
    private func scene(ofLast kind: String, _ text: String) throws -> Substring? {
        try replayed(kind, of: text).last?.split(separator: #""scene":""#).dropFirst().first?.prefix { $0 != "\"" }
    }

    static let withoutScene = [
        ("interaction", "interaction tap"), ("deepLink", "deepLink x"), ("pageView", "record page=p"),
    ]

    @Test("Before any page, a line without a scene is about main", arguments: withoutScene)
    func beforeAnyPage(kind: String, line: String) throws {
        #expect(try scene(ofLast: kind, line) == "main")
        #expect(try scene(ofLast: kind, "sceneActive left\n" + line) == "main")
    }

    @Test("A line without a scene is about the scene of the current page", arguments: withoutScene)
    func ofCurrentPage(kind: String, line: String) throws {
        let start = "create a page=a scene=left\ndidAppear a\ncreate b page=b scene=right\ndidAppear b\n"
        #expect(try scene(ofLast: kind, start + line) == "right")
        #expect(try scene(ofLast: kind, start + "sceneActive left\n" + line) == "left")
        #expect(try scene(ofLast: kind, start + "didDisappear b\n" + line) == "left")
    }

    @Test(
        "Without a current page, a line is about the scene of the last page, if that is open", arguments: withoutScene)
    func ofLastPage(kind: String, line: String) throws {
        let start = "create a page=a scene=left\ndidAppear a\ndidDisappear a\n"
        #expect(try scene(ofLast: kind, start + line) == "left")
        #expect(try scene(ofLast: kind, start + "sceneClose left\n" + line) == "main")
    }

    @Test("A line with a scene is about that scene", arguments: withoutScene)
    func named(kind: String, line: String) throws {
        let start = "create a page=a scene=left\ndidAppear a\n"
        #expect(try scene(ofLast: kind, start + line + " scene=other") == "other")
    }

    @Test("A new component is in main, and only attach and create move it to another scene")
    func components() throws {
        #expect(try scene(ofLast: "pageView", "create a page=a\ndidAppear a") == "main")
        #expect(try scene(ofLast: "pageView", "create a page=a\ndidAppear a scene=left") == "main")
        #expect(try scene(ofLast: "pageView", "willAppear a scene=left\ncreate a page=a\ndidAppear a") == "left")
        #expect(try scene(ofLast: "pageView", "create a page=a\nattach a scene=left\ndidAppear a") == "left")
        #expect(try scene(ofLast: "pageView", "create a page=a\ncreate a scene=left\ndidAppear a") == "left")
    }

    @Test("A scene report without a scene is about main")
    func reports() throws {
        #expect(try replayed("sceneBackground\ncreate a page=a\ndidAppear a").isEmpty)
        #expect(try replayed("sceneBackground main\ncreate a page=a\ndidAppear a").isEmpty)
        #expect(try replayed("sceneBackground left\ncreate a page=a\ndidAppear a").count == 1)
    }

    @Test(
        "The engine follows the policy of the header",
        arguments: [
            ("trace", 1), ("trace policy=session", 2), ("trace policy=literal", 1),
            ("trace policy.foreground=counts", 2),
        ])
    func policy(header: String, count: Int) throws {
        #expect(
            try ids("\(header)\ncreate a page=a\ndidAppear a\nsceneBackground\nsceneForeground").count == count)
    }
}
