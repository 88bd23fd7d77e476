import PageViewDelivery
import PageViewTracking

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A process that writes events until it is killed, and prints the number of each one after `receive` has returned.
///
/// usage: JournalVictim FOLDER NUMBER SEGMENTBYTES
///
/// NUMBER identifies the events of this process.
@main
struct Victim {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let number = UInt64(arguments[2]), let segmentBytes = Int(arguments[3]) else {
            exit(64)
        }
        let journal = JournalProvider(directory: arguments[1], limits: JournalLimits(segmentBytes: segmentBytes))
        try journal.configure()
        for index in UInt64(1)... {
            try journal.receive(
                TrackedEvent(
                    id: EventID(high: number, low: index), sequence: index, name: "written",
                    payload: ["text": .string(String(repeating: "x", count: Int(index % 300)))],
                    time: WallTime(nanoseconds: 0), identity: UserIdentity(anonymousID: EventID(high: 0, low: 0))))
            let line = Array("\(index)\n".utf8)
            _ = unsafe line.withUnsafeBytes { unsafe write(1, $0.baseAddress, $0.count) }
        }
    }
}
