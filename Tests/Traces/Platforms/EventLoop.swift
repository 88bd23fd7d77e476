/// The main loop of a simulated platform. Work that is posted in a turn runs when the turn is over, before the next frame.
@MainActor
final class EventLoop {
    private var posted: [@MainActor () -> Void] = []
    /// The callbacks of the platform, in the notation of the guides: `A.onPause; B.onCreate B.onStart`. A semicolon ends a turn.
    private(set) var log: [String] = []
    private var depth = 0
    /// Whether posted work waits, as a frame's does while an app is in the background.
    var isPaused = false

    func post(_ work: @escaping @MainActor () -> Void) { posted.append(work) }

    /// Runs one turn, and then the work that was posted in it.
    func turn(_ body: () -> Void) {
        depth += 1
        body()
        depth -= 1
        guard depth == 0 else { return }
        if !log.isEmpty, log.last != ";" { log.append(";") }
        while !isPaused, !posted.isEmpty { posted.removeFirst()() }
    }

    func note(_ callback: String) { log.append(callback) }

    /// Returns the callbacks since the last call, and forgets them.
    func takeLog() -> String {
        defer { log = [] }
        let turns = log.split(separator: ";").map { $0.joined(separator: " ") }
        return turns.isEmpty ? "nothing" : turns.joined(separator: "; ")
    }
}
