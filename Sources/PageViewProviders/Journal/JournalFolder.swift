#if !os(Windows) && !os(WASI)
/// The folder of a journal. It is looked at anew each time: there is no index that could be wrong (rule JR-004).
package struct JournalFolder: Sendable {
    package let path: String

    package init(_ path: String) {
        self.path = path
    }

    /// Where the file of this name lies.
    package func file(_ name: String) -> String { path.hasSuffix("/") ? path + name : path + "/" + name }

    /// The segments, oldest first; none if the folder does not exist.
    package func segments() throws(JournalError) -> [SegmentName] {
        do {
            return try Files.names(in: path).compactMap(SegmentName.init(file:)).sorted()
        } catch {
            if error.isMissing { return [] }
            throw error
        }
    }

    /// The size of a segment in bytes; 0 if it is gone.
    package func size(of segment: SegmentName) throws(JournalError) -> Int {
        try Files.size(of: file(segment.file)) ?? 0
    }

    /// How many bytes of a segment are acknowledged. One that cannot be read counts as none: what was delivered is
    /// delivered again, and nothing is lost.
    package func acknowledged(in segment: SegmentName) -> Acknowledgement {
        let bytes = try? Files.contents(of: file(segment.acknowledgement), atMost: 1024)
        return bytes.flatMap(Acknowledgement.init(json:)) ?? .none
    }

    /// Removes a segment of so many bytes, unless somebody writes to it; whether it is gone.
    ///
    /// What is opened anew is locked by its process a moment later. Whoever is in between finds that its file has lost its
    /// name, and opens another. And whoever looked in between, and took it for unused, may come back when it has been filled
    /// and closed: then it is larger, and stays.
    package func remove(_ segment: SegmentName, of bytes: Int) throws(JournalError) -> Bool {
        do {
            let file = try OpenFile(file(segment.file), for: .readingSegment)
            // Whoever merely looks whether it is in use does not keep it.
            guard file.lockOut(), try file.status.size == bytes else { return false }
            try Files.remove(file.path)
        } catch {
            guard error.isMissing else { throw error }
        }
        try Files.remove(file(segment.acknowledgement))
        return true
    }

    /// Removes what says of segments that are gone how far they are acknowledged. For who alone takes events.
    func removeStrayAcknowledgements(of segments: some Sequence<SegmentName>) throws(JournalError) {
        let known = Set(segments.map(\.acknowledgement))
        for name in try Files.names(in: path) where SegmentName(acknowledgement: name) != nil {
            if !known.contains(name) { try Files.remove(file(name)) }
        }
    }
}
#endif
