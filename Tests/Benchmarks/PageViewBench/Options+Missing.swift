extension Options {
    /// What was named and is not there, in words; looked for before anything is measured, because that takes minutes.
    var missing: String? {
        if let command, !TextFile.isExecutable(command) { return "\(command) is no program: --command names it" }
        if let peers, TextFile.size(peers) == nil { return "\(peers) is not there: --peers names it" }
        if let package, TextFile.size("\(package)/Package.swift") == nil {
            return "\(package) is no package: --package names it"
        }
        return nil
    }
}
