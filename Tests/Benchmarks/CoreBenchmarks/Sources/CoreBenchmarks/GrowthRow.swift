/// An operation that is timed at several sizes. The ratios show the cost of the size.
struct GrowthRow {
    let id: String
    let title: String
    /// The sizes. The others are compared with the first.
    let sizes: [Int]
    /// The target of a size.
    let target: (Int) -> Target?
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
        let toAMillion = [1, 100, 10_000, 100_000, 1_000_000]
        // No app has a million nested containers, or four containers of a million components each. Creating them takes
        // minutes.
        let to100000 = [1, 100, 10_000, 100_000]
        // A walk over the pages around each page, which earlier engines performed, takes minutes for larger sizes.
        let to10000 = [1, 100, 1_000, 10_000]
        return [
            GrowthRow(
                id: "background", title: "background and foreground of a scene with N live pages",
                sizes: toAMillion, target: flat(upTo: 1_000_000), make: background),
            GrowthRow(
                id: "scenes", title: "background and foreground of one scene among N",
                sizes: toAMillion, target: flat(upTo: 10_000), make: scenes),
            GrowthRow(
                id: "inside", title: "a page inside N plain containers appears and disappears",
                sizes: to100000, target: flat(upTo: 100_000), make: inside),
            GrowthRow(
                id: "nested", title: "each of N nested pages is shown (1,000 ns are 10 ms for 10,000)",
                sizes: to10000, target: most(1_000, at: 10_000), make: nested),
            GrowthRow(
                id: "move.wide", title: "a container with N live pages moves into another one",
                sizes: toAMillion, target: most(10_000, at: 100_000), make: { moving($0, wide) }),
            GrowthRow(
                id: "move.deep", title: "a container with N containers in one another, a live page in the last, moves",
                sizes: to100000, target: most(10_000, at: 100_000), make: { moving($0, deep) }),
            GrowthRow(
                id: "destroy.wide", title: "a container with N live pages is destroyed",
                sizes: to100000, target: flat(upTo: 100_000), make: { destroying($0, wide) }),
            GrowthRow(
                id: "destroy.deep", title: "a container with N in one another, a live page in the last, is destroyed",
                sizes: to100000, target: flat(upTo: 100_000), make: { destroying($0, deep) }),
            GrowthRow(
                id: "duplicate", title: "a duplicate didAppear of any of N live pages",
                sizes: toAMillion, target: flat(upTo: 100_000), make: duplicate),
            GrowthRow(
                id: "duplicate-by-hand", title: "a duplicate didAppear by hand, a POSIX mutex, of any of N live pages",
                sizes: toAMillion, target: { _ in nil }, make: duplicateByHand),
            GrowthRow(
                id: "creation", title: "a page is created, declared and destroyed, with N live pages",
                sizes: toAMillion, target: flat(upTo: 100_000), make: creation),
            GrowthRow(
                id: "push-pop", title: "a ready page appears and disappears over N live pages",
                sizes: toAMillion, target: flat(upTo: 100_000), make: pushPop),
        ]
    }

    /// A target of the same time at every size up to this one.
    private static func flat(upTo most: Int) -> (Int) -> Target? { { $0 <= most ? .ratioAtMost(1.3) : nil } }

    /// A target of at most this many nanoseconds at one size.
    private static func most(_ nanoseconds: Double, at size: Int) -> (Int) -> Target? {
        { $0 == size ? .atMost(nanoseconds) : nil }
    }
}
