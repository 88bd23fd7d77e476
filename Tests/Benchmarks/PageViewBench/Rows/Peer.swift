/// Another program that makes page views of a trace.
struct Peer {
    let id: String
    let title: String
    let output: String
    /// How many times its time should be ours.
    let reach: Double
    private let arguments: [String]

    /// Those in the folder that was named, or why there is none.
    static func all(
        _ options: Options, _ folder: TemporaryFolder
    ) throws -> [Result<Peer, ChildProcess.Failure>] {
        guard let scripts = options.peers else {
            return [.failure(.init(description: "--peers names the folder of the programs to compare with"))]
        }
        let cores = Program.coreCount
        let all: [(id: String, title: String, arguments: [String], reach: Double)] = [
            ("duckdb", "DuckDB, \(cores) threads", ["\(cores)"], 5), ("orjson", "Python with orjson", [], 10),
        ]
        return all.map { id, title, more, reach in
            let script = "\(scripts)/peer_\(id).py"
            guard TextFile.size(script) != nil else {
                return .failure(.init(description: "\(script) is not there"))
            }
            guard (try? ChildProcess.run(["python3", "-c", "import \(id)"]).status) == 0 else {
                return .failure(.init(description: "python3 cannot import \(id)"))
            }
            return .success(
                Peer(id: id, title: title, output: folder.file(id), reach: reach, arguments: [script] + more))
        }
    }

    /// That one cannot be compared with: it should have been where the folder was named.
    static func unmeasured(_ failure: ChildProcess.Failure, _ options: Options) -> Figure {
        .unmeasured(
            "replay.peer", "another program", failure.description, .seconds, isOwed: options.peers != nil)
    }

    func run(_ trace: String) throws -> ChildProcess {
        try ReplayCommand.succeeding(
            ["python3", arguments[0], trace, output] + arguments.dropFirst(), output: output + ".log")
    }
}
