import PageViewAudit
import Testing

@Suite("Page views of an export")
struct SentLogTests {
    @Test("A line takes at most 64 bytes, with the 8 bytes of the table of identities")
    func size() {
        #expect(MemoryLayout<SentPageView>.stride + 8 <= 64)
    }
}
