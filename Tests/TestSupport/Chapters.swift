import AnalyticsJSON
import Foundation
package import PageViewAutomation

/// A payload as it is sent.
package func json(_ payload: Payload) -> String {
    var writer = JSONWriter()
    writer.payload(payload)
    return String(decoding: writer.takeBytes(), as: UTF8.self)
}

/// JSON as it is written, without the white space between its parts; digits stay as they are.
package func compact(_ json: String) -> String {
    var (result, isInText, isEscaped) = ("", false, false)
    for scalar in json.unicodeScalars {
        if isInText || !scalar.properties.isWhitespace { result.unicodeScalars.append(scalar) }
        if scalar == "\"" && !isEscaped { isInText.toggle() }
        isEscaped = scalar == "\\" && !isEscaped
    }
    return result
}

/// The chapter of the specification with this name.
package func chapter(_ name: String) throws -> String {
    var root = URL(filePath: #filePath)
    while !FileManager.default.fileExists(atPath: root.appending(path: "Package.swift").path) {
        root.deleteLastPathComponent()
    }
    return try String(contentsOf: root.appending(path: "Specs/\(name).md"), encoding: .utf8)
}

/// The fenced blocks of a chapter that are marked so.
package func blocks(_ mark: String, of chapter: String) -> [String] {
    chapter.components(separatedBy: "\n```").enumerated().compactMap { index, part in
        guard !index.isMultiple(of: 2), part.hasPrefix(mark + "\n") else { return nil }
        return String(part.dropFirst(mark.count + 1))
    }
}
