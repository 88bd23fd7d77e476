/// The command `pageview`, optimised, as a process that is measured.
struct ReplayCommand {
    let path: String

    /// The one that was named, or the one beside this program.
    init(_ options: Options) throws {
        path = options.command ?? "\(Program.folder)/pageview"
        guard TextFile.isExecutable(path) else {
            throw ChildProcess.Failure(
                description: "\(path) is not there: swift build -c release --product pageview builds it")
        }
    }

    func replay(
        _ trace: String, to output: String, options: [String] = [], isWatched: Bool = false
    ) throws -> ChildProcess {
        try Self.succeeding([path, "replay"] + options + [trace], output: output, isWatched: isWatched)
    }

    /// Runs a command that has to end well.
    static func succeeding(
        _ arguments: [String], output: String, isWatched: Bool = false
    ) throws -> ChildProcess {
        let errors = output + ".errors"
        let run = try ChildProcess.run(
            arguments, streams: .init(output: output, errors: errors), isWatched: isWatched)
        guard run.status == 0 else {
            let text = (TextFile.read(errors) ?? "").split(separator: "\n").first ?? ""
            let name = arguments[0].split(separator: "/").last ?? ""
            throw ChildProcess.Failure(description: "\(name) ended with \(run.status): \(text)")
        }
        return run
    }
}
