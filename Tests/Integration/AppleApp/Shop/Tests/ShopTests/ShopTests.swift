import Foundation
import PageViewDelivery
import PageViewTesting
import Shop
import Testing

/// The page views of the app, without its UI. A simulated user acts on the models that the app's views show.
@MainActor
struct ShopTests {
    private func makeShop(_ recorder: PageViewRecorder, folder: String = temporaryFolder()) -> ShopModel {
        ShopModel(engine: recorder.engine, folder: folder) { id in Int64(id * 10) }
    }

    private static func temporaryFolder() -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "shop-\(UUID())")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder.path
    }

    /// The item on top of the stack.
    private func item(of shop: ShopModel) throws -> ItemModel {
        guard case .item(let item)? = shop.path.last else { throw CancellationError() }
        return item
    }

    @Test("An item counts once, when its price has loaded, and the list counts again after it")
    func latePrice() async throws {
        try await withPageViewRecorder { recorder in
            let shop = makeShop(recorder)
            var app = recorder.launch(.swiftUI, showing: .stack(["home"]))
            shop.showItem(7)
            let item = try item(of: shop)
            try app.push(item)
            try recorder.expect("home")
            await item.load()
            try recorder.expect(
                ExpectedPageView("item", previous: "home", cause: .ready, payload: ["item": 7, "price": 70]))
            await item.load()
            try app.goBack()
            try recorder.expect(ExpectedPageView("home", previous: "item", appearance: 2))
        }
    }

    @Test("The list does not count again after the filter covered it")
    func filter() throws {
        try withPageViewRecorder { recorder in
            var app = recorder.launch(.swiftUI, showing: .stack(["home"]))
            try app.present("filter", as: .sheet)
            try app.close()
            try recorder.expect("home", "filter")
            try recorder.expectCurrentPage("home")
        }
    }

    @Test("Opening a link returns the referrer, and the page view of the opened item carries the link")
    func link() async throws {
        try await withPageViewRecorder { recorder in
            let shop = makeShop(recorder)
            var app = recorder.launch(.swiftUI, showing: .stack(["home"]))
            try recorder.expect("home")
            #expect(shop.open("shop://item/3") == "home")
            let item = try item(of: shop)
            try app.push(item)
            await item.load()
            #expect(recorder.pageViews.last?.deepLink?.link.url == "shop://item/3")
            try recorder.expect("item")
        }
    }

    @Test("The next page view does not carry a link that led to no page", arguments: ["shop://item/x", "shop://sale"])
    func deadLink(_ url: String) throws {
        try withPageViewRecorder { recorder in
            let shop = makeShop(recorder)
            var app = recorder.launch(.swiftUI, showing: .stack(["home"]))
            shop.open(url)
            #expect(shop.path.isEmpty)
            try app.push("checkout")
            try recorder.expect("home", "checkout")
            #expect(recorder.pageViews.allSatisfy { $0.deepLink == nil })
        }
    }

    @Test("The app sends no event before the user agrees, and each event once afterwards", arguments: [true, false])
    func consent(_ isGranted: Bool) async throws {
        try await withPageViewRecorder { recorder in
            let folder = Self.temporaryFolder()
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let shop = makeShop(recorder, folder: folder)
            #expect(shop.isConsentShown)
            _ = recorder.launch(.swiftUI, showing: .stack(["home"]))
            try recorder.expect("home")
            var bodies: [String] = []
            func upload() async throws {
                let wait = try await shop.upload { request in
                    bodies.append(String(decoding: request.body, as: UTF8.self))
                    return UploadResponse(status: 200)
                }
                #expect(wait == nil)
            }
            try await upload()
            #expect(bodies.isEmpty)
            shop.setConsent(isGranted)
            try await upload()
            try await upload()
            #expect(bodies.count == (isGranted ? 1 : 0))
            #expect(bodies.allSatisfy { $0.contains("home") })
            #expect(!makeShop(recorder, folder: folder).isConsentShown)
        }
    }
}
