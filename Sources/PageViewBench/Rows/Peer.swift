/// Another program that makes page views of a trace.
struct Peer {
    let id: String
    let title: String
    let output: String
    private let arguments: [String]

    /// Those in the folder that was named, or why there is none.
    static func all(
        _ options: Options, _ folder: TemporaryFolder
    ) throws -> [Result<Peer, ChildProcess.Failure>] {
        guard let scripts = options.peers else {
            return [.failure(.init(description: "--peers names the folder of the programs to compare with"))]
        }
        return [("duckdb", "DuckDB, 2 threads", ["2"]), ("orjson", "Python with orjson", [])].map { id, title, more in
            let script = "\(scripts)/peer_\(id).py"
            guard TextFile.size(script) != nil else {
                return .failure(.init(description: "\(script) is not there"))
            }
            guard (try? ChildProcess.run(["python3", "-c", "import \(id)"]).status) == 0 else {
                return .failure(.init(description: "python3 cannot import \(id)"))
            }
            return .success(Peer(id: id, title: title, output: folder.file(id), arguments: [script] + more))
        }
    }

    func run(_ trace: String) throws -> ChildProcess {
        try ReplayCommand.succeeding(
            ["python3", arguments[0], trace, output] + arguments.dropFirst(), output: output + ".log")
    }
}
