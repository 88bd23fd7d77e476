/// The threads that deliver. Nearly always there is one, or none.
@usableFromInline
struct Deliverers {
    @usableFromInline var count = 0
    @usableFromInline var first = ThreadIdentity.none
    @usableFromInline var others: [ThreadIdentity] = []

    @usableFromInline
    init() {}

    @inlinable
    var containsCurrent: Bool { count > 0 && isCurrentAmongThem }

    @usableFromInline
    var isCurrentAmongThem: Bool {
        let current = ThreadIdentity.current
        return first == current || others.contains(current)
    }

    /// Adds a thread, which is not among them.
    @inlinable
    mutating func add(_ thread: ThreadIdentity) {
        if count == 0 { first = thread } else { others.append(thread) }
        count &+= 1
    }

    /// Removes the calling thread, which is among them.
    @inlinable
    mutating func removeCurrent() {
        if count == 1, others.isEmpty { first = .none } else { removeFromMany() }
        count &-= 1
    }

    @usableFromInline
    mutating func removeFromMany() {
        let current = ThreadIdentity.current
        if first == current { first = .none } else { others.removeAll { $0 == current } }
    }
}
