import NavigationTraces
import TestSupport
import Testing

/// Reading in batches, where a scanner reads the lines of a common form, gives the same as reading line by line.
@Suite(.watched)
struct ScannerTests {
    private static func read(_ bytes: [UInt8]) -> EventBatch {
        var chunks = ChunkReader(size: bytes.count + 1)
        chunks.read { buffer, range in
            buffer.replaceSubrange(range.prefix(bytes.count), with: bytes)
            return bytes.count
        }
        chunks.finish()
        var batch = EventBatch()
        var reader = BatchReader(continuing: .jsonLines)
        if let chunk = chunks.next() { reader.read(chunk, into: &batch) }
        return batch
    }

    @Test("Random events are the same")
    func randomEvents() {
        var lines = RandomLines(seed: 0x5EED_0013)
        var events: [TraceEvent] = []
        while events.count < RoundTripTests.count {
            if case .event(let event) = lines.next() { events.append(event) }
        }
        let batch = Self.read(events.flatMap { printed(.event($0), .jsonLines) })
        let scanned = batch.lines.compactMap { if case .event(let event) = $0 { event } else { nil } }
        #expect(scanned == events)
        // The replays agree too, including the names of components.
        var replay = TraceReplay()
        var writer = RecordWriter(writesAll: true)
        for event in events { for record in replay.apply(event) { writer.write(record) } }
        var worker = ReplayWorker(writesAll: true)
        var cursor = ReplayWorker.Cursor()
        var output: [UInt8] = []
        while case .full = worker.apply(batch, from: &cursor) { output += worker.writer.takeBytes() }
        output += worker.writer.takeBytes()
        #expect(output == writer.takeBytes())
    }

    @Test(
        "Lines at the limits of the common form are the same",
        arguments: [
            #"{"t":1,"event":"create","component":"a","exclusive":true,"level":999999999}"#,
            #"{"t":1,"event":"create","component":"a","level":1.0,"exclusive":false}"#,
            #"{"event":"create","component":"a","level":-1}"#,
            #"{"event":"create","component":"a","level":2147483648}"#,
            #"{"event":"create","component":"a","level":1.5}"#, #"{"event":"create","component":"a","level":01}"#,
            #"{"event":"create","component":"a","exclusive":1}"#, #"{"event":"deepLink","url":"x","expires":30}"#,
            #"{"event":"deepLink","url":"x","expires":-1}"#, #"{"event":"deepLink","url":"x","page":"home"}"#,
            #"{"event":"deepLink","url":"x","page":{"name":"home"}}"#, #"{"event":"select","component":"a"}"#,
            #"{"t":2,"event":"focus","component":"a","level":1}"#, #"{"t":2,"event":"begin","level":null}"#,
            #"{"t":2,"event":"begin","session":"s"}"#, #"{"t":2,"event":"show"}"#,
            #"{"t":2,"event":"show","entries":[]}"#,
            #"{"t":2,"event":"interaction","component":"a","name":"tap"}"#,
            #"{"t":2,"event":"interaction","component":"a"}"#,
        ])
    func limits(text: String) {
        let reading = Reading(text)
        for line in Self.read(Array(text.utf8)).lines {
            switch line {
            case .event(let event): #expect(reading.events == [event])
            case .error(let error): #expect(reading.errors == [error])
            case .header: Issue.record("a header")
            }
        }
    }
}
