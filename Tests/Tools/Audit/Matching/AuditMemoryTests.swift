import TestSupport
import Testing

@testable import PageViewAudit

@Suite(.watched)
struct AuditMemoryTests {
    @Test("An appearance and a sent page view take 48 bytes, another event 12, a callback 16, an outcome of a line 6")
    func sizes() {
        #expect(MemoryLayout<SentPageView>.stride == 48 && MemoryLayout<SentLog.Ignored>.stride == 12)
        #expect(MemoryLayout<SeenStay>.stride == 48)
        #expect(MemoryLayout<SeenCallback>.stride == 16)
        #expect(MemoryLayout<Audit.LineOutcome>.stride + MemoryLayout<Int32>.stride == 6)
    }

    @Test("Events without a page view and without a repetition take no memory")
    func quietEvents() throws {
        var trace = "0 create a#1 page=a\n0 didAppear a#1\n"
        for second in 1..<200 {
            trace += "\(second) interaction tap\n\(second) sceneActive main\n\(second) willAppear b#1\n"
        }
        let seen = try AuditCase(trace, []).seen
        #expect(seen.stays.count == 1 && seen.callbacks.isEmpty && seen.scenes.allSatisfy(\.changes.isEmpty))
        #expect(seen.sessions[0].foremost.count == 1 && seen.names == ["a", "b"])
    }
}
