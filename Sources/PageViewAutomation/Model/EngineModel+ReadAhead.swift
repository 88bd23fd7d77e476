/// Reading ahead, for who has many reports at hand: their ways from memory are made together then, and not one after
/// another.
extension EngineModel {
    /// Reads what a report about the component of this number begins with. Returns a number that means nothing.
    @inline(__always)
    package func readAhead(_ component: UInt32) -> UInt64 {
        guard Int(component) < components.count else { return 0 }
        let place = Place(truncatingIfNeeded: component)
        // The ends of its record, which lies across two lines of a cache.
        return self[place].order ^ UInt64(self[place].appearanceCount)
    }

    /// The same of its first scene.
    @inline(__always)
    package var firstSceneReadAhead: UInt64 {
        guard scenes.count > 0 else { return 0 }
        return scenes[0].id.tag ^ scenes[0].front ^ UInt64(truncatingIfNeeded: scenes[0].backgroundTotal)
            ^ (scenes[0].lastCounted == nil ? 1 : 2) ^ (scenes[0].link == nil ? 4 : 8)
    }
}
