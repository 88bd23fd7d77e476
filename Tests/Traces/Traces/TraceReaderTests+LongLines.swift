import NavigationTraces
import TestSupport
import Testing

extension TraceReaderTests {
    @Test("A line beyond the limit is one error, and the reader reads the next line")
    func lineBeyondTheLimit() {
        var reader = TraceReader(notation: .jsonLines)
        let piece = [UInt8](repeating: 0x20, count: 4 << 20)
        var errors: [TraceError] = []
        for _ in 0..<17 {
            reader.append(piece)
            do {
                #expect(try reader.next() == nil)
            } catch {
                errors.append(error)
            }
        }
        #expect(errors.map(\.line) == [1])
        reader.append(Array("x\n\(Self.end)\n".utf8))
        #expect((try? reader.next()) != nil)
        #expect(reader.lineNumber == 2)
    }
}
