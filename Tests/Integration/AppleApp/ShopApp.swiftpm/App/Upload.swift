import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
import Shop

/// Sends the events of the journal. Events that the back end may accept later stay in the journal for the next upload.
enum Upload {
    @MainActor static func run(_ shop: ShopModel) async {
        do {
            try await shop.upload(send)
        } catch {
            print("upload: \(error)")
        }
    }

    @MainActor private static func send(_ body: [UInt8]) async throws {
        // Replace this with the address of your back end.
        guard let address = URL(string: "https://example.com/v1/batch") else { throw URLError(.badURL) }
        var request = URLRequest(url: address)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        let (_, response) = try await URLSession.shared.upload(for: request, from: Data(body))
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        switch status {
        case 200..<300: return
        case 400, 413, 422:
            // The back end would reject this body each time, and all later events would wait behind it.
            print("upload: expected status 200, found \(status); the events are dropped")
        default: throw URLError(.badServerResponse)
        }
    }
}
