import AnalyticsJSON
import Foundation
package import PageViewAutomation

/// Returns a payload as JSON, as the library sends it.
package func json(_ payload: Payload) -> String {
    var writer = JSONWriter()
    writer.payload(payload)
    return String(decoding: writer.takeBytes(), as: UTF8.self)
}

/// Returns JSON without white space outside strings; numbers keep their digits.
package func compact(_ json: String) -> String {
    var (result, isInText, isEscaped) = ("", false, false)
    for scalar in json.unicodeScalars {
        if isInText || !scalar.properties.isWhitespace { result.unicodeScalars.append(scalar) }
        if scalar == "\"" && !isEscaped { isInText.toggle() }
        isEscaped = scalar == "\\" && !isEscaped
    }
    return result
}

/// Returns the text of a chapter of the specification, in whatever folder it is.
package func chapter(_ name: String) throws -> String {
    let path = try chapterPaths().first { $0 == "\(name).md" || $0.hasSuffix("/\(name).md") }
    return try String(contentsOf: specifications.appending(path: path ?? "\(name).md"), encoding: .utf8)
}

/// Returns the texts of all chapters of the specification.
package func chapters() throws -> [String] { try chapterPaths().map { try chapter(String($0.dropLast(".md".count))) } }

/// Returns the paths of all chapters in the folder of the specification, sorted.
package func chapterPaths() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: specifications.path).sorted().filter { $0.hasSuffix(".md") }
}

private let specifications = packageFolder.appending(path: "Specs")

/// Returns the fenced blocks of a chapter that have this mark.
package func blocks(_ mark: String, of chapter: String) -> [String] {
    chapter.components(separatedBy: "\n```").enumerated().compactMap { index, part in
        guard !index.isMultiple(of: 2), part.hasPrefix(mark + "\n") else { return nil }
        return String(part.dropFirst(mark.count + 1))
    }
}
