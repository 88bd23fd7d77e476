import PageViewDelivery
import NavigationTraces

/// Something to read: a file, or standard input.
struct Input {
    /// The name for messages, as a terminal may have it (rule EX-004).
    let name: String
    /// The path; `nil` for standard input.
    let path: Path?
    /// Its size in bytes, if that is known.
    let size: Int?

    static let standard = Input(name: "<stdin>", path: nil, size: nil)

    private init(name: String, path: Path?, size: Int?) {
        (self.name, self.path, self.size) = (name, path, size)
    }

    private init(_ path: Path, size: Int?) {
        self.init(name: path.text.printable, path: path, size: size)
    }

    /// The notation that the name tells.
    var notation: TraceNotation? {
        if endsWith(".trace") { return .lines }
        if endsWith(".jsonl") { return .jsonLines }
        return nil
    }

    /// Whether it is a document with traces in it.
    var isDocument: Bool { endsWith(".md") }

    /// What the arguments name: files, the traces in folders, and `-` for standard input.
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
                Terminal.complain(.unreadableInput, "\(path.text): \(error.message)")
            }
        }
        return inputs
    }

    /// Adds the traces in a folder, at any depth. What cannot be looked at is told, if there may be a trace in it.
    private static func collect(
        in folder: Path, _ includingDocuments: Bool, _ inputs: inout [Input]
    ) {
        let contents: [Path]
        do {
            contents = try System.contents(of: folder)
        } catch {
            return Terminal.complain(.unreadableInput, "\(folder.text): \(error.message)")
        }
        for path in contents {
            let isMeant = Input(path, size: nil).isMeant(includingDocuments)
            do {
                var status = try FileStatus(of: path, followsLink: false)
                // A link to a file is that file; one to a folder is left alone, for it can lead back here.
                if status.kind == .folder { collect(in: path, includingDocuments, &inputs) }
                if status.kind == .link, isMeant { status = try FileStatus(of: path) }
                // Reading a pipe would wait for somebody to write.
                if status.kind == .file, isMeant { inputs.append(Input(path, size: status.size)) }
            } catch {
                // A file that has gone meanwhile matters only if it would have been read.
                if isMeant || !error.isMissing { Terminal.complain(.unreadableInput, "\(path.text): \(error.message)") }
            }
        }
    }

    /// Whether the name ends in these bytes; as text the point could belong to the letter before it.
    private func endsWith(_ ending: String) -> Bool { name.utf8.reversed().starts(with: ending.utf8.reversed()) }

    private func isMeant(_ includingDocuments: Bool) -> Bool {
        notation != nil || (includingDocuments && isDocument)
    }

    /// What it is now.
    var status: FileStatus {
        get throws(SystemError) {
            if let path { try FileStatus(of: path) } else { try FileStatus(of: System.standardInput) }
        }
    }

    /// Opens it, and calls `body` with what reads it.
    func withDescriptor(_ body: (Int32) throws(SystemError) -> Void) throws(SystemError) {
        let descriptor = try path.map(System.open) ?? System.standardInput
        defer { if path != nil { System.close(descriptor) } }
        try body(descriptor)
    }

    /// Reads it piece by piece.
    func read(
        _ progress: inout Progress, _ body: (ArraySlice<UInt8>) -> Bool
    ) throws(SystemError) {
        try withDescriptor { descriptor throws(SystemError) in
            var buffer = [UInt8](repeating: 0, count: 256 << 10)
            while true {
                let count = try System.read(descriptor, into: &buffer, 0..<buffer.count)
                guard count > 0, body(buffer[..<count]) else { return }
                progress.advance(by: count, of: size, in: name)
            }
        }
    }
}
