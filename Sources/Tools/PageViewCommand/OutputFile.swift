/// A file that the command replaces only by a complete file, if the system can replace it (TL-010).
struct OutputFile {
    let path: Path

    func isSame(as input: Input) -> Bool {
        guard let own = try? FileStatus(of: path), let other = try? input.status else { return false }
        return own.kind == .file && own.isSameFile(as: other)
    }

    func write(_ bytes: [UInt8]) {
        do throws(SystemError) {
            try replace(with: bytes)
        } catch {
            Terminal.printError(.unwritableOutput, "\(path.text): \(error.writeFailure)")
        }
    }

    /// Writes a temporary file in the same folder, and then replaces the existing file by it.
    ///
    /// Writes some targets directly, because they cannot be replaced: a device or a pipe, a file in a folder that allows no new
    /// file, a link without a target, and the path of an open file.
    private func replace(with bytes: [UInt8]) throws(SystemError) {
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

    /// The resolved path and the status of the existing file; `nil` if the path cannot be replaced.
    private var target: (path: Path, old: FileStatus?)? {
        get throws(SystemError) {
            guard let status = try? FileStatus(of: path) else {
                // A link without a target gives `nil`, because a replacement would remove the link.
                return (try? FileStatus(of: path, followsLink: false)) == nil ? (path, nil) : nil
            }
            guard status.kind == .file, let target = System.resolved(path) else { return nil }
            // The path of an open file, such as `/dev/fd/1`, may resolve to a name that is not in the file system.
            guard let other = try? FileStatus(of: target), other.isSameFile(as: status) else { return nil }
            // A replacement does not need the permission to write to the old file, so this call checks it.
            System.closeFile(try System.openToWrite(target))
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
                // Another process may have a file with this name, so the next attempt uses another name.
                guard error.isExisting else { return nil }
            }
        }
        return nil
    }

    private static func write(
        _ bytes: [UInt8], to descriptor: Int32, _ permissions: FileStatus.Permissions? = nil
    ) throws(SystemError) {
        defer { System.closeFile(descriptor) }
        if let permissions { try System.setPermissions(permissions, of: descriptor) }
        let bytes = bytes[...]
        try System.write(bytes.span, to: descriptor)
    }
}
