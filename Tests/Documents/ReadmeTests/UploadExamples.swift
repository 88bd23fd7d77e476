// The code of the guide "Uploading events", compiled. It has a separate file, because only this code needs a network.
import Foundation
import PageViewDelivery
import PageViewTracking

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends the events of a journal to a back end. One upload runs at a time.
actor EventUploader<Format: WireFormat> {
    private let journal: JournalUploader
    private let format: Format
    private let endpoint: URL
    private let session: URLSession
    private let report: @Sendable (TrackingDiagnostic) -> Void
    private var isUploading = false

    init(
        directory: String, format: Format, endpoint: URL, session: URLSession = .shared,
        report: @escaping @Sendable (TrackingDiagnostic) -> Void
    ) {
        journal = JournalUploader(directory: directory)
        self.format = format
        self.endpoint = endpoint
        self.session = session
        self.report = report
    }

    /// Sends all events of the journal. Does nothing while another call is sending.
    func upload() async throws {
        guard !isUploading else { return }
        isUploading = true
        defer { isUploading = false }
        try await journal.upload(
            as: format, onRejection: { report($0.diagnostic) }, onOmission: { report($0.diagnostic) },
            send: { try await post($0) })
    }

    private func post(_ batch: WireBatch) async throws {
        var request = URLRequest(url: endpoint)
        request.httpMethod = "POST"
        request.httpBody = Data(batch.bytes)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        let (_, response) = try await session.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        switch status {
        case 200..<300: return
        case 400, 413, 422:
            // The back end would reject this body each time, and all later events would wait behind it.
            report(TrackingDiagnostic(.eventRejected, "expected status 200, found \(status) for \(batch.events)"))
        default: throw UploadFailure(status: status)
        }
    }
}

/// The reply of a back end that may accept the events later.
nonisolated struct UploadFailure: Error {
    let status: Int
}

func makeUploader(in folder: String) -> EventUploader<SegmentFormat>? {
    guard let endpoint = URL(string: "https://api.segment.io/v1/b") else { return nil }
    return EventUploader(
        directory: folder + "/journal", format: SegmentFormat(writeKey: "…"), endpoint: endpoint,
        report: { print($0) })
}

/// Uploads, and waits longer after each failure. Ends when its task is cancelled.
func keepUploading(with uploader: EventUploader<some WireFormat>) async throws {
    let shortest = Duration.seconds(30)
    var pause = shortest
    while true {
        do {
            try await uploader.upload()
            pause = shortest
        } catch {
            pause = min(pause * 2, .seconds(3_600))
        }
        try await Task.sleep(for: pause)
    }
}
