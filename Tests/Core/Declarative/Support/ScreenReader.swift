/// A page as the rendered text shows it.
struct SeenPage: Equatable {
    /// The node and the identity of its page, because one node can show several pages in turn.
    struct Key: Hashable {
        let number: Int
        let identity: String
    }

    let name: String
    let key: Key
    let isReady: Bool
    /// Whether it contains another page.
    var containsPages = false

    /// Returns the pages in a rendered text, from the top.
    static func all(in screen: [String]) -> [SeenPage] {
        var pages: [SeenPage] = []
        var columns: [Int] = []
        for line in screen {
            let column = line.prefix { $0 == " " }.count
            guard line.dropFirst(column).hasPrefix("«"), let end = line.lastIndex(of: "»") else {
                // A separator line, such as that of a sheet, ends all containers above it.
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

/// Determines the expected page views from the rendered frames alone.
///
/// A page that is on a frame and not on the one before has become visible. It counts on the first foreground frame on
/// which it is ready.
struct ScreenReader {
    struct Count: Hashable {
        let name: String
        let number: Int
        /// The number of the stay among the stays of the page.
        var stay: Int
    }

    private struct Stay {
        /// The name under which it was counted. The stay keeps this name.
        var countedName: String?
        /// Whether the user has seen it. A page that appears in the background has not been seen.
        var isSeen = false
        var place = 0
    }

    private var stays: [SeenPage.Key: Stay] = [:]
    private var visits: [SeenPage.Key: Int] = [:]
    private var places = 0
    var isReturning = false

    /// Reads a frame, and returns its expected counts in order.
    mutating func look(at screen: [String], isInForeground: Bool) -> [Count] {
        let pages = SeenPage.all(in: screen)
        let (keys, known) = (Set(pages.map(\.key)), Set(stays.keys.map(\.number)))
        stays = stays.filter { keys.contains($0.key) }
        let old = pages.filter { stays[$0.key] != nil }
        // An existing node changes its page before new nodes appear.
        let replaced = pages.filter { stays[$0.key] == nil && known.contains($0.key.number) }
        let new = replaced + pages.filter { !known.contains($0.key.number) }
        for page in new {
            places += 1
            stays[page.key] = Stay(place: places)
        }
        guard isInForeground else { return [] }
        // Existing pages precede new ones. Among the existing pages, seen ones precede unseen ones.
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

    /// Sorts pages by age if the scene returns to the foreground. Otherwise pages count from the top.
    private func inOrder(_ pages: [SeenPage]) -> [SeenPage] {
        isReturning ? pages.sorted { (stays[$0.key]?.place ?? 0) < (stays[$1.key]?.place ?? 0) } : pages
    }

    /// Returns the name of the expected current page: the newest one that contains no other, on the sheet if there is one.
    func current(on screen: [String]) -> String? {
        if let line = screen.lastIndex(of: "--- sheet"), let page = current(on: Array(screen[(line + 1)...])) {
            return page
        }
        return SeenPage.all(in: screen).filter { !$0.containsPages && stays[$0.key]?.isSeen == true }
            .max { (stays[$0.key]?.place ?? 0) < (stays[$1.key]?.place ?? 0) }
            .map { stays[$0.key]?.countedName ?? $0.name }
    }
}
