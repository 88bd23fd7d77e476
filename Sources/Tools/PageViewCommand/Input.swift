import AnalyticsJSON
import NavigationTraces
import PageViewDelivery

/// An input of the command: a file, or standard input (TR-005).
struct Input {
    /// The name for messages, printable on a terminal (TR-008).
    let name: String
    let path: Path?
    let size: Int?

    static let standard = Input()

    private init() { (name, path, size) = ("<stdin>", nil, nil) }

    private init(_ path: Path, size: Int?) { (name, self.path, self.size) = (path.text.printable, path, size) }

    var notation: TraceNotation? {
        if endsWith(".trace") { return .lines }
        if endsWith(".jsonl") { return .jsonLines }
        return nil
    }

    var isDocument: Bool { endsWith(".md") }

    /// Prints an error for each path that cannot be read.
    static func named(
        by paths: [Path], includingDocuments: Bool
    ) -> [Input] {
        var inputs: [Input] = []
        for path in paths {
            if path == .standardInput {
                inputs.append(.standard)
                continue
            }
            do {
                let status = try FileStatus(of: path)
                if status.kind == .folder {
                    collect(in: path, includingDocuments, &inputs)
                } else {
                    inputs.append(Input(path, size: status.size))
                }
            } catch {
                Terminal.printError(.unreadableInput, "\(path.text): \(error.readFailure)")
            }
        }
        return inputs
    }

    /// Prints an error for each path that cannot be read and may contain a trace.
    private static func collect(
        in folder: Path, _ includingDocuments: Bool, _ inputs: inout [Input]
    ) {
        let contents: [Path]
        do {
            contents = try System.contents(of: folder)
        } catch {
            return Terminal.printError(.unreadableInput, "\(folder.text): \(error.readFailure)")
        }
        for path in contents {
            let isSelected = Input(path, size: nil).isSelected(includingDocuments)
            do {
                var status = try FileStatus(of: path, followsLink: false)
                // A link to a file stands for that file. A link to a folder is skipped, because it may form a cycle.
                if status.kind == .folder { collect(in: path, includingDocuments, &inputs) }
                if status.kind == .link, isSelected { status = try FileStatus(of: path) }
                // Pipes and devices are skipped, because a read from a pipe could wait for a writer forever.
                if status.kind == .file, isSelected { inputs.append(Input(path, size: status.size)) }
            } catch {
                // An error about a file that no longer exists matters only if the command would read the file.
                if isSelected || !error.isMissing {
                    Terminal.printError(.unreadableInput, "\(path.text): \(error.readFailure)")
                }
            }
        }
    }

    /// Returns whether the name ends in these bytes.
    ///
    /// A comparison of characters could fail, because the dot can combine with the character before it.
    private func endsWith(_ ending: String) -> Bool { name.utf8.reversed().starts(with: ending.utf8.reversed()) }

    private func isSelected(_ includingDocuments: Bool) -> Bool {
        notation != nil || (includingDocuments && isDocument)
    }

    var status: FileStatus {
        get throws(SystemError) {
            if let path { try FileStatus(of: path) } else { try FileStatus(of: System.standardInput) }
        }
    }

    /// Reads the whole input; prints an error and returns `nil` if the input cannot be read.
    func readWhole() -> [UInt8]? {
        var bytes: [UInt8] = []
        do {
            try read { piece in
                bytes += piece
                return true
            }
        } catch {
            Terminal.printError(.unreadableInput, "\(name): \(error.readFailure)")
            return nil
        }
        return bytes
    }

    /// Reads the input in pieces until `body` returns `false` or the input ends.
    ///
    /// With `follows`, it waits at the end of a file for more bytes. Returns whether the file was truncated, rewritten or
    /// replaced.
    @discardableResult
    func read(follows: Bool = false, _ body: (ArraySlice<UInt8>) -> Bool) throws(SystemError) -> Bool {
        let descriptor = try path.map(System.openToRead) ?? System.standardInput
        defer { if path != nil { System.closeFile(descriptor) } }
        var followed = follows ? path.map { FollowedFile(descriptor: descriptor, path: $0) } : nil
        var buffer = [UInt8](repeating: 0, count: Self.pieceSize)
        while true {
            let count: Int
            if followed == nil {
                count = try System.read(descriptor, into: &buffer, buffer.indices)
            } else {
                count = try followed?.read(into: &buffer, buffer.indices) ?? 0
            }
            guard count > 0, body(buffer[..<count]) else { return followed?.hasRestarted == true }
            Progress.advance(by: count, of: size, in: name)
        }
    }

    private static let pieceSize = 128 << 10
}

/// A reader of the lines of inputs, which prints an error for each malformed line (TR-005).
struct LineSource {
    let skipsInvalid: Bool
    /// Whether errors are not printed, because an earlier reading has printed them.
    var isQuiet = false
    /// Whether the reading waits for further lines at the end of a file (TR-007).
    var follows = false
    private(set) var hasFailed = false
    /// Whether the last input was a followed file that was truncated, rewritten or replaced.
    private(set) var hasRestarted = false

    /// Reads an input; returns whether the command read the input to its end.
    ///
    /// If `excess` returns a message, reading ends after the current line. `pause` lets the caller write its output.
    @discardableResult
    mutating func read(
        _ input: Input, excess: () -> String? = { nil }, take: (TraceLine, Int, TraceNotation) -> Void,
        pause: () -> Void = {}
    ) -> Bool {
        var reader = TraceReader(notation: input.notation)
        var isWhole = true
        hasRestarted = false
        do {
            hasRestarted = try input.read(follows: follows) { bytes in
                reader.append(bytes)
                isWhole = drain(&reader, input, excess, take, pause)
                pause()
                return isWhole
            }
        } catch {
            pause()
            hasFailed = true
            if !isQuiet { Terminal.printError(.unreadableInput, "\(input.name): \(error.readFailure)") }
            return false
        }
        // After a restart, the rest in the reader is an unfinished line of the old file.
        if isWhole, !hasRestarted {
            reader.finish()
            isWhole = drain(&reader, input, excess, take, pause)
        }
        pause()
        Progress.clear()
        return isWhole
    }

    /// Reads an example of a document; returns whether the command read the example to its end.
    ///
    /// `take` receives each line with its number in the document.
    mutating func read(
        _ example: SpecificationDocument.Example, of input: Input, take: (TraceLine, Int, TraceNotation) -> Void
    ) -> Bool {
        var reader = TraceReader(notation: .lines)
        reader.append(example.text.utf8)
        reader.finish()
        return drain(&reader, input, after: example.line - 1, { nil }, take) {}
    }

    private mutating func drain(
        _ reader: inout TraceReader, _ input: Input, after firstLine: Int = 0, _ excess: () -> String?,
        _ take: (TraceLine, Int, TraceNotation) -> Void, _ pause: () -> Void
    ) -> Bool {
        while true {
            do {
                guard let line = try reader.next() else { return true }
                take(line, firstLine + reader.lineNumber, reader.notation ?? .jsonLines)
                if let excess = excess() {
                    pause()
                    Terminal.printError(
                        .malformedInput, "\(input.name):\(firstLine + reader.lineNumber): \(excess)")
                    return false
                }
            } catch {
                // First writes the output of the lines before the error.
                pause()
                var error = error
                error.line += firstLine
                if !isQuiet { Terminal.printError(.malformedInput, "\(input.name):\(error)") }
                if !skipsInvalid { return false }
            }
        }
    }

    /// Reads a whole document; prints an error and returns `nil` if the document is unreadable or not UTF-8.
    func readDocument(_ input: Input) -> SpecificationDocument? {
        guard let bytes = input.readWhole() else { return nil }
        if let malformed = bytes[...].firstMalformedCharacter {
            let line = bytes[..<malformed].count { $0 == 0x0A } + 1
            Terminal.printError(
                .malformedInput,
                "\(input.name):\(line):1: expected text in UTF-8, found other bytes; convert the file to UTF-8")
            return nil
        }
        return SpecificationDocument(String(decoding: bytes, as: UTF8.self))
    }
}

/// A file that another process continues to write, such as a log (TR-007).
struct FollowedFile {
    private static let interval: Int32 = 100
    /// The maximum length of the first bytes, and of the last bytes, that `isUnchanged` compares.
    private static let sampleLength = 512

    let descriptor: Int32
    let path: Path
    fileprivate var firstBytes: [UInt8] = []
    fileprivate var lastBytes: [UInt8] = []
    fileprivate var count = 0
    /// Whether the file was truncated, rewritten or replaced.
    private(set) var hasRestarted = false

    /// Waits for bytes, and reads them into a range of the buffer; returns their number.
    ///
    /// Returns 0 if no more bytes can come: the file has restarted, or a pipe has ended.
    mutating func read(into buffer: inout [UInt8], _ range: Range<Int>) throws(SystemError) -> Int {
        guard try FileStatus(of: descriptor).kind == .file else {
            return try System.read(descriptor, into: &buffer, range)
        }
        while true {
            let more = try System.read(descriptor, into: &buffer, range)
            // The size alone does not reveal a rewritten file, because the new content may be as long as the old one or longer.
            hasRestarted = try !isUnchanged()
            if hasRestarted { return 0 }
            if more > 0 {
                recordSample(buffer[range.prefix(more)])
                return more
            }
            Progress.clear()
            if try !waitForGrowth() {
                hasRestarted = true
                return 0
            }
        }
    }

    private mutating func recordSample(_ bytes: ArraySlice<UInt8>) {
        firstBytes += bytes.prefix(max(0, Self.sampleLength - firstBytes.count))
        lastBytes = Array((lastBytes + bytes.suffix(Self.sampleLength)).suffix(Self.sampleLength))
        count += bytes.count
    }

    /// Waits until the file has grown, or was rewritten or replaced; returns whether it has grown.
    private func waitForGrowth() throws(SystemError) -> Bool {
        while true {
            let own = try FileStatus(of: descriptor)
            if own.size > count { return true }
            guard try isUnchanged() else { return false }
            // Between the two steps of a rotation, no file has the name. The command then continues to follow the open file.
            if let other = try? FileStatus(of: path), !other.isSameFile(as: own) {
                // The writer may have added bytes to the open file after the check of its size.
                return try FileStatus(of: descriptor).size > count
            }
            Terminal.wait(milliseconds: Self.interval)
        }
    }

    /// Returns whether the file still has the first and the last bytes that were read.
    private func isUnchanged() throws(SystemError) -> Bool {
        let start = try System.bytes(of: descriptor, at: 0, count: firstBytes.count)
        let end = try System.bytes(of: descriptor, at: count - lastBytes.count, count: lastBytes.count)
        return start == firstBytes && end == lastBytes
    }
}
