import Testing

@testable import PageViewLifecycle

/// Memory that is written by one thread while another reads what lies beside it.
struct ApartMemoryTests {
    @Test("Two values never share a pair of cache lines")
    func linesOfTheirOwn() {
        let first = unsafe UnsafeMutablePointer<UInt64>.allocateApart()
        let second = unsafe UnsafeMutablePointer<UInt64>.allocateApart()
        let pairs = [UInt(bitPattern: first), UInt(bitPattern: second)].map { $0.quotientAndRemainder(dividingBy: 128) }
        #expect(pairs.map(\.remainder) == [0, 0])
        #expect(pairs[0].quotient != pairs[1].quotient)
        unsafe first.deallocate()
        unsafe second.deallocate()
    }
}
