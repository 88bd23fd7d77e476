/// A location in the source code of a test (TS-003).
package struct TestLocation: Sendable, CustomStringConvertible {
    /// The module and the file, as in `#fileID`.
    package let fileID: String
    /// The path of the file, as in `#filePath`.
    package let filePath: StaticString
    package let line: Int
    package let column: Int

    /// Creates a location, by default that of the call.
    package init(
        _ fileID: String = #fileID, _ filePath: StaticString = #filePath, _ line: Int = #line, _ column: Int = #column
    ) {
        (self.fileID, self.filePath, self.line, self.column) = (fileID, filePath, line, column)
    }

    package var description: String { "\(fileID.split(separator: "/").last.map(String.init) ?? fileID):\(line)" }
}
