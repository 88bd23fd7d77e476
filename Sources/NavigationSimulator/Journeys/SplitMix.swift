import NavigationTraces

/// Random numbers from a seed: the same seed gives the same numbers, on every machine and in every version.
package struct SplitMix: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator.
    package init(seed: UInt64) { state = seed }

    /// The next number.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number below a bound, by the remainder: what `Int.random` makes of the numbers is not promised.
    package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }

    package mutating func chance(of percent: Int) -> Bool { below(100) < percent }

    package mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
