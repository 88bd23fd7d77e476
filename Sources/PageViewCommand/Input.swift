import NavigationTraces

/// Something to read: a file, or standard input.
struct Input {
    /// The name for messages.
    let name: String
    /// The path; `nil` for standard input.
    let path: String?
    /// Its size in bytes, if that is known.
    let size: Int?

    static let standard = Input(name: "<stdin>", path: nil, size: nil)

    /// The notation that the name tells.
    var notation: TraceNotation? {
        if name.hasSuffix(".trace") { return .lines }
        if name.hasSuffix(".jsonl") { return .jsonLines }
        return nil
    }

    /// Whether it is a document with traces in it.
    var isDocument: Bool { name.hasSuffix(".md") }

    /// What the arguments name: files, the traces in folders, and `-` for standard input.
    static func named(
        by arguments: [String], includingDocuments: Bool, _ complain: (ExitStatus, String) -> Void
    ) -> [Input] {
        var inputs: [Input] = []
        for argument in arguments {
            guard argument != "-" else {
                inputs.append(.standard)
                continue
            }
            collect(argument, isGiven: true, includingDocuments, &inputs, complain)
        }
        return inputs
    }

    private static func collect(
        _ path: String, isGiven: Bool, _ includingDocuments: Bool, _ inputs: inout [Input],
        _ complain: (ExitStatus, String) -> Void
    ) {
        do {
            let status = try System.status(of: path)
            guard status.isFolder else {
                let input = Input(name: path, path: path, size: status.size)
                // Of what lies in a folder only traces are meant.
                if isGiven || input.isMeant(includingDocuments) { inputs.append(input) }
                return
            }
            // A link in a folder can lead back to it.
            if !isGiven, System.isLink(path) { return }
            let folder = path.hasSuffix("/") ? path : path + "/"
            for name in try System.names(in: path) {
                collect(folder + name, isGiven: false, includingDocuments, &inputs, complain)
            }
        } catch {
            // What nobody asked for by name matters only if it would have been read.
            let lost = Input(name: path, path: path, size: nil)
            if isGiven || error.isAboutFolder || lost.isMeant(includingDocuments) {
                complain(.unreadableInput, "\(path): \(error.message)")
            }
        }
    }

    private func isMeant(_ includingDocuments: Bool) -> Bool {
        notation != nil || (includingDocuments && isDocument)
    }

    /// Reads it piece by piece.
    func read(
        _ progress: inout Progress, _ body: (ArraySlice<UInt8>) -> Bool
    ) throws(SystemError) {
        let descriptor = try path.map(System.open) ?? System.standardInput
        defer { if path != nil { System.close(descriptor) } }
        var buffer = [UInt8](repeating: 0, count: 256 << 10)
        while true {
            let count = try System.read(descriptor, into: &buffer)
            guard count > 0, body(buffer[..<count]) else { return }
            progress.advance(by: count, of: size, in: name)
        }
    }
}
