/// The identity of one component: a token that a ``LifecycleNotifier`` issues, never a name and never an address.
///
/// An address is used again after its object is gone, a token never is (rule AP-011). Tokens are issued by
/// ``LifecycleNotifier/makeComponent(tag:)``.
public struct ComponentID: Sendable, Hashable {
    /// The place in the tables of whoever follows the component; used again, with another generation, once it is free.
    @usableFromInline package let index: UInt32
    /// How many components had this place before.
    @usableFromInline package let generation: UInt32
    /// The notifier that issued the token.
    @usableFromInline package let issuer: UInt32
    /// The number its framework gave the component; the engine carries it along and never reads it.
    public let tag: UInt64

    @inlinable
    package init(index: UInt32, generation: UInt32, issuer: UInt32, tag: UInt64) {
        self.index = index
        self.generation = generation
        self.issuer = issuer
        self.tag = tag
    }
}

extension ComponentID: CustomStringConvertible {
    /// A short text for logs, such as `component 7.1`: the place, and how many components had it before.
    public var description: String { "component \(index).\(generation)" }
}
