/// A file that is written as a whole or not at all (rule TL-010).
struct OutputFile {
    private let path: Path

    init(_ path: Path) {
        self.path = path
    }

    /// Whether writing it would overwrite this input.
    func isSame(as input: Input) -> Bool {
        guard let own = try? FileStatus(of: path), let other = try? input.status else { return false }
        return own.kind == .file && own.isSameFile(as: other)
    }

    /// Writes the file beside the one that there is, which it then takes the place of.
    ///
    /// What is no file, such as a device or a pipe, is written to as it is; so is a file in a folder in which none can be
    /// made, and a link that leads to nothing yet.
    func write(_ bytes: [UInt8]) throws(SystemError) {
        guard let (target, old) = try target, let (temporary, descriptor) = Self.createTemporary(beside: target) else {
            return try Self.write(bytes, to: System.create(path))
        }
        do throws(SystemError) {
            try Self.write(bytes, to: descriptor, old?.permissions)
            try System.move(temporary, to: target)
        } catch {
            System.remove(temporary)
            throw error
        }
    }

    /// What is to be replaced, where the links to it lead, and what is there now; `nil` of what cannot be.
    private var target: (path: Path, old: FileStatus?)? {
        get throws(SystemError) {
            guard let status = try? FileStatus(of: path) else {
                // A link that leads nowhere stays one.
                return (try? FileStatus(of: path, followsLink: false)) == nil ? (path, nil) : nil
            }
            guard status.kind == .file, let target = System.resolved(path) else { return nil }
            // The name of what a process has open need not be one in the file system.
            guard let other = try? FileStatus(of: target), other.isSameFile(as: status) else { return nil }
            // Replacing it needs no leave to write to it; that it was taken away is to be heeded all the same.
            System.close(try System.openToWrite(target))
            return (target, status)
        }
    }

    private static func createTemporary(beside path: Path) -> (path: Path, descriptor: Int32)? {
        for attempt in 0..<100 {
            let name = ".pageview-\(System.processNumber)-\(attempt)"
            let temporary = path.folder.appending(Array(name.utf8))
            do throws(SystemError) {
                return (temporary, try System.createNew(temporary))
            } catch {
                // What somebody else has left there is let alone.
                guard error.isExisting else { return nil }
            }
        }
        return nil
    }

    private static func write(
        _ bytes: [UInt8], to descriptor: Int32, _ permissions: FileStatus.Permissions? = nil
    ) throws(SystemError) {
        defer { System.close(descriptor) }
        if let permissions { try System.setPermissions(permissions, of: descriptor) }
        let bytes = bytes[...]
        try System.write(bytes.span, to: descriptor)
    }
}
