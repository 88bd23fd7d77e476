/// The identity of one scene: a token that a ``LifecycleNotifier`` issues.
///
/// A scene exists from its first mention, in the foreground. After `close` the token means a new scene, which exists
/// again from its next mention (rule AP-009).
public struct SceneID: Sendable, Hashable {
    /// The number of the scene among those its notifier has issued; never used again.
    @usableFromInline package let index: UInt32
    /// The notifier that issued the token.
    @usableFromInline package let issuer: UInt32
    /// The number its framework gave the scene; the engine carries it along and never reads it.
    public let tag: UInt64

    @inlinable
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
