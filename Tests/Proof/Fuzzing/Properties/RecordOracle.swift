import PageViewDelivery
import AnalyticsJSON
import PageViewTracking

/// The items of a segment by the rules JR-001 and JR-005, found independently of the reader to check it.
struct RecordOracle {
    enum Kind: Equatable {
        case event(TrackedEvent)
        /// An intact record without an event.
        case noEvent
        case damage
    }

    struct Item {
        let range: Range<Int>
        let kind: Kind
    }

    private(set) var items: [Item] = []

    init(_ bytes: [UInt8]) {
        var start = 0
        while start < bytes.count {
            let claimed = Frame(bytes, at: start)
            if let frame = claimed, frame.isRecord(bytes) {
                let event = try? TrackedEvent.read(Array(bytes[frame.event])).get()
                let kind = event.map(Kind.event) ?? .noEvent
                items.append(Item(range: start..<frame.end, kind: kind))
                start = frame.end
            } else {
                let end = Self.endOfDamage(bytes, start, claimed)
                items.append(Item(range: start..<end, kind: .damage))
                start = end
            }
        }
    }

    private static let mark = Array("{\"crc\":\"".utf8)

    /// Returns the next line that begins like a record, or the end of the claimed record if one may begin there.
    private static func endOfDamage(_ bytes: [UInt8], _ start: Int, _ claimed: Frame?) -> Int {
        var ends = [bytes.count]
        if let claimed, claimed.end <= bytes.count, bytes[claimed.end...].starts(with: mark) {
            ends.append(claimed.end)
        }
        let line = (start..<bytes.count).first { index in
            bytes[index] == 0x0A && zip(mark, bytes[(index + 1)...]).allSatisfy { $0 == $1 }
        }
        if let line { ends.append(line + 1) }
        return ends.min() ?? bytes.count
    }

    /// The bytes that precede an event.
    private struct Frame {
        let checksum: String
        let event: Range<Int>
        /// The offset after the line break.
        var end: Int { event.upperBound + 2 }

        init?(_ bytes: [UInt8], at start: Int) {
            guard start + 45 <= bytes.count else { return nil }
            let (crc, length) = (bytes[start + 8..<start + 16], bytes[start + 28..<start + 35])
            checksum = String(decoding: crc, as: UTF8.self)
            let digits = String(decoding: length, as: UTF8.self)
            guard bytes[start...].starts(with: #"{"crc":"\#(checksum)","length":"\#(digits)","event":"#.utf8),
                crc.allSatisfy(Self.isHexadecimal), length.allSatisfy({ (0x30...0x39).contains($0) }),
                let length = Int(digits), length <= 2_000_000
            else { return nil }
            event = start + 45..<start + 45 + length
        }

        private static func isHexadecimal(_ byte: UInt8) -> Bool {
            (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
        }

        /// Whether it precedes an event with its checksum, on one line of its length.
        func isRecord(_ bytes: [UInt8]) -> Bool {
            isWhole(bytes) && checksum == RecordOracle.checksum(bytes, event) && !bytes[event].contains(0x0A)
        }

        func isWhole(_ bytes: [UInt8]) -> Bool {
            end <= bytes.count && bytes[event.upperBound] == 0x7D && bytes[event.upperBound + 1] == 0x0A
        }
    }

    private static func checksum(_ bytes: [UInt8], _ range: Range<Int>) -> String {
        let digits = String(CRC32C.checksum(bytes[range]), radix: 16)
        return String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }

    /// Corrects the checksum of each event, beginning with the last, because an event may contain others.
    static func mended(_ bytes: [UInt8]) -> [UInt8] {
        var mended = bytes
        for start in bytes.indices.reversed() where start == 0 || bytes[start - 1] == 0x0A {
            guard let frame = Frame(mended, at: start), frame.isWhole(mended) else { continue }
            mended.replaceSubrange(start + 8..<start + 16, with: checksum(mended, frame.event).utf8)
        }
        return mended
    }

    /// Returns the bytes framed as a journal frames an event.
    static func framed(_ bytes: [UInt8]) -> [UInt8] {
        var buffer: [UInt8] = []
        RecordFrame.append(bytes, to: &buffer)
        return buffer
    }

    /// Events and their records.
    static let written: [(event: TrackedEvent, bytes: [UInt8])] = (1...3).map { number in
        let id = EventID(high: 0x0190_0000_0000_7000, low: UInt64(number))
        let event = TrackedEvent(
            id: id, sequence: UInt64(number), name: "tap",
            payload: ["text": "\n{\"crc\":\"", "rest": ["}\n", 1.5, nil]],
            page: TrackedPage(id: id, page: PageContext(name: "item")), time: WallTime(nanoseconds: -1),
            identity: UserIdentity(anonymousID: id, userID: "é"))
        return (event, framed(event.json))
    }
}
