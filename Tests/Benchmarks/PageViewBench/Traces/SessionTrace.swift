import Glibc

/// As many sessions as one likes, all under way at the same time: each has its first line before any has its second.
struct SessionTrace {
    let sessions: Int
    /// Whether the sessions are named; otherwise the same components are in one session.
    let isNamed: Bool

    static let eventsPerSession = 4

    /// Writes it; whether that went well.
    func write(to path: String) -> Bool {
        guard let file = unsafe fopen(path, "w") else { return false }
        var isWritten = true
        for step in 0..<Self.eventsPerSession {
            for place in 0..<sessions {
                // A step through all of them that does not divide their number, so that neighbours lie apart.
                let line = Self.line(
                    step, (place &* 611_953) % sessions, isNamed: isNamed, time: step * sessions + place)
                let count = unsafe fwrite(Array(line.utf8), 1, line.utf8.count, file)
                isWritten = isWritten && count == line.utf8.count
            }
        }
        return unsafe fclose(file) == 0 && isWritten
    }

    private static func line(_ step: Int, _ session: Int, isNamed: Bool, time: Int) -> String {
        let name = isNamed ? "\"session\":\"s\(session)\",\"component\":\"item\"" : "\"component\":\"item#\(session)\""
        let rest =
            switch step {
            case 0: #""event":"create","page":{"name":"item","context":"shop"},"state":"pending""#
            case 1: #""event":"didAppear""#
            case 2: #""event":"ready","payload":{"items":12}"#
            default: #""event":"didDisappear""#
            }
        return "{\"t\":\(time),\(name),\(rest)}\n"
    }
}
