import PageViewAutomation

/// A stay of a page in front of the user, a held `didAppear`, or a page view by hand, as a trace shows it (AU-201).
///
/// A trace may have millions, so a stay takes 48 bytes.
struct SeenStay: Sendable, BitwiseCopyable {
    enum Kind: UInt32 {
        case appearance
        /// A `didAppear` that waits for a window or for the foreground (AP-002).
        case held
        /// A page view by hand without an appearance (RD-011).
        case manual
    }

    static let open = Int64.max

    var begin: Int64
    /// When the stay ended, in trace time; ``open`` if it goes on at the end of the trace.
    var end: Int64
    /// When the page view was counted, in trace time. Without a page view it has no meaning.
    var counted: Int64 = 0
    var name: Int32
    var scene: Int32
    /// The number of the page view in its session, and the kind in the lowest two bits.
    private var numberAndKind: UInt32
    /// The names of the components that contain the page, as an index; -1 without containers.
    var containers: Int32 = -1
    /// The index of the last event that can explain a repeated page view; -1 without one.
    var lastCallback: Int32 = -1
    /// The index of the sent line that the page view is matched with. Without a line, the cause of that, which is negative.
    private var lineOrCause: Int32 = -1

    init(begin: Int64, end: Int64 = open, name: Int32, scene: Int32, kind: Kind) {
        (self.begin, self.end, self.name, self.scene) = (begin, end, name, scene)
        numberAndKind = kind.rawValue
    }

    var number: UInt32 {
        get { numberAndKind >> 2 }
        set { numberAndKind = min(newValue, .max >> 2) << 2 | numberAndKind & 3 }
    }

    var kind: Kind { Kind(rawValue: numberAndKind & 3) ?? .appearance }

    /// Leaves out the page view. The kind becomes `manual`, because a line during an uncounted appearance would be
    /// `tooEarly`.
    mutating func leaveOut() { numberAndKind = Kind.manual.rawValue }

    var line: Int32 {
        get { max(lineOrCause, -1) }
        set { lineOrCause = newValue }
    }

    /// The cause that no line is matched with the page view.
    var missingCause: AuditCause {
        get { AuditCause(rawValue: UInt8(truncatingIfNeeded: -1 - lineOrCause)) ?? .none }
        set { lineOrCause = -1 - Int32(newValue.rawValue) }
    }

    var isCounted: Bool { number > 0 }

    func contains(_ time: Int64) -> Bool { begin <= time && time <= end }
}

/// An event during an appearance that an app may answer with a repeated page view (AU-206).
struct SeenCallback: Sendable, BitwiseCopyable {
    let time: Int64
    let previous: Int32
    let cause: AuditCause
}

struct SeenScene: Sendable {
    let session: Int32
    /// The times at which the scene went to the background and came to the foreground, in turn.
    var changes: [Int64] = []

    func isForeground(at time: Int64) -> Bool { changes.firstIndex(notBefore: { $0 <= time }).isMultiple(of: 2) }

    func lastForeground(until time: Int64) -> Int64? {
        let count = changes.firstIndex(notBefore: { $0 <= time })
        let last = count.isMultiple(of: 2) ? count - 1 : count - 2
        return last > 0 ? changes[last] : nil
    }

    func firstForeground(after time: Int64) -> Int64? {
        let count = changes.firstIndex(notBefore: { $0 <= time })
        let next = count.isMultiple(of: 2) ? count + 1 : count
        return next < changes.count ? changes[next] : nil
    }
}

struct SeenSession: Sendable {
    let name: String?
    var componentNames: Set<Int32> = []
    /// The scenes with the current page of the session, each with the time at which it became the foremost one (QU-004).
    var foremost: [(time: Int64, scene: Int32)] = []

    func foremostScene(at time: Int64) -> Int32? {
        let count = foremost.firstIndex(notBefore: { $0.time <= time })
        return count > 0 ? foremost[count - 1].scene : nil
    }
}

/// What the user saw, as the replay of a trace shows it: the page views and the history around them (AU-201).
///
/// It takes 48 bytes for each appearance, 16 for each further callback or reveal, 8 for each change of a scene, and 16 for each
/// change of the foremost scene.
package struct SeenTrace: Sendable {
    var stays = BlockList<SeenStay>()
    var callbacks = BlockList<SeenCallback>()
    var scenes: [SeenScene] = []
    var sessions: [SeenSession] = []
    /// The names of pages and components. No two of them are canonically equivalent.
    private(set) var names: [String] = []
    private(set) var isPageName: [Bool] = []
    /// The lists of containers: the name of a container, and the list of the containers around it.
    private(set) var containers: [(name: Int32, outer: Int32)] = []
    /// The calendar time of trace time 0, in nanoseconds since 1970; `nil` if the trace does not contain it.
    package internal(set) var beganAt: Int64?
    package internal(set) var pageViewCount = 0
    /// The time as the current page below which a page view is left out, in nanoseconds (AU-113).
    package internal(set) var minimumDuration: Int64?
    package private(set) var leftOutCount = 0

    private var nameIndices: [String: Int32] = [:]
    private var sessionIndices: [ExactName?: Int32] = [:]
    private var containerIndices: [ContainerKey: Int32] = [:]

    private struct ContainerKey: Hashable, Sendable {
        let name: Int32
        let outer: Int32
    }

    init() {}

    mutating func leaveOut(_ stay: Int) {
        guard stays[stay].isCounted else { return }
        stays[stay].leaveOut()
        pageViewCount -= 1
        leftOutCount += 1
    }

    func session(of stay: SeenStay) -> Int { Int(scenes[Int(stay.scene)].session) }

    mutating func index(ofName name: String, isPage: Bool) -> Int32 {
        if let index = nameIndices[name] {
            if isPage { isPageName[Int(index)] = true }
            return index
        }
        let index = Int32(names.count)
        names.append(name)
        isPageName.append(isPage)
        nameIndices[name] = index
        return index
    }

    func index(ofName name: String) -> Int32? { nameIndices[name] }

    mutating func index(ofSession name: String?) -> Int32 {
        if let index = sessionIndices[name.map { ExactName($0) }] { return index }
        let index = Int32(sessions.count)
        sessions.append(SeenSession(name: name))
        sessionIndices[name.map { ExactName($0) }] = index
        return index
    }

    func index(ofKnownSession name: String?) -> Int32? { sessionIndices[name.map { ExactName($0) }] }

    /// Returns the index of a list of containers, given the names from the outermost to the innermost one.
    mutating func index(ofContainers names: some Sequence<Int32>) -> Int32 {
        var list: Int32 = -1
        for name in names {
            let key = ContainerKey(name: name, outer: list)
            list =
                containerIndices[key]
                ?? {
                    let index = Int32(containers.count)
                    containers.append((name, list))
                    containerIndices[key] = index
                    return index
                }()
        }
        return list
    }

    func contains(_ name: Int32, in list: Int32) -> Bool {
        var list = list
        while list >= 0 {
            if containers[Int(list)].name == name { return true }
            list = containers[Int(list)].outer
        }
        return false
    }
}
