/// A rare and large value on the heap, so that its owner stays small. Boxes of equal values are equal.
final class Boxed<Value: Sendable & Hashable>: Sendable, Hashable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }

    static func == (left: Boxed, right: Boxed) -> Bool { left.value == right.value }

    func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
