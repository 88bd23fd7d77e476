import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
import PageViewDelivery
import Shop

/// Sends the events of the journal until all have arrived. Events that the back end rejects now stay in the journal.
enum Upload {
    @MainActor static func run(_ shop: ShopModel) async {
        do {
            while let wait = try await shop.upload(send) { try await Task.sleep(for: wait) }
        } catch {
            print("upload: \(error)")
        }
    }

    /// A session that follows no redirect. The new request would contain no events.
    private static let session = URLSession(configuration: .ephemeral, delegate: RedirectStopper(), delegateQueue: nil)

    private final class RedirectStopper: NSObject, URLSessionTaskDelegate {
        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) { completionHandler(nil) }
    }

    @MainActor private static func send(_ request: UploadRequest) async throws -> UploadResponse {
        // Replace this with the address of your back end.
        guard let host = URL(string: "https://example.com") else { throw URLError(.badURL) }
        var post = URLRequest(url: host.appending(path: request.path))
        post.httpMethod = "POST"
        post.allHTTPHeaderFields = request.headers
        let (_, response) = try await session.upload(for: post, from: Data(request.body))
        let http = response as? HTTPURLResponse
        return UploadResponse(
            status: http?.statusCode ?? 0, retryAfter: http?.value(forHTTPHeaderField: "Retry-After"))
    }
}
