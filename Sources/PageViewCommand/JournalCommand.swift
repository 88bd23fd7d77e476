import PageViewDelivery
import AnalyticsJSON
import PageViewTracking

/// `pageview journal`: what lies in the folder of a journal (rules JR-005, JR-013).
struct JournalCommand {
    static func run(_ arguments: ArraySlice<Path>) throws(Arguments.Misuse) -> ExitStatus {
        var rest = arguments
        let name = rest.popFirst()?.text
        switch name {
        case "cat":
            cat(try reader(Arguments(rest, flags: [])))
        case "verify":
            verify(try reader(Arguments(rest, flags: [])))
        case "stat":
            let arguments = try Arguments(rest, flags: ["--json"])
            JournalSummary.write(of: try folder(arguments), asJSON: arguments.has("--json"))
        default:
            throw Arguments.Misuse(message: "expected journal cat, verify or stat, found journal \(name ?? "alone")")
        }
        return Terminal.status
    }

    /// The only operand, if it is a folder that can be read; what is wrong with it otherwise has been told.
    private static func folder(_ arguments: Arguments) throws(Arguments.Misuse) -> String? {
        guard arguments.operands.count == 1, let path = arguments.operands.first else {
            throw Arguments.Misuse(message: "expected one folder, found \(arguments.operands.count)")
        }
        do throws(SystemError) {
            if try FileStatus(of: path).kind == .folder { return path.text }
            Terminal.complain(.unreadableInput, "\(path.text): expected the folder of a journal, found none")
        } catch {
            Terminal.complain(.unreadableInput, "\(path.text): \(error.message)")
        }
        return nil
    }

    private static func reader(_ arguments: Arguments) throws(Arguments.Misuse) -> JournalReader? {
        guard let folder = try folder(arguments) else { return nil }
        do throws(JournalError) {
            return try JournalReader(directory: folder)
        } catch {
            Terminal.complain(.unreadableInput, "\(error)")
            return nil
        }
    }

    /// Writes the events, a line each.
    private static func cat(_ reader: JournalReader?) {
        guard var reader else { return }
        var writer = JSONWriter()
        while let item = reader.next() {
            switch item {
            case .event(let event):
                event.write(to: &writer)
                writer.newline()
                if writer.count >= pieceLength { Terminal.write(writer.takeBytes()) }
            case .problem(let problem):
                // What came before it comes before it.
                Terminal.write(writer.takeBytes())
                Terminal.complain(.malformedInput, "\(problem)")
            }
        }
        Terminal.write(writer.takeBytes())
    }

    /// Writes the problems, a line each, and how many there are.
    private static func verify(_ reader: JournalReader?) {
        guard var reader else { return }
        var (records, problems) = (0, 0)
        while let item = reader.next() {
            switch item {
            case .event: records += 1
            case .problem(let problem):
                problems += 1
                Terminal.note(.malformedInput)
                Terminal.writeLine("\(problem)")
            }
        }
        Terminal.writeLine("\(records) records, \(problems) problems")
    }

    private static let pieceLength = 64 << 10
}
