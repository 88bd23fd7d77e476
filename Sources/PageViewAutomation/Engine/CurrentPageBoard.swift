import PageViewLifecycle
import Synchronization

/// The current page of each scene, published: whoever asks reads a few words and waits for nobody, also not for a thread
/// that was stopped in the middle of a report (rule QU-007).
///
/// Each scene has two copies of what is to be known, and a version that tells which of them is valid. The writer, of which
/// there is one at a time, fills the other copy and then turns the version on; a reader that finds the version turned
/// meanwhile reads again.
struct CurrentPageBoard: ~Copyable, Sendable {
    private let issuer: UInt32
    /// Where a scene's entry is, by the scene's number, plus 1; 0 where it never had a page.
    private let places = PublishedWords()
    private let entries = PublishedWords()
    /// The number of the scene that holds the engine's current page, plus 1, or 0 without one, in the lower half; in the
    /// upper one how often that has changed, so that a reader notices when another scene was in front meanwhile.
    private let front = Atomic<UInt64>(0)

    // An entry: the version, and two copies of six words.
    private static var entrySize: Int { 16 }
    private static var copySize: Int { 6 }
    fileprivate static var isCountedBit: UInt64 { 1 }

    init(issuer: UInt32) {
        self.issuer = issuer
    }

    // MARK: Writing, inside the engine's lock

    /// Publishes what the model says of a scene.
    @inline(__always)
    fileprivate func publish(_ scene: Place, of model: borrowing EngineModel) {
        guard let entry = unsafe entries.writableWords(at: Int(scene) * Self.entrySize) else { return }
        let id = model.scenes[scene].id
        let version = unsafe entry[0].load(ordering: .relaxed) &+ 1
        // Nobody may see what is written now and yet take the version of before for the newest.
        atomicMemoryFence(ordering: .releasing)
        let copy = unsafe entry + Self.offset(of: version)
        let current = model.scenes[scene].current
        if current.isNone {
            unsafe Self.write(0, to: copy, id, ordinal: 0)
        } else {
            unsafe Self.write(current, model[current], to: copy, id)
        }
        unsafe entry[0].store(version, ordering: .releasing)
        // A scene that has closed and comes back may have another place.
        guard let place = unsafe places.writableWords(at: Int(id.index)) else { return }
        let known = UInt64(truncatingIfNeeded: scene) &* UInt64(Self.entrySize) &+ 1
        if unsafe place[0].load(ordering: .relaxed) != known { unsafe place[0].store(known, ordering: .releasing) }
    }

    @inline(__always)
    private static func write(
        _ place: Place, _ record: borrowing ComponentRecord, to copy: UnsafeMutablePointer<Atomic<UInt64>>,
        _ id: SceneID
    ) {
        let component = UInt64(UInt32(truncatingIfNeeded: place)) << 32 | UInt64(record.generation)
        unsafe copy[1].store(component, ordering: .relaxed)
        unsafe copy[2].store(record.tag, ordering: .relaxed)
        unsafe copy[3].store(UInt64(bitPattern: record.beganAt.nanoseconds), ordering: .relaxed)
        let page = UInt64(record.name?.word ?? 0) | (record.isCounted ? isCountedBit : 0)
        unsafe write(page, to: copy, id, ordinal: record.appearanceCount)
    }

    @inline(__always)
    private static func write(
        _ page: UInt64, to copy: UnsafeMutablePointer<Atomic<UInt64>>, _ id: SceneID, ordinal: UInt32
    ) {
        unsafe copy[0].store(UInt64(id.index) << 32 | UInt64(ordinal), ordering: .relaxed)
        unsafe copy[4].store(page, ordering: .relaxed)
        unsafe copy[5].store(id.tag, ordering: .relaxed)
    }

    fileprivate func publishFront(_ scene: SceneID?) {
        let number = scene.map { UInt64($0.index &+ 1) } ?? 0
        let before = front.load(ordering: .relaxed)
        if before & 0xFFFF_FFFF != number { front.store((before >> 32 &+ 1) << 32 | number, ordering: .releasing) }
    }

    // MARK: Reading, on any thread

    /// The current page of the engine.
    func page() -> PageAppearance? {
        while true {
            let turn = front.load(ordering: .acquiring)
            let number = UInt32(truncatingIfNeeded: turn)
            guard number != 0 else { return nil }
            let answer = page(inScene: number &- 1)
            atomicMemoryFence(ordering: .acquiring)
            if front.load(ordering: .relaxed) == turn { return answer }
        }
    }

    /// The current page of a scene.
    @inline(__always)
    func page(in scene: SceneID) -> PageAppearance? {
        scene.issuer == issuer ? page(inScene: scene.index) : nil
    }

    @inline(__always)
    private func page(inScene number: UInt32) -> PageAppearance? {
        while true {
            let place = unsafe places.words(at: Int(number))?[0].load(ordering: .acquiring) ?? 0
            guard place != 0, let entry = unsafe entries.words(at: Int(truncatingIfNeeded: place &- 1)) else {
                return nil
            }
            let version = unsafe entry[0].load(ordering: .acquiring)
            let copy = unsafe entry + Self.offset(of: version)
            let (head, component, tag, since, page, sceneTag) = unsafe (
                copy[0].load(ordering: .relaxed), copy[1].load(ordering: .relaxed), copy[2].load(ordering: .relaxed),
                copy[3].load(ordering: .relaxed), copy[4].load(ordering: .relaxed), copy[5].load(ordering: .relaxed)
            )
            atomicMemoryFence(ordering: .acquiring)
            guard unsafe entry[0].load(ordering: .relaxed) == version else { continue }
            // The place may be another scene's by now.
            guard head >> 32 == UInt64(number), page != 0 else { return nil }
            let name = unsafe PageContext(word: UInt(truncatingIfNeeded: page & ~Self.isCountedBit))
            let id = ComponentID(
                index: UInt32(truncatingIfNeeded: component >> 32), generation: UInt32(truncatingIfNeeded: component),
                issuer: issuer, tag: tag)
            return PageAppearance(
                id: AppearanceID(component: id, ordinal: UInt32(truncatingIfNeeded: head)), page: name,
                scene: SceneID(index: number, issuer: issuer, tag: sceneTag), isCounted: page & Self.isCountedBit != 0,
                since: Timestamp(nanoseconds: Int64(bitPattern: since)))
        }
    }

    private static func offset(of version: UInt64) -> Int { version & 1 == 0 ? 1 : 1 + copySize }
}

extension EngineModel {
    /// Publishes what has been worked out since the last time: first the page of the scene that is in front from now on,
    /// then the front, then the others. Whoever follows the front finds the page of before or that of after, although
    /// several scenes have changed.
    @inline(__always)
    mutating func publish(on board: borrowing CurrentPageBoard) {
        if !settled.isNone || isFrontTouched { publishChanges(on: board) }
    }

    private mutating func publishChanges(on board: borrowing CurrentPageBoard) {
        let front = currentScene()
        if let front { publish(front, on: board) }
        if isFrontTouched {
            isFrontTouched = false
            board.publishFront(front.map { scenes[$0].id })
        }
        while !settled.isNone {
            publish(settled, on: board)
            settled = scenes[settled].nextSettled
        }
    }

    @inline(__always)
    private mutating func publish(_ scene: Place, on board: borrowing CurrentPageBoard) {
        guard scenes[scene].isSettled else { return }
        scenes[scene].isSettled = false
        board.publish(scene, of: self)
    }
}
