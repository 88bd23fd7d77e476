/// A component that an input is about: where it lies is looked up once, and not by every step.
///
/// It holds until a component is added to the tables.
@safe struct Subject {
    let place: Place
    private let stateAddress: UnsafeMutablePointer<ComponentState>
    private let recordAddress: UnsafeMutablePointer<ComponentRecord>

    @inline(__always)
    init(
        _ place: Place, _ state: UnsafeMutablePointer<ComponentState>, _ record: UnsafeMutablePointer<ComponentRecord>
    ) {
        self.place = place
        unsafe stateAddress = state
        unsafe recordAddress = record
    }

    /// What nearly every report asks for.
    var state: ComponentState {
        @inline(__always) unsafeAddress { unsafe UnsafePointer(stateAddress) }
        @inline(__always) nonmutating unsafeMutableAddress { unsafe stateAddress }
    }

    /// The rest.
    var record: ComponentRecord {
        @inline(__always) unsafeAddress { unsafe UnsafePointer(recordAddress) }
        @inline(__always) nonmutating unsafeMutableAddress { unsafe recordAddress }
    }

    /// Whether it is live, and a page or counted as one.
    @inline(__always)
    var isLivePage: Bool { state.isLive && record.name != nil }
}

/// A scene that an input is about, in the same way: it holds until a scene is added.
@safe struct Stage {
    let place: Place
    private let address: UnsafeMutablePointer<SceneRecord>

    @inline(__always)
    init(_ place: Place, _ record: UnsafeMutablePointer<SceneRecord>) {
        self.place = place
        unsafe address = record
    }

    /// What is known of it.
    var record: SceneRecord {
        @inline(__always) unsafeAddress { unsafe UnsafePointer(address) }
        @inline(__always) nonmutating unsafeMutableAddress { unsafe address }
    }
}

extension EngineModel {
    @inline(__always)
    func subject(_ place: Place) -> Subject {
        unsafe Subject(place, states.address(of: place), components.address(of: place))
    }

    @inline(__always)
    func stage(_ scene: Place) -> Stage { unsafe Stage(scene, scenes.address(of: scene)) }

    /// The scene that a component belongs to.
    @inline(__always)
    func stage(of component: Subject) -> Stage { stage(component.record.scene) }

    /// Whether a component is live, and a page or counted as one.
    @inline(__always)
    func isLivePage(_ place: Place) -> Bool { subject(place).isLivePage }
}
