import TestSupport
import Testing

@testable import PageViewLifecycle

/// The queue of emitted records.
@Suite(.watched)
struct RecordBufferTests {
    private final class Token: Sendable {}

    @Test("Records and marks leave the buffer in the order in which they were appended")
    func order() {
        var buffer = RecordBuffer<Int>()
        var model: [(Int?, UInt8)] = []
        var generator = SeededGenerator(seed: 7)
        var found: [(Int?, UInt8)] = []
        for number in 0..<5_000 {
            switch Int.random(in: 0..<5, using: &generator) {
            case 0:
                buffer.appendMark(64)
                model.append((nil, 64))
            case 1, 2:
                buffer.append(number, kind: 1)
                model.append((number, 1))
            default:
                guard !buffer.isEmpty else { continue }
                found.append((buffer.firstKind == 64 ? nil : buffer[0], buffer.firstKind))
                buffer.removeFirst()
            }
        }
        let count = buffer.count
        #expect(count == model.count - found.count)
        #expect(found.map(\.0) == model.prefix(found.count).map(\.0))
        #expect(found.map(\.1) == model.prefix(found.count).map(\.1))
    }

    @Test("The buffer removes entries of a kind, and keeps the others in order")
    func removeKinds() {
        var buffer = RecordBuffer<Int>()
        for number in 0..<12 {
            buffer.append(number, kind: number.isMultiple(of: 3) ? 2 : 1)
            if number.isMultiple(of: 4) { buffer.appendMark(64) }
        }
        let first = buffer.popFirst()
        #expect(first == 0)
        let count = buffer.removeAll(kinds: 1)
        #expect(count == 8)
        buffer[buffer.count - 1] = 90
        var found: [Int?] = []
        while !buffer.isEmpty {
            if buffer.firstKind == 64 {
                found.append(nil)
                buffer.removeFirst()
            } else {
                found.append(buffer.popFirst())
            }
        }
        #expect(found == [nil, 3, nil, 6, nil, 90])
        let none = buffer.removeAll()
        #expect(none == 0)
    }

    @Test("The buffer releases each record when the record is removed or the buffer ends")
    func release() {
        weak var first: Token?
        weak var second: Token?
        weak var last: Token?
        do {
            var buffer = RecordBuffer<Token>()
            for number in 0..<10 {
                let token = Token()
                if number == 0 { first = token }
                if number == 5 { second = token }
                if number == 9 { last = token }
                buffer.append(token, kind: 1)
                buffer.appendMark(128)
            }
            #expect(first != nil)
            buffer.removeFirst()
            #expect(first == nil)
            let count = buffer.count
            #expect(count == 19)
            for _ in 0..<10 { buffer.removeFirst() }
            #expect(second == nil && last != nil)
        }
        #expect(last == nil)
    }
}
