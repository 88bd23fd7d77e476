// The code of the guide "Uploading events", compiled. It has a separate file, because only this code needs a network.
import Foundation
import PageViewDelivery
import PageViewTracking

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Keeps a session from following a redirect. The new request would contain no events.
nonisolated final class RedirectStopper: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) { completionHandler(nil) }
}

let uploadSession = URLSession(configuration: .ephemeral, delegate: RedirectStopper(), delegateQueue: nil)

/// Sends the events of a journal. Returns the time to wait before the next call; `nil` if all events have arrived.
func uploadEvents(
    of journal: String, to host: URL, with session: URLSession = uploadSession,
    report: (TrackingDiagnostic) -> Void = { print($0) }
) async throws -> Duration? {
    let format = PostHogFormat(apiKey: "…")
    let result = try await JournalUploader(directory: journal).upload(as: format, report: report) { request in
        var post = URLRequest(url: host.appending(path: request.path))
        post.httpMethod = "POST"
        post.allHTTPHeaderFields = request.headers
        post.httpBody = Data(request.body)
        let response = try await session.data(for: post).1 as? HTTPURLResponse
        return UploadResponse(
            status: response?.statusCode ?? 0, retryAfter: response?.value(forHTTPHeaderField: "Retry-After"))
    }
    return result.retryAfter
}

/// Uploads every 30 seconds, or when the back end asks for it. Ends when its task is cancelled.
func keepUploading(from journal: String, to host: URL) async throws {
    while true {
        var wait: Duration?
        do {
            wait = try await uploadEvents(of: journal, to: host)
        } catch let error where !(error is CancellationError) {
            print(error)
            wait = .seconds(300)
        }
        try await Task.sleep(for: wait ?? .seconds(30))
    }
}

#if os(iOS)
/// Makes a folder readable after the first unlock, and excludes it from backups.
func prepare(_ folder: URL) throws {
    let files = FileManager.default
    try files.createDirectory(at: folder, withIntermediateDirectories: true)
    try files.setAttributes(
        [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication], ofItemAtPath: folder.path)
    var (folder, values) = (folder, URLResourceValues())
    values.isExcludedFromBackup = true
    try folder.setResourceValues(values)
}
#endif
