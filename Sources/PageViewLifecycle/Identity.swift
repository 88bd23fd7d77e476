/// The identity of one component: a token that a ``LifecycleNotifier`` issues, never a name and never an address.
///
/// An address is used again after its object is gone; a token never is (rule AP-011). ``LifecycleNotifier/makeComponent(tag:)``
/// issues tokens.
public struct ComponentID: Sendable, Hashable {
    /// The component's slot in an engine's tables. A free slot is used again, with the next generation.
    package let index: UInt32
    /// The number of components that had this slot before.
    package let generation: UInt32
    /// The notifier that issued the token.
    package let issuer: UInt32
    /// A number of the framework's own. The engine returns it in records and never reads it.
    public let tag: UInt64

    package init(index: UInt32, generation: UInt32, issuer: UInt32, tag: UInt64) {
        self.index = index
        self.generation = generation
        self.issuer = issuer
        self.tag = tag
    }
}

extension ComponentID: CustomStringConvertible {
    /// A short text for logs, such as `component 7.1`: the slot, and how many components had it before.
    public var description: String { "component \(index).\(generation)" }
}

/// The identity of one scene: a token that a ``LifecycleNotifier`` issues.
///
/// A scene exists from its first mention, in the foreground. After `close` the token means a new scene, which exists
/// again from its next mention (rule AP-009).
public struct SceneID: Sendable, Hashable {
    /// The scene's number among those of its notifier; never used again.
    package let index: UInt32
    /// The notifier that issued the token.
    package let issuer: UInt32
    /// A number of the framework's own. The engine returns it in records and never reads it.
    public let tag: UInt64

    package init(index: UInt32, issuer: UInt32, tag: UInt64) {
        self.index = index
        self.issuer = issuer
        self.tag = tag
    }
}

extension SceneID: CustomStringConvertible {
    /// A short text for logs, such as `scene 1`; the main scene is `scene 0`.
    public var description: String { "scene \(index)" }
}

/// The allocator of components' slots.
///
/// Each component that takes a slot gets the slot's next generation, so a token of a destroyed component never matches
/// again. A slot whose generations are used up is retired.
struct IdentityTable {
    /// The number of destroyed components of each slot.
    private(set) var generations: [UInt32] = []
    private var free: [UInt32] = []

    /// Takes a free slot.
    mutating func take() -> (index: UInt32, generation: UInt32) {
        if let index = free.popLast() { return (index, generations[Int(index)]) }
        generations.append(0)
        return (UInt32(generations.count - 1), 0)
    }

    /// Whether the component still has its slot.
    func isInUse(_ component: ComponentID) -> Bool {
        let index = Int(component.index)
        return index < generations.count && generations[index] == component.generation
    }

    /// Frees a component's slot. A token that is out of date changes nothing.
    mutating func release(_ component: ComponentID) {
        guard isInUse(component), component.generation < .max else { return }
        generations[Int(component.index)] += 1
        free.append(component.index)
    }
}
