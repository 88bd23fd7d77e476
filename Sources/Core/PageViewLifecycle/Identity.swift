/// The identity of one component: a token that a ``LifecycleNotifier`` issues.
///
/// An address is reused after its object is deallocated; a token never is (rule AP-011).
public struct ComponentID: Sendable, Hashable, CustomStringConvertible {
    /// The component's slot in an engine's tables. A free slot is reused, with the next generation.
    package let index: UInt32
    package let generation: UInt32
    package let issuer: UInt32
    /// A number that the framework chooses. The engine returns it in records and never reads it.
    public let tag: UInt64

    package init(index: UInt32, generation: UInt32, issuer: UInt32, tag: UInt64) {
        (self.index, self.generation, self.issuer, self.tag) = (index, generation, issuer, tag)
    }

    /// A short text for logs, such as `component 7.1`: the slot and the generation.
    public var description: String { "component \(index).\(generation)" }
}

/// The identity of one scene: a token that a ``LifecycleNotifier`` issues.
///
/// A scene exists from its first mention, and is then in the foreground. After `close` the token stands for a new scene, which
/// exists from the next mention (rule AP-009).
public struct SceneID: Sendable, Hashable, CustomStringConvertible {
    /// The scene's number among those of its notifier. It is never reused.
    package let index: UInt32
    package let issuer: UInt32
    /// A number that the framework chooses. The engine returns it in records and never reads it.
    public let tag: UInt64

    package init(index: UInt32, issuer: UInt32, tag: UInt64) {
        (self.index, self.issuer, self.tag) = (index, issuer, tag)
    }

    /// A short text for logs, such as `scene 1`; the main scene is `scene 0`.
    public var description: String { "scene \(index)" }
}

/// The allocator of components' slots (AP-011). A slot whose generations are exhausted stays unused.
package struct IdentityTable: Sendable {
    /// The number of destroyed components of each slot.
    package private(set) var generations: [UInt32] = []
    private var free: [UInt32] = []

    package init() {}

    /// Issues the identity of a component in a free slot, or in a new one.
    package mutating func make(tag: UInt64, issuer: UInt32) -> ComponentID {
        let index = free.popLast() ?? UInt32(generations.count)
        if index == generations.count { generations.append(0) }
        return ComponentID(index: index, generation: generations[Int(index)], issuer: issuer, tag: tag)
    }

    package func isInUse(_ component: ComponentID) -> Bool {
        let index = Int(component.index)
        return index < generations.count && generations[index] == component.generation
    }

    /// Frees a component's slot. An outdated token has no effect.
    package mutating func release(_ component: ComponentID) {
        guard isInUse(component), component.generation < .max else { return }
        generations[Int(component.index)] += 1
        free.append(component.index)
    }
}
