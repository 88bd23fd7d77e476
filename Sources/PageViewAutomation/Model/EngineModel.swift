/// The rules, as a pure value: reports in, records out. No clock, no lock, no callback; it never traps.
///
/// Each input is a method, applied whole: what follows from it is worked out before the next one (ORD-001), and what
/// there is to tell waits in `records`. Components and scenes are dense tables; lists run through them by place, so
/// that no step looks anything up by name. It is copied on purpose only, by ``copy()``.
package struct EngineModel: ~Copyable {
    let policy: EnginePolicy
    let mainScene: SceneID

    /// What is to be told, in order. Whoever owns the model takes it out.
    package var records = RecordBuffer()
    /// The kinds of records that somebody wants; others are not made.
    package var wanted = EngineRecord.Kinds.all

    var now = Timestamp(nanoseconds: .min)
    var isRunning = true
    var sequence: UInt64 = 0
    /// Numbers whatever has a place in an order: beginnings, `didAppear`s, deep links, scenes made active.
    private var orderCount: UInt64 = 0

    /// What is known of each component, by its place, in two tables.
    var states = SlotTable<ComponentState>()
    var components = SlotTable<ComponentRecord>()
    var containments = ContainmentTable()
    var scenes = SlotTable<SceneRecord>()
    /// The place of each scene that was ever mentioned, by its number.
    var scenePlaces: [Place] = []
    /// Places of scenes that are closed and empty.
    var freeScenePlaces: [Place] = []

    /// The scenes that have a current page, in the order in which they came to the front: those in the foreground, and
    /// those in the background.
    var inForeground = Row()
    var inBackground = Row()
    /// The engine's current page when it last had one.
    var lastPage = LastOfAll<PageAppearance>()
    /// The page that was counted last, in whatever scene.
    var lastCounted = LastOfAll<PageReference>()

    /// The first and the last of the scenes whose current page this input may have changed.
    var touched = Row()
    /// The first of the scenes whose current page has been worked out anew since somebody asked.
    var settled = Place.none
    /// Whether another scene may be in front since somebody asked.
    var isFrontTouched = false
    /// The scene whose current page this input has ended by `didDisappear`, `detach` or `destroy`.
    var uncovered = Place.none

    package init(policy: EnginePolicy, mainScene: SceneID) {
        self.policy = policy
        self.mainScene = mainScene
    }

    /// A model like this one that knows nothing and follows nothing.
    func emptied() -> EngineModel {
        var model = EngineModel(policy: policy, mainScene: mainScene)
        model.isRunning = false
        return model
    }

    /// Another one that knows the same.
    func copy() -> EngineModel {
        var copy = EngineModel(policy: policy, mainScene: mainScene)
        copy.records = records.copy()
        copy.wanted = wanted
        (copy.now, copy.isRunning, copy.sequence) = (now, isRunning, sequence)
        copy.orderCount = orderCount
        copy.states = states.copy()
        copy.components = components.copy { $0.copy() }
        copy.containments = containments.copy()
        copy.scenes = scenes.copy()
        (copy.scenePlaces, copy.freeScenePlaces) = (scenePlaces, freeScenePlaces)
        (copy.inForeground, copy.inBackground) = (inForeground, inBackground)
        (copy.lastPage, copy.lastCounted) = (lastPage, lastCounted)
        (copy.touched, copy.settled, copy.uncovered) = (touched, settled, uncovered)
        copy.isFrontTouched = isFrontTouched
        return copy
    }

    @inline(__always)
    mutating func nextOrder() -> UInt64 {
        orderCount += 1
        return orderCount
    }

    /// Whether a record of this kind is to be made.
    @inline(__always)
    func tells(_ kind: EngineRecord.Kinds) -> Bool { isRunning && !wanted.isDisjoint(with: kind) }

    package mutating func diagnose(_ kind: Diagnostic.Kind, _ component: ComponentID? = nil) {
        guard tells(.diagnostics) else { return }
        records.append(.diagnostic(Diagnostic(kind: kind, component: component, time: now)))
    }

    /// The same about a component, which is not looked at unless somebody wants to know.
    @inline(__always)
    mutating func diagnose(_ kind: Diagnostic.Kind, of component: Subject) {
        if tells(.diagnostics) { diagnose(kind, id(of: component)) }
    }

    /// Moves the time on (ORD-006). One that a report carries and that is older than the last is odd; a clock's own
    /// reading may be older, because another thread was faster to the lock.
    @inline(__always)
    package mutating func advance(to time: Timestamp, isReported: Bool, about component: ComponentID?) {
        if time >= now {
            now = time
        } else if isReported {
            diagnose(.timeWentBack, component)
        }
    }
}
