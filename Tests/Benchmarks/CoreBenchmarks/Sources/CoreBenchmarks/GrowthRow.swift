/// An operation that is timed at several sizes. The ratios show the cost of the size.
struct GrowthRow {
    let id: String
    let title: String
    /// The sizes. The others are compared with the first.
    ///
    /// The engine is made for tens of live pages, and must be flat to 1,000. The largest size shows what comes above.
    var sizes = [1, 100, 1_000, 10_000]
    /// The target of a size.
    var target: (Int) -> Target? = { _ in nil }
    let make: (Int) -> Operation

    func figures() -> [Figure] {
        let samples = Stopwatch.compare(sizes.map(make))
        return sizes.indices.map { index in
            Figure(
                id: "growth.\(id).\(sizes[index])", title: "\(title), N = \(sizes[index])",
                value: samples[index].median, unit: "ns",
                ratio: index == 0 ? nil : samples[index].ratio(to: samples[0]),
                target: index == 0 ? nil : target(sizes[index]))
        }
    }

    static var all: [GrowthRow] {
        [
            GrowthRow(
                id: "push-pop", title: "a ready page appears and disappears over N live pages",
                target: flatTo1000, make: pushPop),
            GrowthRow(
                id: "duplicate", title: "a duplicate didAppear of any of N live pages",
                target: flatTo1000, make: duplicate),
            GrowthRow(
                id: "duplicate-by-hand", title: "a duplicate didAppear by hand, a POSIX mutex, of any of N live pages",
                make: duplicateByHand),
            GrowthRow(
                id: "creation", title: "a page is created, declared and destroyed, with N live pages", make: creation),
            GrowthRow(
                id: "background", title: "background and foreground of a scene with N live pages", make: background),
            GrowthRow(
                id: "inside", title: "a page inside N plain containers appears and disappears",
                sizes: [1, 10, 100], make: inside),
            GrowthRow(
                id: "nested", title: "each of N nested pages is shown", sizes: [1, 10, 100], make: nested),
            GrowthRow(
                id: "move", title: "a container with N live pages moves into another one",
                sizes: [1, 10, 100], make: moving),
        ]
    }

    private static func flatTo1000(_ size: Int) -> Target? { size <= 1_000 ? .ratioAtMost(1.3) : nil }
}
