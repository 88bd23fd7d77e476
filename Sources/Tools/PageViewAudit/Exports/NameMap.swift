import AnalyticsJSON
package import NavigationTraces

/// The map from sent names to page names (AU-111).
///
/// Each line has the form `sent name = page name`. In the sent name, `*` stands for any text. The first line that fits holds.
package struct NameMap: Sendable {
    /// The page names of the lines without `*`, and the positions of the lines.
    private var exact: [String: (position: Int, page: String)] = [:]
    private var patterns: [(position: Int, pattern: [Character], page: String)] = []

    package init() {}

    /// - Throws: An error if a line has not the form `sent name = page name` or is not UTF-8.
    package init(_ bytes: [UInt8]) throws(TraceError) {
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            if let malformed = line.firstMalformedCharacter {
                let found = JSONParser(bytes, line.indices).found(at: malformed)
                throw TraceError(
                    line: index + 1, column: malformed - line.startIndex + 1,
                    message: "expected a character in UTF-8, found \(found)")
            }
            // A byte-order mark belongs to the first line.
            let scalars = String(decoding: line, as: UTF8.self).unicodeScalars.drop { index == 0 && $0 == "\u{FEFF}" }
            try add(Self.withoutComment(Array(scalars)), line: index + 1)
        }
    }

    private mutating func add(_ line: ArraySlice<Unicode.Scalar>, line number: Int) throws(TraceError) {
        let line = Self.trimmed(line)
        if line.isEmpty { return }
        let separator = line.indices.first { index in
            line[index] == "=" && index > line.startIndex && Self.isBlank(line[index - 1])
                && (index + 1 == line.endIndex || Self.isBlank(line[index + 1]))
        }
        let found = JSONParser.quoted(Self.string(line))
        guard let separator else {
            throw TraceError(
                line: number, column: 1,
                message: "expected 'sent name = page name' with spaces around '=', found \(found)")
        }
        let (sent, page) = (Self.trimmed(line[..<separator]), Self.trimmed(line[(separator + 1)...]))
        guard !page.isEmpty else {
            throw TraceError(line: number, column: 1, message: "expected a page name after '=', found \(found)")
        }
        if sent.contains("*") {
            patterns.append((number, Array(Self.string(sent)), Self.string(page)))
        } else if exact[Self.string(sent)] == nil {
            exact[Self.string(sent)] = (number, Self.string(page))
        }
    }

    /// Returns the page name that the map gives a sent name: the sent name itself if no line fits.
    package func pageName(of name: String) -> String {
        let match = exact[name]
        if !patterns.isEmpty {
            let characters = Array(name)
            for pattern in patterns {
                if let match, match.position < pattern.position { break }
                if Self.fits(characters, pattern.pattern) { return pattern.page }
            }
        }
        return match?.page ?? name
    }

    /// Returns whether a name fits a pattern. Each `*` takes as few characters as possible; only the last one is ever extended.
    private static func fits(_ name: [Character], _ pattern: [Character]) -> Bool {
        var (at, position) = (0, 0)
        var retry: (at: Int, position: Int)?
        while at < name.count {
            if position < pattern.count, pattern[position] == "*" {
                retry = (at, position + 1)
                position += 1
            } else if position < pattern.count, pattern[position] == name[at] {
                at += 1
                position += 1
            } else if let last = retry {
                retry = (last.at + 1, last.position)
                (at, position) = (last.at + 1, last.position)
            } else {
                return false
            }
        }
        return pattern[position...].allSatisfy { $0 == "*" }
    }

    /// Returns a line before its comment. A `#` begins a comment at the start of a line and after a blank.
    private static func withoutComment(_ line: [Unicode.Scalar]) -> ArraySlice<Unicode.Scalar> {
        let start = line.indices.first { line[$0] == "#" && ($0 == 0 || isBlank(line[$0 - 1])) }
        return line[..<(start ?? line.endIndex)]
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" || scalar == "\r" }

    private static func trimmed(_ line: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
        let line = line.drop(while: isBlank)
        return line[..<((line.lastIndex { !isBlank($0) }).map { $0 + 1 } ?? line.startIndex)]
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(scalars))
    }
}
