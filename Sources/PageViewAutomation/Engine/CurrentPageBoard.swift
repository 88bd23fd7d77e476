import PageViewLifecycle
import Synchronization

/// The current page of each scene, published: whoever asks reads a few words and waits for nobody, also not for a thread
/// that was stopped in the middle of a report (rule QU-007).
///
/// Each scene has two copies of what is to be known, and a version that tells which of them is valid. The writer, of which
/// there is one at a time, fills the other copy and then turns the version on; a reader that finds the version turned
/// meanwhile reads again.
///
/// A reader touches nothing but what is published. All that is written meanwhile lies in cache lines of its own, so that who
/// asks slows a report by no more than it takes to hand on the line that has changed.
@safe struct CurrentPageBoard: ~Copyable, Sendable {
    private let issuer: UInt32
    /// Where a scene's entry is, by the scene's number; 0 where it never had a page.
    private let places = PublishedWords()
    /// The first entry has the front: the number of the scene that holds the engine's current page, or held it last, plus 1, or
    /// 0 if none ever did, in the lower half; in the upper one how often that has changed, so that a reader notices when another scene was in
    /// front meanwhile. Those of the scenes come behind it.
    private let entries = PublishedWords()

    // An entry: the version and a copy of six words in one cache line, another copy in the next.
    private static var entrySize: Int { 16 }
    private static var copyDistance: Int { 8 }
    fileprivate static var isCountedBit: UInt64 { 1 }

    init(issuer: UInt32) {
        self.issuer = issuer
    }

    // MARK: Writing, inside the engine's lock

    /// Publishes what the model says of a scene.
    @inline(__always)
    fileprivate func publish(_ scene: Stage, of model: borrowing EngineModel) {
        let number = (Int(truncatingIfNeeded: scene.place) &+ 1) &* Self.entrySize
        guard let entry = unsafe entries.writableWords(at: number) else { return }
        let version = unsafe entry[0].load(ordering: .relaxed) &+ 1
        // Nobody may see what is written now and yet take the version of before for the newest.
        atomicMemoryFence(ordering: .releasing)
        let copy = unsafe entry + Self.offset(of: version)
        let current = scene.record.current
        if current.isNone {
            unsafe Self.write(0, to: copy, scene.record.id, ordinal: 0)
        } else {
            unsafe Self.write(model.subject(current), to: copy, scene.record.id)
        }
        unsafe entry[0].store(version, ordering: .releasing)
        // A scene that has closed and comes back may have another place.
        if !scene.record.isPlaced { place(scene, at: number) }
    }

    /// Tells where the entry of a scene is.
    @inline(never)
    private func place(_ scene: Stage, at number: Int) {
        guard let place = unsafe places.writableWords(at: Int(scene.record.id.index)) else { return }
        unsafe place[0].store(UInt64(truncatingIfNeeded: number), ordering: .releasing)
        scene.record.isPlaced = true
    }

    @inline(__always)
    private static func write(_ page: Subject, to copy: UnsafeMutablePointer<Atomic<UInt64>>, _ scene: SceneID) {
        let component = UInt64(UInt32(truncatingIfNeeded: page.place)) << 32 | UInt64(page.state.generation)
        unsafe copy[1].store(component, ordering: .relaxed)
        unsafe copy[2].store(page.record.tag, ordering: .relaxed)
        unsafe copy[3].store(UInt64(bitPattern: page.record.beganAt.nanoseconds), ordering: .relaxed)
        let name = UInt64(page.record.name?.word ?? 0) | (page.record.isCounted ? isCountedBit : 0)
        unsafe write(name, to: copy, scene, ordinal: page.record.appearanceCount)
    }

    @inline(__always)
    private static func write(
        _ page: UInt64, to copy: UnsafeMutablePointer<Atomic<UInt64>>, _ id: SceneID, ordinal: UInt32
    ) {
        unsafe copy[0].store(UInt64(id.index) << 32 | UInt64(ordinal), ordering: .relaxed)
        unsafe copy[4].store(page, ordering: .relaxed)
        unsafe copy[5].store(id.tag, ordering: .relaxed)
    }

    @inline(__always)
    fileprivate func publishFront(_ scene: SceneID) {
        guard let front = unsafe entries.writableWords(at: 0) else { return }
        let number = UInt64(scene.index &+ 1)
        let before = unsafe front[0].load(ordering: .relaxed)
        if before & 0xFFFF_FFFF != number {
            unsafe front[0].store((before >> 32 &+ 1) << 32 | number, ordering: .releasing)
        }
    }

    // MARK: Reading, on any thread

    /// The current page of the engine.
    func page() -> PageAppearance? {
        guard let front = unsafe entries.words(at: 0) else { return nil }
        while true {
            let turn = unsafe front[0].load(ordering: .acquiring)
            let number = UInt32(truncatingIfNeeded: turn)
            guard number != 0 else { return nil }
            let answer = page(inScene: number &- 1)
            atomicMemoryFence(ordering: .acquiring)
            if unsafe front[0].load(ordering: .relaxed) == turn { return answer }
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
            guard place != 0, let entry = unsafe entries.words(at: Int(truncatingIfNeeded: place)) else {
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

    private static func offset(of version: UInt64) -> Int { 1 + Int(truncatingIfNeeded: version & 1) * copyDistance }
}

extension EngineModel {
    /// Publishes what has been worked out since the last time: first the page of the scene that is in front from now on,
    /// then the front, then the others. Whoever follows the front finds the page of before or that of after, although
    /// several scenes have changed.
    @inline(__always)
    mutating func publish(on board: UnsafePointer<CurrentPageBoard>) {
        if !settled.isNone || isFrontTouched { unsafe publishChanges(on: board) }
    }

    @inline(never)
    private mutating func publishChanges(on board: UnsafePointer<CurrentPageBoard>) {
        let front = currentScene().map { stage($0) }
        if let front { unsafe publish(front, on: board) }
        if isFrontTouched {
            isFrontTouched = false
            // Where no scene has a page, the one that had it last stays in front, and says so itself: nearly always it is the next
            // to have one, and a line of the cache need not go to and fro.
            if let front { unsafe board.pointee.publishFront(front.record.id) }
        }
        // Nearly always it is the scene in front that has changed, and no other.
        if let front, front.place == settled, front.record.nextSettled.isNone {
            settled = .none
            return
        }
        while !settled.isNone {
            let scene = stage(settled)
            unsafe publish(scene, on: board)
            settled = scene.record.nextSettled
        }
    }

    @inline(__always)
    private func publish(_ scene: Stage, on board: UnsafePointer<CurrentPageBoard>) {
        guard scene.record.isSettled else { return }
        scene.record.isSettled = false
        unsafe board.pointee.publish(scene, of: self)
    }
}
