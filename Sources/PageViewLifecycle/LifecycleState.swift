/// Where a component stands between hidden and shown, as far as its framework has said.
public enum LifecycleState: UInt8, Sendable, Hashable, CaseIterable {
    /// Not in front of the user, and on no way there.
    case disappeared
    /// A transition to the front has begun and not ended.
    case appearing
    /// In front of the user.
    case appeared
    /// A transition away from the front has begun and not ended.
    case disappearing
}
