/// The parts of a session key: the paths that `--session-key` names (AU-104).
///
/// A path is member names joined by `.`. `/` joins the texts of two paths. `\` takes the meaning from a `.`, a `/` or a `\`.
package struct SessionPath: Sendable {
    let paths: [[String]]

    /// Reads paths; `nil` if a name is empty.
    package init?(_ text: String) {
        var paths: [[String]] = [[""]]
        var isEscaped = false
        func last() -> (Int, Int) { (paths.count - 1, paths[paths.count - 1].count - 1) }
        for scalar in text.unicodeScalars {
            let (path, name) = last()
            switch scalar {
            case "\\" where !isEscaped:
                isEscaped = true
                continue
            case "." where !isEscaped: paths[path].append("")
            case "/" where !isEscaped: paths.append([""])
            default:
                // A backslash before another character stands for itself.
                if isEscaped, !["\\", ".", "/"].contains(scalar) { paths[path][name] += "\\" }
                paths[path][name].unicodeScalars.append(scalar)
            }
            isEscaped = false
        }
        if isEscaped {
            let (path, name) = last()
            paths[path][name] += "\\"
        }
        guard !paths.joined().contains("") else { return nil }
        self.paths = paths
    }

    /// The numbers of columns, if each path is one; otherwise `nil`.
    func columns(below count: Int) -> [Int]? {
        var columns: [Int] = []
        for path in paths {
            guard path.count == 1, let column = Int(path[0]), (0..<count).contains(column) else { return nil }
            columns.append(column)
        }
        return columns
    }
}
