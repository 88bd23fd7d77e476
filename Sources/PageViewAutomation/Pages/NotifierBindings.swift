import PageViewLifecycle

/// Where a notifier sends its changes: a component of an engine. It keeps the engine's core alive, not the engine.
struct NotifierBinding: Sendable {
    let core: EngineCore
    let index: UInt32
    let generation: UInt32
    /// Its number among the notifier's bindings: an older one of the same component is another one.
    let number: UInt32

    init(_ component: ComponentID, of core: EngineCore, number: UInt32) {
        self.core = core
        index = component.index
        generation = component.generation
        self.number = number
    }

    /// The component, without the number that its framework gave it.
    var component: ComponentID {
        ComponentID(index: index, generation: generation, issuer: core.lifecycle.mainScene.issuer, tag: 0)
    }

    /// The same, with the core held until it is released: counted once, however often it is used meanwhile.
    @unsafe var retained: Retained {
        unsafe Retained(core: .passRetained(core), index: index, generation: generation)
    }

    /// A binding whose core has to be released.
    @unsafe struct Retained {
        let core: Unmanaged<EngineCore>
        let index: UInt32
        let generation: UInt32
    }

    func isOf(_ component: ComponentID, _ core: EngineCore) -> Bool {
        self.core === core && index == component.index && generation == component.generation
    }
}

/// All that a notifier sends its changes to, in the order in which it was bound: nearly always one.
struct NotifierBindings {
    private(set) var first: NotifierBinding?
    private var count: UInt32 = 0
    private(set) var others: [NotifierBinding] = []

    private var all: [NotifierBinding] {
        get { (first.map { [$0] } ?? []) + others }
        set {
            first = newValue.first
            others = Array(newValue.dropFirst())
        }
    }

    /// Adds one; tells the others.
    mutating func add(_ component: ComponentID, of core: EngineCore) -> [NotifierBinding] {
        count &+= 1
        let others = all.filter { !$0.isOf(component, core) }
        all = others + [NotifierBinding(component, of: core, number: count)]
        return others
    }

    /// Removes some; they are returned to be let go outside the lock.
    mutating func remove(_ stale: [NotifierBinding]) -> [NotifierBinding] {
        let before = all
        all = before.filter { binding in !stale.contains { $0.number == binding.number } }
        return before
    }
}
