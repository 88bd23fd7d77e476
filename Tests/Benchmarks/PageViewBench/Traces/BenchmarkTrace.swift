import Glibc
import NavigationTraces

/// The trace that replay is measured with: components live, appear and disappear many times; some pages are ready before
/// they appear, most become ready while in front, some are left before; duplicates and cancelled transitions included.
///
/// The same numbers give the same trace, on every machine.
struct BenchmarkTrace {
    let events: Int
    /// With more than one, the lines of many sessions interleave.
    let sessions: Int
    let components: Int

    init(events: Int, sessions: Int = 1, components: Int = 20_000) {
        self.events = events
        self.sessions = sessions
        self.components = max(components, sessions)
    }

    /// Writes it; whether that went well.
    func write(to path: String) -> Bool {
        guard let file = unsafe fopen(path, "w") else { return false }
        let isWritten = unsafe write(to: file)
        return unsafe fclose(file) == 0 && isWritten
    }

    /// Writes it to a descriptor, which stays open; whether that went well.
    func write(to descriptor: Int32) -> Bool {
        guard let file = unsafe fdopen(dup(descriptor), "w") else { return false }
        let isWritten = unsafe write(to: file)
        return unsafe fclose(file) == 0 && isWritten
    }

    private func write(to file: UnsafeMutablePointer<FILE>) -> Bool {
        var user = TraceUser(components: components, sessions: sessions)
        var line: [UInt8] = []
        for _ in 0..<events {
            line.removeAll(keepingCapacity: true)
            user.appendNext(to: &line)
            if unsafe fwrite(line, 1, line.count, file) != line.count { return false }
        }
        return unsafe fflush(file) == 0
    }
}
