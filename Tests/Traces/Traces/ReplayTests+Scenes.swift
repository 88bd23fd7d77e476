import NavigationTraces
import TestSupport
import Testing

/// The scene of a line that names none.
extension ReplayTests {
    /// Returns the scene of the last record of a kind.
    private func scene(ofLast kind: String, _ text: String) throws -> Substring? {
        try replayed(kind, of: text).last?.split(separator: #""scene":""#).dropFirst().first?.prefix { $0 != "\"" }
    }

    /// Kinds of records, each with a line that causes one.
    private static let withoutScene = [
        ("interaction", "interaction tap"), ("deepLink", "deepLink x"), ("pageView", "record page=p"),
    ]

    /// The lines before a line without a scene, and the scene that it is about.
    private static let scenes: [(before: String, scene: String)] = {
        let two = "create a page=a scene=left\ndidAppear a\ncreate b page=b scene=right\ndidAppear b\n"
        let ended = "create a page=a scene=left\ndidAppear a\ndidDisappear a\n"
        return [
            // Before any page, it is main.
            ("", "main"), ("sceneActive left\n", "main"),
            // It is the scene of the current page.
            (two, "right"), (two + "sceneActive left\n", "left"), (two + "didDisappear b\n", "left"),
            // Without a current page, it is the scene of the last page, if that is open.
            (ended, "left"), (ended + "sceneClose left\n", "main"),
        ]
    }()

    @Test(
        "A line without a scene is about that of the current page, of the last page, or main", arguments: withoutScene)
    func sceneLeftOut(kind: String, line: String) throws {
        for (before, expected) in Self.scenes { #expect(try scene(ofLast: kind, before + line) ?? "" == expected) }
        #expect(try scene(ofLast: kind, "create a page=a scene=left\ndidAppear a\n\(line) scene=other") == "other")
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
}
