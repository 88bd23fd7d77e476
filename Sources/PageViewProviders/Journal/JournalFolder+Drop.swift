#if !os(Windows) && !os(WASI)
extension JournalFolder {
    /// How many bytes of a segment are read to count its events. None that a journal writes is nearly as large, unless it
    /// was asked to.
    private static let mostCounted = 16 << 20

    /// Removes a segment that nobody uses; what has been lost with it, `nil` if it is in use.
    func drop(_ segment: SegmentName) throws(JournalError) -> JournalDrop? {
        let path = file(segment.file)
        var (events, bytes, counted, size) = (0, 0, 0, 0)
        do {
            let file = try OpenFile(path, for: .readingSegment)
            guard file.isUnused else { return nil }
            let acknowledged = acknowledged(in: segment).offset
            size = try file.status.size
            let start = acknowledged <= size ? acknowledged : 0
            bytes = size - start
            try file.seek(to: start)
            var window = FileWindow(file)
            while counted < Self.mostCounted {
                try window.fill(1)
                guard window.count > 0 else { break }
                events += window.lineBreaks(upTo: window.count)
                counted += window.count
                window.drop(window.count)
            }
        } catch {
            guard error.isMissing else { throw error }
        }
        guard try remove(segment, of: size) else { return nil }
        return JournalDrop(path: path, events: events, bytes: bytes, isAtLeast: counted < bytes)
    }
}
#endif
