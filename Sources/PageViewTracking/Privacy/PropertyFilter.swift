/// Which properties of events and users may be sent (rule PR-002).
public enum PropertyFilter: Sendable, Hashable {
    /// All of them.
    case all
    /// Only those with these keys at the top, by their bytes; what is inside one of them goes with it.
    case only(Set<String>)
    /// All but those with these keys, at any depth and in small or capital ASCII letters.
    case except(Set<String>)
}
