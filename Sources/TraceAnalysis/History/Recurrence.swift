import NavigationTraces

/// What happened again and again: how often, the first times of it and the last.
package struct Recurrence<Element: Sendable & Hashable>: Sendable, Hashable {
    /// As many are kept one by one.
    static var most: Int { 3 }

    package private(set) var count = 0
    /// The first ones, and behind them the last one if there are more.
    private var kept: [Element] = []

    /// All, or the first ones if there are more.
    package var first: ArraySlice<Element> { kept.prefix(Self.most) }
    package var last: Element? { kept.last }

    /// Whether `first` has them all.
    package var isWhole: Bool { count <= Self.most }

    mutating func add(_ element: Element) {
        count += 1
        if kept.count > Self.most { kept.removeLast() }
        kept.append(element)
    }
}

extension Recurrence {
    /// Adds several, of which those in the middle are not looked at.
    mutating func add(_ numbers: Range<Int>, _ element: (Int) -> Element?) {
        for number in numbers.prefix(Self.most) { if let element = element(number) { add(element) } }
        let rest = numbers.dropFirst(Self.most)
        guard let number = rest.last, let element = element(number) else { return }
        count += rest.count - 1
        add(element)
    }
}
