/// The parsed options of the program.
struct Options: Sendable {
    var form = Report.Form.table
    var filter: String?
    var isQuick = false
    /// Whether to measure only exact figures: allocations and instructions.
    var isExact = false
    /// Whether a figure that misses its target, or is not measured, fails the run.
    var requiresTargets = false
    var thresholds: String?
    /// The table of thresholds to rewrite.
    var record: String?
    var peers: String?
    var buildsProbes = false
    /// The folder of this package, for programs that are built from it; `nil` for the current folder.
    var package: String?
    var command: String?
    var probe: String?
    var rounds = 0
    /// The size of the trace to write to standard output; `nil` for none.
    var trace: (events: Int, sessions: Int)?
    var showsHelp = false
    var listsRows = false

    struct Misuse: Error {
        let message: String
    }

    init(_ arguments: [String]) throws(Misuse) {
        var rest = arguments[...]
        var events: Int?
        var sessions: Int?
        var rounds: Int?
        while let option = rest.popFirst() {
            switch option {
            case "--json": form = .json
            case "--markdown": form = .markdown
            case "--quick": isQuick = true
            case "--exact": isExact = true
            case "--targets": requiresTargets = true
            case "--build-probes": buildsProbes = true
            case "--list": listsRows = true
            case "--help", "-h": showsHelp = true
            case "--filter": filter = try Self.value(&rest, option)
            case "--check": thresholds = try Self.value(&rest, option)
            case "--record": record = try Self.value(&rest, option)
            case "--peers": peers = try Self.value(&rest, option)
            case "--package": package = try Self.value(&rest, option)
            case "--command": command = try Self.value(&rest, option)
            case "--probe": probe = try Self.value(&rest, option)
            case "--rounds": rounds = try Self.number(&rest, option)
            case "--trace": events = try Self.number(&rest, option)
            case "--sessions": sessions = try Self.number(&rest, option)
            default: throw Misuse(message: "expected an option, found \(option)")
            }
        }
        guard sessions == nil || events != nil else {
            throw Misuse(message: "expected --trace with --sessions, found none")
        }
        guard rounds == nil || probe != nil else { throw Misuse(message: "expected --probe with --rounds, found none") }
        trace = events.map { ($0, max(1, sessions ?? 1)) }
        self.rounds = rounds ?? 0
    }

    private static func value(_ rest: inout ArraySlice<String>, _ option: String) throws(Misuse) -> String {
        guard let value = rest.popFirst() else { throw Misuse(message: "expected a value after \(option), found none") }
        return value
    }

    private static func number(_ rest: inout ArraySlice<String>, _ option: String) throws(Misuse) -> Int {
        let text = try value(&rest, option)
        guard let number = Int(text), number >= 0 else {
            throw Misuse(message: "expected a number after \(option), found \(text)")
        }
        return number
    }

    static let usage = """
        pageview-bench measures costs and shows which figures reach their targets.

        usage: pageview-bench [--json|--markdown] [--filter TEXT] [--quick] [--exact] [--check FILE] [--record FILE]
                              [--targets] [--command FILE] [--peers FOLDER] [--build-probes] [--package FOLDER]
               pageview-bench --trace EVENTS [--sessions N]
               pageview-bench --list

          --json, --markdown   prints JSON, or tables for a document
          --filter TEXT        measures only rows whose name contains TEXT
          --quick              measures with fewer repetitions and smaller sizes
          --exact              measures only allocations and instructions, which repeat exactly
          --targets            fails if a figure misses its target
          --check FILE         compares exact figures with a table of their thresholds; with --filter only those of
                               the measured rows
          --record FILE        replaces the thresholds in such a table by the measured figures; adds none
          --command FILE       the optimized command pageview; the default is the one beside this program
          --peers FOLDER       the folder of peer_duckdb.py and peer_orjson.py
          --build-probes       builds small programs to measure size, start-up and build time; this takes minutes
          --package FOLDER     this package; the default is the current folder
          --trace EVENTS       writes the trace of the replay rows to standard output
          --list               prints the names of the rows

        Exit status: 0 measured; 1 a threshold of --check is exceeded or a target missed; 64 wrong use; 70 a requested figure cannot be
        measured, or a named file or folder does not exist or cannot be used; 74 the report, the trace or the table
        cannot be written.

        """
}

extension Options {
    /// The error for a named file or folder that does not exist; `nil` if all exist.
    ///
    /// Checked before the measurement, which takes minutes.
    var missing: String? {
        if let command, !TextFile.isExecutable(command) {
            return "\(command) is not a program: expected --command and the path of pageview"
        }
        if let peers, TextFile.size(peers) == nil { return "\(peers) does not exist: expected --peers and a folder" }
        if let package, TextFile.size("\(package)/Package.swift") == nil {
            return "\(package) is not a package: expected --package and the folder of this package"
        }
        return nil
    }
}
