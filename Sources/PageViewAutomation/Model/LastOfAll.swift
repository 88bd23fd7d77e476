/// Which scene has what was last in all of them; and that itself, once its scene has closed.
struct LastOfAll<Value: Sendable & Hashable> {
    /// The scene that has it; `none` if it has closed, or there was nothing.
    private(set) var scene = Place.none
    private var ofClosedScene: Boxed<Value>?

    /// What this scene has last is it from now on.
    @inline(__always)
    mutating func move(to scene: Place) {
        self.scene = scene
        if ofClosedScene != nil { ofClosedScene = nil }
    }

    /// A scene closes, which had this last.
    mutating func keep(_ value: Value?, ofClosing scene: Place) {
        guard scene == self.scene else { return }
        self.scene = .none
        ofClosedScene = value.map { Boxed($0) }
    }

    /// What was last; `value` is asked for what the scene has that has it.
    func value(in value: (Place) -> Value?) -> Value? { scene.isNone ? ofClosedScene?.value : value(scene) }
}
