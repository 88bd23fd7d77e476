/// What happened again and again: how often, the first times of it and the last.
package struct Recurrence<Element: Sendable & Hashable>: Sendable, Hashable {
    /// As many are kept one by one.
    static var most: Int { 3 }

    package private(set) var count = 0
    /// All, or the first ones if there are more.
    package private(set) var first: [Element] = []
    package private(set) var last: Element?

    /// Whether `first` has them all.
    package var isWhole: Bool { count == first.count }

    mutating func add(_ element: Element) {
        count += 1
        if first.count < Self.most { first.append(element) }
        last = element
    }
}

extension Recurrence {
    /// Adds several, of which those in the middle are not looked at.
    mutating func add(_ numbers: Range<Int>, _ element: (Int) -> Element?) {
        for number in numbers.prefix(Self.most) { if let element = element(number) { add(element) } }
        let rest = numbers.dropFirst(Self.most)
        guard let number = rest.last, let element = element(number) else { return }
        count += rest.count
        last = element
    }
}
