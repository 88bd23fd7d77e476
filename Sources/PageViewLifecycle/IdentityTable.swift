/// Hands out places for components and takes them back, each time with a new generation.
///
/// The generation is what tells a component from the dead one whose place it took. A place whose generations are used
/// up is retired.
struct IdentityTable {
    /// How many components each place has had that are gone.
    private(set) var generations: [UInt32] = []
    private var free: [UInt32] = []

    /// A place nobody has, and the generation of its new owner.
    mutating func take() -> (index: UInt32, generation: UInt32) {
        if let index = free.popLast() {
            return (index, generations[Int(index)])
        }
        generations.append(0)
        return (UInt32(generations.count - 1), 0)
    }

    /// Whether this component still has its place.
    func isInUse(_ component: ComponentID) -> Bool {
        let index = Int(component.index)
        return index < generations.count && generations[index] == component.generation
    }

    /// Gives a place back; a token that is out of date changes nothing.
    mutating func release(_ component: ComponentID) {
        guard isInUse(component), component.generation < .max else { return }
        generations[Int(component.index)] += 1
        free.append(component.index)
    }
}
