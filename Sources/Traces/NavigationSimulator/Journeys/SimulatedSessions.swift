package import NavigationTraces
import PageViewAutomation

/// A stream of random journeys with a given number of events (SIM-007).
///
/// The stream creates its lines while the caller reads them, so its memory does not depend on its length.
package struct SimulatedSessions: Sequence, IteratorProtocol, Sendable {
    private struct Session: Sendable {
        let name: String?
        var user: RandomUser
        var remaining: Int
    }

    private let framework: UIFramework
    private let seed: UInt64
    private let sessionCount: Int?
    private let total: Int
    private var remaining: Int
    private var opened = 0
    private var open: [Session] = []
    private var waiting: ArraySlice<TraceLine> = []
    private var random: SplitMix

    /// The largest number of sessions that are open at a time.
    private static let openLimit = 1_000

    /// Creates a stream of a number of events. Without a number of sessions, it has one session without a name.
    package init(seed: UInt64, framework: UIFramework = .uiKit, events: Int, sessions: Int? = nil) {
        self.framework = framework
        self.seed = seed
        sessionCount = sessions.map { Swift.max(1, $0) }
        total = Swift.max(0, events)
        remaining = total
        random = SplitMix(seed: seed)
        waiting = [.header(TraceHeader(title: "Simulated: \(framework.name), seed \(seed)"))]
    }

    /// Returns the next line. The first line is the header.
    package mutating func next() -> TraceLine? {
        while waiting.isEmpty {
            guard remaining > 0 else { return nil }
            waiting = step()
        }
        return waiting.removeFirst()
    }

    private mutating func step() -> ArraySlice<TraceLine> {
        while opened < sessionCount ?? 1, open.count < Self.openLimit { openSession() }
        let index = random.below(open.count)
        var lines = open[index].user.takeLines()
        if lines.isEmpty {
            _ = open[index].user.act()
            lines = open[index].user.takeLines()
        }
        return emit(lines, of: index)
    }

    private mutating func openSession() {
        // If the events cannot be divided evenly, each of the first sessions gets one event more.
        let (count, number) = (sessionCount ?? 1, opened)
        opened += 1
        let events = total / count + (number < total % count ? 1 : 0)
        open.append(
            Session(
                name: sessionCount.map { _ in "s\(number + 1)" },
                user: RandomUser(seed: seed &+ UInt64(number) &* 0x9E37_79B9, framework: framework),
                remaining: events))
    }

    private mutating func emit(_ lines: [TraceLine], of index: Int) -> ArraySlice<TraceLine> {
        var named: [TraceLine] = []
        for case .event(var event) in lines where open[index].remaining > 0 {
            event.session = open[index].name
            open[index].remaining -= 1
            remaining -= 1
            if open[index].remaining == 0, event.session != nil { event.action = .stop }
            named.append(.event(event))
        }
        if open[index].remaining == 0 { open.swapAt(index, open.count - 1); open.removeLast() }
        return named[...]
    }
}
