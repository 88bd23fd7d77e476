@testable import PageViewAudit
import TestSupport
import Testing

@Suite(.watched)
struct SentLogTests {
    /// Returns the log of files with these lines.
    private func log(_ files: [String]..., map: NameMap = NameMap(), session: String? = nil) throws -> SentLog {
        var log = SentLog(map: map)
        for (index, lines) in files.enumerated() {
            log.addFile("file \(index)")
            var reader = ExportReader(sessionKey: session.flatMap { SessionPath($0) })
            reader.append(lines.joined(separator: "\n").utf8)
            reader.finish()
            while let event = try reader.next() { log.append(event) }
        }
        log.finish()
        return log
    }

    private func screen(_ name: String, _ id: String? = nil, session: String = "s") -> String {
        let id = id.map { #""\#($0)""# } ?? "null"
        return
            #"{"type":"screen","name":"\#(name)","anonymousId":"\#(session)","messageId":\#(id),"timestamp":"2026-01-14T18:20:04Z"}"#
    }

    private func view(_ id: String, _ version: Int, _ name: String = "Cart") -> String {
        #"{"type":"view","date":1768414804671,"session":{"id":"s"},"view":{"id":"\#(id)","name":"\#(name)"},"_dd":{"document_version":\#(version)}}"#
    }

    @Test("The log keeps the files, the lines, and each distinct name and session key once")
    func distinctNames() throws {
        let other = #"{"type":"track","messageId":"9"}"#
        let first = [other, screen("a", "1"), screen("b", "2", session: "t")]
        let log = try log(first, ["", screen("b", "3"), other, screen("", "4")])
        #expect(log.files == ["file 0", "file 1"])
        #expect(log.pageViews.map { [Int($0.file), Int($0.line)] } == [[0, 2], [0, 3], [1, 2], [1, 4]])
        #expect(log.names.map(\.text) == ["a", "b", ""])
        #expect(log.pageViews.map(\.name) == [0, 1, 1, 2])
        #expect(log.sessionKeys == ["s", "t"])
        #expect(log.pageViews.map(\.session) == [0, 1, 0, 0])
        #expect(log.ignored.map(\.count) == [1, 1])
        #expect(log.pageViews.allSatisfy { $0.time == Sample.second && $0.link == .none })
    }

    @Test("Page names are canonically equivalent, but sent names and session keys differ by their bytes")
    func equivalence() throws {
        let log = try log([
            screen("Caf\u{E9}", session: "\u{E9}"), screen("Cafe\u{301}", session: "e\u{301}"), screen("caf\u{E9}"),
        ])
        #expect(log.names.map { Array($0.text.utf8).count } == [5, 6, 5])
        #expect(log.names.map(\.page) == [0, 0, 1])
        #expect(log.sessionKeys.count == 3)
    }

    @Test("The map gives sent names the names of pages")
    func map() throws {
        let log = try log(
            [screen("Item 1"), screen("Item 2"), screen("Cart")], map: NameMap(Array("Item * = item".utf8)))
        #expect(log.names.map(\.text) == ["Item 1", "Item 2", "Cart"])
        #expect(log.pageNames == ["item", "Cart"])
        #expect(log.names.map(\.page) == [0, 0, 1])
    }

    @Test("A line with the id of an earlier line is a retry of the first one, in any file")
    func retries() throws {
        let first = [screen("a", "1"), screen("b", "2"), screen("c", "1")]
        let log = try log(first, [screen("a", "1"), screen("d"), screen("d")])
        #expect(log.pageViews.map(\.link) == [.none, .none, .retry(of: 0), .retry(of: 0), .none, .none])
    }

    @Test("The highest version of a Datadog view holds, whatever the order")
    func versions() throws {
        let lines = [view("1", 2), view("2", 1), view("1", 5, "Item"), view("1", 3), view("1", 5), view("2", 7)]
        let log = try log(lines)
        #expect(
            log.pageViews.map(\.link) == [
                .folded(into: 2), .folded(into: 5), .none, .folded(into: 2), .folded(into: 2), .none,
            ])
        let rising = try self.log((1...50).map { view("1", $0) })
        #expect(rising.pageViews.map(\.link) == Array(repeating: .folded(into: 49), count: 49) + [.none])
        let negative = try self.log([view("1", -7), view("1", 0)])
        #expect(negative.pageViews.map(\.link) == [.none, .folded(into: 0)])
    }

    @Test("Events of different formats with one id are different")
    func formats() throws {
        let posthog = #"{"event":"$screen","distinct_id":"u","uuid":"1","timestamp":"2026-01-14T18:20:04Z"}"#
        let log = try log([screen("a", "1")], [posthog])
        #expect(log.pageViews.map(\.link) == [.none, .none])
    }
}
