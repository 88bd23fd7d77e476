/// A page as the rendered text shows it.
struct SeenPage: Equatable {
    /// The node and the identity of the page on it: one node shows one page after another.
    struct Key: Hashable {
        let number: Int
        let identity: String
    }

    let name: String
    let key: Key
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
                // A page below a line that is no page, such as that of a sheet, is inside none of those above.
                if line.hasPrefix("---") { columns = columns.map { _ in Int.max } }
                continue
            }
            guard let page = SeenPage(line[..<end].dropFirst(column + 1)) else { continue }
            if let last = columns.last, last < column { pages[pages.count - 1].containsPages = true }
            pages.append(page)
            columns.append(column)
        }
        return pages
    }

    /// Reads `name#number state` or `name/id#number state`.
    private init?(_ text: Substring) {
        let parts = text.split(separator: "#")
        let facts = parts.last?.split(separator: " ") ?? []
        guard parts.count == 2, facts.count == 2, let number = Int(facts[0]) else { return nil }
        let names = parts[0].split(separator: "/")
        name = String(names[0])
        key = Key(number: number, identity: names.count == 2 ? "id \(names[1])" : name)
        isReady = facts[1] == "ready"
    }
}

/// Says which page views there have to be, from nothing but what is on the screen, one frame after another.
///
/// A page that is on a frame and was not on the one before has come in front of the user. It is counted on the first frame on
/// which it is ready, in the foreground.
struct ScreenReader {
    struct Count: Hashable {
        let name: String
        let number: Int
        /// Which of the page's stays it is.
        var stay: Int
    }

    private struct Stay {
        /// The name under which it was counted, which it keeps.
        var countedName: String?
        /// Whether the user has seen it; a page that comes up in the background has not been seen.
        var isSeen = false
        var place = 0
    }

    private var stays: [SeenPage.Key: Stay] = [:]
    private var visits: [SeenPage.Key: Int] = [:]
    private var places = 0
    var isReturning = false

    /// Looks at a frame. Returns what has to be counted for it, in order.
    mutating func look(at screen: [String], isInForeground: Bool) -> [Count] {
        let pages = SeenPage.all(in: screen)
        let (keys, known) = (Set(pages.map(\.key)), Set(stays.keys.map(\.number)))
        stays = stays.filter { keys.contains($0.key) }
        let old = pages.filter { stays[$0.key] != nil }
        // A node that is there shows another page before new nodes appear.
        let replaced = pages.filter { stays[$0.key] == nil && known.contains($0.key.number) }
        let new = replaced + pages.filter { !known.contains($0.key.number) }
        for page in new {
            places += 1
            stays[page.key] = Stay(place: places)
        }
        guard isInForeground else { return [] }
        // First the pages that were there, then those that have come up; pages seen before go before those that were not.
        let seen = old.filter { stays[$0.key]?.isSeen == true }
        let held = old.filter { stays[$0.key]?.isSeen == false }
        var counts: [Count] = []
        for page in inOrder(seen) + inOrder(held) + new {
            if stays[page.key]?.isSeen == false { visits[page.key, default: 0] += 1 }
            stays[page.key]?.isSeen = true
            guard page.isReady, stays[page.key]?.countedName == nil else { continue }
            stays[page.key]?.countedName = page.name
            counts.append(Count(name: page.name, number: page.key.number, stay: visits[page.key] ?? 0))
        }
        return counts
    }

    /// Changes of pages that are there go from the top. Only a return to the foreground goes by age, and changes nothing else.
    private func inOrder(_ pages: [SeenPage]) -> [SeenPage] {
        isReturning ? pages.sorted { (stays[$0.key]?.place ?? 0) < (stays[$1.key]?.place ?? 0) } : pages
    }

    /// The name of the page that has to be current on this frame: the newest that contains no other.
    func current(on screen: [String]) -> String? {
        SeenPage.all(in: screen).filter { !$0.containsPages && stays[$0.key]?.isSeen == true }
            .max { (stays[$0.key]?.place ?? 0) < (stays[$1.key]?.place ?? 0) }
            .map { stays[$0.key]?.countedName ?? $0.name }
    }
}
