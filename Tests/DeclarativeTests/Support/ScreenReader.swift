/// A page as the rendered text shows it.
struct SeenPage: Equatable {
    let name: String
    let number: Int
    let isReady: Bool
    /// Whether there is another page inside it.
    var containsPages = false

    /// The pages in a rendered text, from the top.
    static func all(in screen: [String]) -> [SeenPage] {
        var pages: [SeenPage] = []
        var columns: [Int] = []
        for line in screen {
            let column = line.prefix { $0 == " " }.count
            guard line.dropFirst(column).hasPrefix("«"), let end = line.lastIndex(of: "»") else {
                // What is below a line that is no page, such as that of a sheet, is inside none of those above.
                if line.hasPrefix("---") { columns = columns.map { _ in Int.max } }
                continue
            }
            let text = line[..<end].dropFirst(column + 1)
            let words = text.split(separator: "#")
            let facts = words.last?.split(separator: " ") ?? []
            guard words.count == 2, facts.count == 2, let number = Int(facts[0]) else { continue }
            if let last = columns.last, last < column { pages[pages.count - 1].containsPages = true }
            pages.append(SeenPage(name: String(words[0]), number: number, isReady: facts[1] == "ready"))
            columns.append(column)
        }
        return pages
    }
}

/// Says which page views there have to be, from nothing but what is on the screen, one frame after another.
///
/// A page that is on a frame and was not on the one before has come in front of the user; it is counted on the first frame on
/// which it is ready, in the foreground.
struct ScreenReader {
    struct Count: Hashable {
        let name: String
        let number: Int
        /// Which of its stays it is.
        let stay: Int
    }

    private struct Stay {
        /// The name that it was counted under, which it keeps.
        var countedName: String?
        /// Whether the user has seen it; what came up in the background has not been seen.
        var isSeen = false
        var place = 0
    }

    private var stays: [Int: Stay] = [:]
    private var visits: [Int: Int] = [:]
    private var places = 0

    /// Looks at a frame; tells what is to be counted by it, in order.
    mutating func look(at screen: [String], isInForeground: Bool) -> [Count] {
        let pages = SeenPage.all(in: screen)
        let numbers = Set(pages.map(\.number))
        stays = stays.filter { numbers.contains($0.key) }
        let old = pages.filter { stays[$0.number] != nil }
        for page in pages where stays[page.number] == nil {
            places += 1
            stays[page.number] = Stay(place: places)
        }
        guard isInForeground else { return [] }
        // First what was there, then what has come up; what was seen before goes before what was not.
        let new = pages.filter { page in !old.contains { $0.number == page.number } }
        let seen = old.filter { stays[$0.number]?.isSeen == true }
        let held = old.filter { stays[$0.number]?.isSeen == false }
        var counts: [Count] = []
        for page in inOrder(seen) + inOrder(held) + new {
            guard var stay = stays[page.number] else { continue }
            if !stay.isSeen {
                stay.isSeen = true
                visits[page.number, default: 0] += 1
            }
            if page.isReady, stay.countedName == nil {
                stay.countedName = page.name
                counts.append(Count(name: page.name, number: page.number, stay: visits[page.number] ?? 0))
            }
            stays[page.number] = stay
        }
        return counts
    }

    /// Changes of what is there are told from the top; only a return to the foreground goes by age, and changes nothing else.
    private func inOrder(_ pages: [SeenPage]) -> [SeenPage] {
        isReturning ? pages.sorted { (stays[$0.number]?.place ?? 0) < (stays[$1.number]?.place ?? 0) } : pages
    }

    var isReturning = false

    /// The name of the page that has to be current on this frame: the newest that contains no other.
    func current(on screen: [String]) -> String? {
        SeenPage.all(in: screen).filter { !$0.containsPages && stays[$0.number]?.isSeen == true }
            .max { (stays[$0.number]?.place ?? 0) < (stays[$1.number]?.place ?? 0) }
            .map { stays[$0.number]?.countedName ?? $0.name }
    }
}
