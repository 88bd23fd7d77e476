public import NavigationTraces
import PageViewAutomation

/// A stream of any number of events: random journeys, one after the other or many at a time (rule SIM-007).
public struct SimulatedSessions: Sequence, IteratorProtocol, Sendable {
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

    /// As many as are open at a time, whatever number there is in all.
    private static let openLimit = 1_000

    /// Creates a stream.
    ///
    /// - Parameters:
    ///   - seed: Where the random numbers begin; the same seed gives the same stream.
    ///   - framework: What the apps are made with.
    ///   - events: How many events there are in all.
    ///   - sessions: Among how many sessions they are shared out; `nil` is one without a name, and there is one at
    ///     least.
    public init(seed: UInt64, framework: UIFramework = .uiKit, events: Int, sessions: Int? = nil) {
        self.framework = framework
        self.seed = seed
        sessionCount = sessions.map { Swift.max(1, $0) }
        total = Swift.max(0, events)
        remaining = total
        random = SplitMix(seed: seed)
        waiting = [.header(TraceHeader(title: "Simulated: \(framework.name), seed \(seed)"))]
    }

    /// The next line; the first is the header.
    public mutating func next() -> TraceLine? {
        while waiting.isEmpty {
            guard remaining > 0 else { return nil }
            waiting = step()
        }
        return waiting.removeFirst()
    }

    /// Lets somebody act; returns what was reported.
    private mutating func step() -> ArraySlice<TraceLine> {
        while opened < sessionCount ?? 1, open.count < Self.openLimit { openSession() }
        let place = random.below(open.count)
        var lines = open[place].user.takeLines()
        if lines.isEmpty {
            _ = open[place].user.act()
            lines = open[place].user.takeLines()
        }
        return emit(lines, of: place)
    }

    private mutating func openSession() {
        // What does not come out even is spread.
        let (count, number) = (sessionCount ?? 1, opened)
        opened += 1
        let events = total / count + (number < total % count ? 1 : 0)
        open.append(
            Session(
                name: sessionCount.map { _ in "s\(number + 1)" },
                user: RandomUser(seed: seed &+ UInt64(number) &* 0x9E37_79B9, framework: framework),
                remaining: events))
    }

    private mutating func emit(_ lines: [TraceLine], of place: Int) -> ArraySlice<TraceLine> {
        var named: [TraceLine] = []
        for case .event(var event) in lines where open[place].remaining > 0 {
            event.session = open[place].name
            open[place].remaining -= 1
            remaining -= 1
            if open[place].remaining == 0, event.session != nil { event.action = .stop }
            named.append(.event(event))
        }
        if open[place].remaining == 0 { open.swapAt(place, open.count - 1); open.removeLast() }
        return named[...]
    }
}
