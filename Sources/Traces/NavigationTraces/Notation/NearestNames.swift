import PageViewAutomation

/// Suggestions for a misspelled name, for error messages.
package enum NearestNames {
    private static let limit = 3
    /// Longer names are not compared, because the comparison takes quadratic time.
    private static let longestName = 64

    /// Returns the end of a message, such as `; did you mean item-1 or item-2?`. It is empty if no name is near.
    package static func suggestion(for name: String, in names: some Sequence<String>) -> String {
        let found = nearest(to: name, in: names).map(\.printable)
        return found.isEmpty ? "" : "; did you mean \(found.joined(separator: " or "))?"
    }

    /// Returns the names that differ in few letters or begin with the name, the nearest first.
    package static func nearest(to name: String, in names: some Sequence<String>) -> [String] {
        let letters = Array(name.lowercased().utf8)
        guard !letters.isEmpty, letters.count <= longestName else { return [] }
        var found: [(name: String, distance: Int)] = []
        for candidate in Set(names.map(ExactName.init)).map(\.text).sorted() {
            let other = Array(candidate.lowercased().utf8)
            guard other.count <= longestName else { continue }
            if other.starts(with: letters) {
                found.append((candidate, 1))
            } else if abs(other.count - letters.count) <= letters.count / 3 {
                let distance = distance(letters, other)
                if distance <= letters.count / 3 { found.append((candidate, distance)) }
            }
        }
        return found.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(limit).map(\.name)
    }

    /// Returns the number of insertions, removals, replacements and swaps of neighbours that make the other name.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var (beforeLast, last) = ([Int](), Array(0...right.count))
        for row in left.indices {
            var next = [row + 1]
            for column in right.indices {
                var best = min(last[column + 1], next[column]) + 1
                best = min(best, last[column] + (left[row] == right[column] ? 0 : 1))
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                next.append(best)
            }
            (beforeLast, last) = (last, next)
        }
        return last[right.count]
    }
}
