/// The rules, as a pure value: reports in, records out. No clock, no lock, no callback; it never traps.
///
/// Each input is a method, applied whole: what follows from it is worked out before the next one (ORD-001), and what
/// there is to tell waits in `records`. Components and scenes are dense tables; lists run through them by place, so
/// that no step looks anything up by name.
struct EngineModel {
    let policy: EnginePolicy
    let mainScene: SceneID

    /// What is to be told, in order. Whoever owns the model takes it out.
    var records: [EngineRecord] = []

    var now = Timestamp(nanoseconds: .min)
    var isRunning = true
    var sequence: UInt64 = 0
    /// Numbers whatever has a place in an order: beginnings, `didAppear`s, deep links, scenes made active.
    private var orderCount: UInt64 = 0

    var components: [ComponentRecord] = []
    var scenes: [SceneRecord] = []
    /// The place of each scene that was ever mentioned, by its number.
    var scenePlaces: [Place] = []
    /// Places of scenes that are closed and empty.
    var freeScenePlaces: [Place] = []
    private var incarnationCount: UInt64 = 0

    var scenesWithCurrentPage = 0
    /// The engine's current page when it last had one, and which incarnation of its scene that was in.
    var lastPage: (page: PageAppearance, incarnation: UInt64)?
    /// The page that was counted last, in whatever scene.
    var lastCounted: PageReference?

    /// Scenes whose current page this input may have changed.
    var touched: [Place] = []
    /// The scene whose current page this input has ended by `didDisappear`, `detach` or `destroy`.
    var uncovered = Place.none

    init(policy: EnginePolicy, mainScene: SceneID) {
        self.policy = policy
        self.mainScene = mainScene
    }

    /// A model like this one that knows nothing and follows nothing.
    func emptied() -> EngineModel {
        var model = EngineModel(policy: policy, mainScene: mainScene)
        model.isRunning = false
        return model
    }

    mutating func nextOrder() -> UInt64 {
        orderCount += 1
        return orderCount
    }

    mutating func nextIncarnation() -> UInt64 {
        incarnationCount += 1
        return incarnationCount
    }

    mutating func emit(_ record: EngineRecord) {
        guard isRunning else { return }
        records.append(record)
    }

    mutating func diagnose(_ kind: Diagnostic.Kind, _ component: ComponentID? = nil) {
        emit(.diagnostic(Diagnostic(kind: kind, component: component, time: now)))
    }

    /// Moves the time on (ORD-006). One that a report carries and that is older than the last is odd; a clock's own
    /// reading may be older, because another thread was faster to the lock.
    mutating func advance(to time: Timestamp, isReported: Bool, about component: ComponentID?) {
        if time >= now {
            now = time
        } else if isReported {
            diagnose(.timeWentBack, component)
        }
    }
}
