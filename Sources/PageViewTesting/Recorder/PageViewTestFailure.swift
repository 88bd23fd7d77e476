/// What is wrong, as a test reports it; thrown, so that Swift Testing and XCTest both show it (rule TS-003).
public struct PageViewTestFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What happened, and the difference.
    let finding: String
    /// How to mend the test, if it can be the test that is wrong.
    private let advice: String?
    /// What happened, the difference, and how to mend it.
    public var message: String { finding + (advice.map { "\n\($0)" } ?? "") }
    /// Where in the test.
    public let location: TestLocation

    init(_ finding: String, advice: String? = nil, at location: TestLocation) {
        self.finding = finding
        self.advice = advice
        self.location = location
    }

    /// The place, and everything there is to say.
    public var description: String { "\(location): \(message)" }
}

/// A place in a test.
public struct TestLocation: Hashable, Sendable, CustomStringConvertible {
    /// The module and the file.
    public let fileID: String
    /// The line, from 1.
    public let line: Int

    /// Creates a place; left out, where this is written.
    public init(fileID: String = #fileID, line: Int = #line) {
        self.fileID = fileID
        self.line = line
    }

    /// The file without its module, and the line.
    public var description: String { "\(fileID.split(separator: "/").last.map(String.init) ?? fileID):\(line)" }
}
