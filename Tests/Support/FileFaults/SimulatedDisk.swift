package import PageViewDelivery
import PageViewLifecycle

/// A disk in memory: it can be full, tracks its durable contents, and can lose the rest as in a power cut.
///
/// Paths are absolute. Files take blocks of 512 bytes; an empty file takes none. To remove, to rename and to overwrite takes no
/// space either, as on ext4.
package final class SimulatedDisk: FileSystem {
    package static let blockSize = 512

    fileprivate struct Node {
        var bytes: [UInt8] = []
        /// The bytes that survive a power cut.
        var durable: [UInt8] = []
        var links = 1
        var change: UInt64
        var owner: Int?
        var sharers: Set<Int> = []

        var blocks: Int { (bytes.count + SimulatedDisk.blockSize - 1) / SimulatedDisk.blockSize }
    }

    /// A change of names that a power cut may lose.
    fileprivate enum NameChange {
        case bind(String, Int)
        case unbind(String)
        case move(from: String, to: String, Int)

        var folders: [String] {
            switch self {
            case .bind(let path, _), .unbind(let path): [SimulatedDisk.parent(of: path)]
            case .move(let from, let to, _): [SimulatedDisk.parent(of: from), SimulatedDisk.parent(of: to)]
            }
        }
    }

    fileprivate struct State {
        var nodes: [Int: Node] = [:]
        var names: [String: Int] = [:]
        var folders: Set<String> = ["/"]
        fileprivate var durableNames: [String: Int] = [:]
        fileprivate var nameChanges: [NameChange] = []
        var lastNumber = 0
        var isFull = false

        mutating func nextNumber() -> Int {
            lastNumber += 1
            return lastNumber
        }

        mutating func markChanged(_ node: inout Node) { node.change = UInt64(nextNumber()) }
    }

    fileprivate let state: Locked<State>

    /// Who can change the folders.
    private let folderAccess: FolderAccess?

    package init(folderAccess: FolderAccess? = nil) {
        state = Locked(State())
        self.folderAccess = folderAccess
    }

    private init(_ state: State) {
        self.state = Locked(state)
        folderAccess = nil
    }

    // MARK: For tests

    /// Whether each allocation of blocks fails.
    package var isFull: Bool {
        get { state.withLock { $0.isFull } }
        set { state.withLock { $0.isFull = newValue } }
    }

    /// The bytes of all files that have a name, by path.
    package var contents: [String: [UInt8]] {
        state.withLock { state in state.names.compactMapValues { state.nodes[$0]?.bytes } }
    }

    /// Returns the disk as the next process finds it, if the current one is killed now.
    package func afterKill() -> SimulatedDisk {
        state.withLock { state in
            var next = state
            for number in next.nodes.keys {
                next.nodes[number]?.owner = nil
                next.nodes[number]?.sharers = []
            }
            next.nodes = next.nodes.filter { $0.value.links > 0 }
            return SimulatedDisk(next)
        }
    }

    /// Returns the disk after a power cut: each change that is not durable may be lost.
    ///
    /// `seed` selects the lost changes, sector by sector and name by name. The disk can have written the sectors in any order.
    package func afterPowerCut(seed: UInt64) -> SimulatedDisk {
        var random = RandomBits(seed: seed)
        return state.withLock { state in
            var next = State()
            next.folders = state.folders
            next.names = state.durableNames
            for change in state.nameChanges where random.next() % 2 == 0 { next.names.apply(change) }
            next.lastNumber = state.lastNumber
            for (_, number) in next.names.sorted(by: { $0.key < $1.key }) where next.nodes[number] == nil {
                guard let node = state.nodes[number] else { continue }
                let bytes = node.torn(&random)
                next.nodes[number] = Node(bytes: bytes, durable: bytes, change: node.change + 1)
            }
            next.durableNames = next.names
            return SimulatedDisk(next)
        }
    }

    fileprivate static func parent(of path: String) -> String {
        let parent = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
        return parent.isEmpty ? "/" : String(parent)
    }

    fileprivate static func failure(_ path: String, _ found: String, _ code: Int32) -> JournalError {
        JournalError(path: path, expected: "the simulated disk to do it", found: found, code: code)
    }

    fileprivate static func missing(_ path: String) -> JournalError { failure(path, "No such file or directory", 2) }
    fileprivate static func full(_ path: String) -> JournalError { failure(path, "No space left on device", 28) }

    // MARK: For journals and stores

    package func open(_ path: String, for access: FileAccess) throws(JournalError) -> any OpenFile {
        let (number, handle) = try state.withLock { state throws(JournalError) in
            guard !state.folders.contains(path) else { throw Self.failure(path, "something else", 21) }
            guard state.folders.contains(Self.parent(of: path)) else { throw Self.missing(path) }
            if let number = state.names[path] {
                if access == .appendingToNew { throw Self.failure(path, "File exists", 17) }
                return (number, state.nextNumber())
            }
            guard access != .reading, access != .updating else { throw Self.missing(path) }
            let number = state.nextNumber()
            state.nodes[number] = Node(change: UInt64(number))
            state.record(.bind(path, number))
            return (number, state.nextNumber())
        }
        return SimulatedFile(self, path, number, handle, access)
    }

    package func makeFolder(_ path: String) throws(JournalError) -> Bool {
        try state.withLock { state throws(JournalError) in
            if state.folders.contains(path) { return false }
            guard !state.isFull else { throw Self.full(path) }
            return state.folders.insert(path).inserted
        }
    }

    package func access(toFolder path: String) -> FolderAccess? { folderAccess }

    package func names(in folder: String) throws(JournalError) -> [String] {
        try state.withLock { state throws(JournalError) in
            guard state.folders.contains(folder) else { throw Self.missing(folder) }
            return state.names.keys.filter { Self.parent(of: $0) == folder }.map { path in
                String(path.dropFirst(folder == "/" ? 1 : folder.count + 1))
            }
        }
    }

    package func status(of path: String) throws(JournalError) -> FileStatus? {
        state.withLock { state in state.names[path].flatMap { state.nodes[$0] }?.status }
    }

    package func remove(_ path: String) throws(JournalError) {
        state.withLock { state in
            if state.names[path] != nil { state.record(.unbind(path)) }
        }
    }

    package func rename(_ path: String, to newPath: String) throws(JournalError) {
        try state.withLock { state throws(JournalError) in
            guard let number = state.names[path] else { throw Self.missing(path) }
            state.record(.move(from: path, to: newPath, number))
        }
    }

    package func synchronize(folder: String) throws(JournalError) {
        state.withLock { state in
            var rest: [NameChange] = []
            for change in state.nameChanges {
                if change.folders.contains(folder) { state.durableNames.apply(change) } else { rest.append(change) }
            }
            state.nameChanges = rest
        }
    }

    package func lock(folder: String) throws(JournalError) -> any OpenFile {
        // Simulated processes take turns, so no caller waits.
        let (number, handle) = state.withLock { state in
            let number = state.nextNumber()
            state.nodes[number] = Node(links: 0, change: 0)
            return (number, state.nextNumber())
        }
        return SimulatedFile(self, folder, number, handle, .reading)
    }
}

extension SimulatedDisk.State {
    /// Applies a change of names, and records it as not durable.
    fileprivate mutating func record(_ change: SimulatedDisk.NameChange) {
        // The bytes of a file that loses its name stay for readers that have it open.
        switch change {
        case .bind: break
        case .unbind(let path): if let number = names[path] { nodes[number]?.links -= 1 }
        case .move(let from, let to, _): if let number = names[to], from != to { nodes[number]?.links -= 1 }
        }
        names.apply(change)
        nameChanges.append(change)
    }
}

extension SimulatedDisk.Node {
    /// Returns a content of the file after a power cut: any size between the durable and the current one, and each sector either
    /// as it is durable or as it is now.
    fileprivate func torn(_ random: inout RandomBits) -> [UInt8] {
        let (least, most) = (min(durable.count, bytes.count), max(durable.count, bytes.count))
        let sizes = [least, most, least + Int(random.next() % UInt64(most - least + 1))]
        let size = sizes[Int(random.next() % 3)]
        var torn: [UInt8] = []
        while torn.count < size {
            let count = min(SimulatedDisk.blockSize, size - torn.count)
            let part = (random.next() % 2 == 0 ? durable : bytes).dropFirst(torn.count).prefix(count)
            torn += part + [UInt8](repeating: 0, count: count - part.count)
        }
        return torn
    }

    fileprivate var status: FileStatus { FileStatus(size: bytes.count, hasName: links > 0, version: change) }
}

extension [String: Int] {
    fileprivate mutating func apply(_ change: SimulatedDisk.NameChange) {
        switch change {
        case .bind(let path, let number): self[path] = number
        case .unbind(let path): self[path] = nil
        case .move(let from, let to, let number):
            if self[from] == number { self[from] = nil }
            self[to] = number
        }
    }
}

/// An open file of a simulated disk.
private final class SimulatedFile: OpenFile {
    let path: String
    private let disk: SimulatedDisk
    private let number: Int
    private let handle: Int
    private let isAppending: Bool
    private let position = Locked(0)

    init(_ disk: SimulatedDisk, _ path: String, _ number: Int, _ handle: Int, _ access: FileAccess) {
        (self.disk, self.path, self.number, self.handle) = (disk, path, number, handle)
        isAppending = access == .appending || access == .appendingToNew
    }

    deinit { unlock() }

    var status: FileStatus {
        get throws(JournalError) {
            disk.state.withLock { $0.nodes[number]?.status ?? FileStatus(size: 0, hasName: false, version: 0) }
        }
    }

    func readPart(_ limit: Int) throws(JournalError) -> [UInt8] {
        let start = position.withLock { $0 }
        let bytes = disk.state.withLock { Array($0.nodes[number]?.bytes.dropFirst(start).prefix(limit) ?? []) }
        position.withLock { $0 += bytes.count }
        return bytes
    }

    func seek(to offset: Int) throws(JournalError) { position.withLock { $0 = offset } }

    func write(_ bytes: Span<UInt8>) throws(JournalError) -> Int {
        let start = position.withLock { $0 }
        let new = unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
        let end = try disk.state.withLock { state throws(JournalError) in
            guard var node = state.nodes[number] else { throw SimulatedDisk.full(path) }
            let start = isAppending ? node.bytes.count : start
            let before = node.blocks
            let count = max(node.bytes.count, start + new.count)
            if count > node.bytes.count { node.bytes += [UInt8](repeating: 0, count: count - node.bytes.count) }
            node.bytes.replaceSubrange(start..<(start + new.count), with: new)
            guard !state.isFull || node.blocks <= before else { throw SimulatedDisk.full(path) }
            state.markChanged(&node)
            state.nodes[number] = node
            return start + new.count
        }
        position.withLock { $0 = end }
        return new.count
    }

    func truncate(to size: Int) throws(JournalError) {
        disk.state.withLock { state in
            guard var node = state.nodes[number], size < node.bytes.count else { return }
            node.bytes.removeSubrange(size...)
            state.markChanged(&node)
            state.nodes[number] = node
        }
    }

    func synchronize() throws(JournalError) {
        disk.state.withLock { state in
            if let bytes = state.nodes[number]?.bytes { state.nodes[number]?.durable = bytes }
        }
    }

    func lock() -> Bool {
        disk.state.withLock { state in
            guard let node = state.nodes[number], node.owner == nil || node.owner == handle,
                node.sharers.subtracting([handle]).isEmpty
            else { return false }
            state.nodes[number]?.owner = handle
            state.nodes[number]?.sharers = []
            return true
        }
    }

    func lockShared() -> Bool {
        disk.state.withLock { state in
            guard let node = state.nodes[number], node.owner == nil || node.owner == handle else { return false }
            state.nodes[number]?.owner = nil
            state.nodes[number]?.sharers.insert(handle)
            return true
        }
    }

    func unlock() {
        disk.state.withLock { state in
            if state.nodes[number]?.owner == handle { state.nodes[number]?.owner = nil }
            state.nodes[number]?.sharers.remove(handle)
        }
    }
}
