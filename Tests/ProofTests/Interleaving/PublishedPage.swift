/// The engine's current page as it is published (`CurrentPageBoard`): one writer, which turns from page to page, and one
/// reader, which looks twice. Each step is one access to memory; accesses are seen in the order in which they are made.
struct PublishedPage: Interleaved {
    /// A fault that it must not have.
    enum Fault: CaseIterable {
        /// A reader does not look whether the version is still the same.
        case noSecondLook
        /// The writer fills the copy that the version says is valid.
        case copyInUseIsFilled
        /// The version is turned before the copy is filled.
        case versionTurnedFirst
        /// The front is turned to a scene before its page is there.
        case frontTurnedFirst
        /// A reader compares which scene was in front, not whether it was the same turn.
        case frontWithoutTurn
        /// The scene that was in front gets another page before the front is turned away from it.
        case pagesBeforeFront
    }

    /// What is to be published: the page of each scene, 0 without one, and which scene is in front.
    struct World: Hashable {
        var pages: [Int]
        /// The scene's number plus 1; 0 where no scene has a page.
        var front: Int
        var answer: Int { front == 0 ? 0 : pages[front - 1] }

        /// All there are with two scenes and two pages for each.
        static let all: [World] = (0...2).flatMap { first in
            (0...2).flatMap { second -> [World] in
                let fronts = [first, second].enumerated().filter { $0.element != 0 }.map { $0.offset + 1 }
                return (fronts.isEmpty ? [0] : fronts).map { World(pages: [first, second], front: $0) }
            }
        }
    }

    private struct Entry: Hashable {
        var version = 0
        /// Two copies of two words, each of which says which page it is.
        var copies = [[0, 0], [0, 0]]
    }

    /// One access of the writer.
    private enum Write: Hashable {
        case begin(World)
        case fill(scene: Int, word: Int, page: Int)
        case turnVersion(scene: Int)
        case turnFront(Int)
        case end
    }

    /// What the reader is at.
    private enum Read: Hashable {
        case front
        case version(front: [Int])
        case words(front: [Int], version: Int, read: [Int])
        case versionAgain(front: [Int], version: Int, read: [Int])
        case frontAgain(front: [Int], read: [Int])
    }

    private var entries = [Entry(), Entry()]
    /// The scene in front, and how often the front was turned.
    private var front = [0, 0]
    private let writes: [Write]
    private var written = 0
    /// The answers of what was, is, or is just being published, and the first of those that the reader may still see.
    private var answers: [Int]
    private var oldest = 0
    private var read = Read.front
    private var reads = 2
    private var mixture: [Int]?
    private var isWriting = false
    private let fault: Fault?

    /// The worlds follow on each other; the first is published before anybody looks.
    init(_ worlds: [World], _ fault: Fault? = nil) {
        self.fault = fault
        var writes: [Write] = []
        var front = worlds[0].front
        for world in worlds.dropFirst() {
            writes += Self.writes(of: world, after: front, fault)
            if world.front != 0 { front = world.front }
        }
        self.writes = writes
        answers = [worlds[0].answer]
        for (scene, page) in worlds[0].pages.enumerated() { entries[scene].copies[0] = [page, page] }
        self.front = [worlds[0].front, 0]
    }

    /// As `EngineModel.publish` does it: the page that is in front from now on, the front, then everything else. Where no
    /// scene has a page, the one that had it last stays in front.
    private static func writes(of after: World, after front: Int, _ fault: Fault?) -> [Write] {
        let turn: [Write] = after.front == 0 || after.front == front ? [] : [.turnFront(after.front)]
        let first = after.front == 0 ? [] : publish(after.front - 1, after, fault)
        let others = (0...1).filter { $0 + 1 != after.front }
        let withPage = others.filter { after.pages[$0] != 0 }.flatMap { publish($0, after, fault) }
        let without = others.filter { after.pages[$0] == 0 }.flatMap { publish($0, after, fault) }
        let all =
            switch fault {
            case .frontTurnedFirst: turn + first + withPage + without
            case .pagesBeforeFront: withPage + first + turn + without
            default: first + turn + withPage + without
            }
        return [.begin(after)] + all + [.end]
    }

    private static func publish(_ scene: Int, _ world: World, _ fault: Fault?) -> [Write] {
        let fill = (0...1).map { Write.fill(scene: scene, word: $0, page: world.pages[scene]) }
        return fault == .versionTurnedFirst ? [.turnVersion(scene: scene)] + fill : fill + [.turnVersion(scene: scene)]
    }

    var choices: [Int] { (written < writes.count ? [0] : []) + (reads > 0 ? [1] : []) }

    mutating func take(_ choice: Int) {
        if choice == 0 { write() } else { look() }
    }

    private mutating func write() {
        let write = writes[written]
        written += 1
        switch write {
        case .begin(let world):
            answers.append(world.answer)
            isWriting = true
        case .fill(let scene, let word, let page):
            let isInUse = fault == .copyInUseIsFilled || fault == .versionTurnedFirst
            entries[scene].copies[(entries[scene].version + (isInUse ? 0 : 1)) & 1][word] = page
        case .turnVersion(let scene): entries[scene].version += 1
        case .turnFront(let scene): front = [scene, front[1] + 1]
        case .end:
            isWriting = false
            // Who begins to read now cannot see what was before.
            if read == .front { oldest = answers.count - 1 }
        }
    }

    private mutating func look() {
        switch read {
        case .front:
            if !isWriting { oldest = max(oldest, answers.count - 1) }
            if front[0] == 0 { answer([0, 0]) } else { read = .version(front: front) }
        case .version(let front):
            read = .words(front: front, version: entries[front[0] - 1].version, read: [])
        case .words(let front, let version, let words):
            let all = words + [entries[front[0] - 1].copies[version & 1][words.count]]
            read =
                all.count < 2
                ? .words(front: front, version: version, read: all)
                : .versionAgain(front: front, version: version, read: all)
        case .versionAgain(let front, let version, let words):
            let isSame = entries[front[0] - 1].version == version || fault == .noSecondLook
            read = isSame ? .frontAgain(front: front, read: words) : .version(front: front)
        case .frontAgain(let known, let words):
            let isSame = fault == .frontWithoutTurn ? front[0] == known[0] : front == known
            if isSame { answer(words) } else { read = .front }
        }
    }

    /// The reader has an answer: that of something that was published when it began or since, and no older than what it saw
    /// before.
    private mutating func answer(_ words: [Int]) {
        read = .front
        reads -= 1
        if words[0] == words[1], let seen = answers[oldest...].firstIndex(of: words[0]) {
            oldest = seen
        } else {
            mixture = words
        }
    }

    var faults: [String] {
        if let mixture { return ["a page \(mixture) is seen that was not the current one"] }
        var alone = self
        for _ in 0..<24 where alone.reads > 0 { alone.look() }
        return alone.reads > 0 ? ["a reader waits"] : []
    }

    var faultsAtTheEnd: [String] { reads > 0 ? ["a reader has no answer"] : [] }
}
