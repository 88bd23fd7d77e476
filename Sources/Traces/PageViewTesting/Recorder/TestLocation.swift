/// A location in the source code of a test (TS-003).
package struct TestLocation: Sendable, CustomStringConvertible {
    /// The module and the file, as in `#fileID`.
    package let fileID: String
    /// The path of the file, as in `#filePath`.
    package let filePath: StaticString
    /// The line, from 1.
    package let line: Int
    /// The column, from 1.
    package let column: Int

    /// Creates a location, by default that of the call.
    package init(
        fileID: String = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) {
        self.fileID = fileID
        self.filePath = filePath
        self.line = line
        self.column = column
    }

    /// The file without its module, a colon, and the line.
    package var description: String { "\(fileID.split(separator: "/").last.map(String.init) ?? fileID):\(line)" }
}
