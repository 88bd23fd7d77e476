#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

// The program that measures. The script `run` starts it.
//
//   core-benchmarks --list               prints the names of the counted rows
//   core-benchmarks --count ROW ROUNDS   performs a row and nothing else
//   core-benchmarks --exact              reads lines "ROW INSTRUCTIONS ALLOCATIONS" and "ROW BYTES", prints their figures
//   core-benchmarks --times [PREFIX]     measures times; with PREFIX, of the rows whose name begins with it
let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, arguments.count) {
case ("--list", 1):
    for row in CountedRow.allCases { print(row.rawValue) }
case ("--count", 3):
    count(arguments.dropFirst().first ?? "", arguments.last ?? "")
case ("--exact", 1):
    for figure in exactFigures() { print(figure.line) }
case ("--times", 1...2):
    measureTimes(arguments.count == 2 ? arguments.last ?? "" : "")
default: fail("expected --list, --count ROW ROUNDS, --exact or --times [PREFIX], found \(arguments)", 64)
}

func fail(_ message: String, _ status: Int32) -> Never {
    _ = "core-benchmarks: \(message)\n".withCString { write(STDERR_FILENO, $0, strlen($0)) }
    exit(status)
}

func count(_ name: String, _ rounds: String) {
    guard let row = CountedRow(rawValue: name) else { fail("expected the name of a row, found \(name)", 64) }
    guard let rounds = Int(rounds), 0...CountedRow.mostRounds ~= rounds else {
        fail("expected 0 to \(CountedRow.mostRounds) rounds, found \(rounds)", 64)
    }
    let (expected, found) = row.perform(rounds)
    if expected != found { fail("\(name): expected \(expected) results, found \(found)", 70) }
}

func exactFigures() -> [Figure] {
    var figures: [Figure] = []
    var appearance: Double?
    var duplicate: Double?
    var pageBytes: Double?
    while let line = readLine() {
        let words = line.split(separator: " ")
        let counts = words.dropFirst().compactMap { Double($0) }
        guard let row = words.first.flatMap({ CountedRow(rawValue: String($0)) }), counts.count == words.count - 1,
            counts.count == (row.isOfMemory ? 1 : 2)
        else { fail("expected a row and its numbers, found \(line)", 64) }
        if row.isOfMemory {
            let target = row.allocationTarget
            figures.append(
                Figure(id: "\(row.rawValue).bytes", title: row.title, value: counts[0], unit: "bytes", target: target))
            if row == .memoryOfPage { pageBytes = counts[0] }
            if row == .memoryOfNotifier, let pageBytes {
                figures.append(
                    Figure(
                        id: "memory.engine.bytes", title: "memory of the page in the engine",
                        value: pageBytes - counts[0], unit: "bytes"))
            }
            continue
        }
        let (instructions, allocations) = (counts[0], counts[1])
        if row == .appearance { appearance = instructions }
        if row == .duplicate { duplicate = instructions }
        let first =
            row.rawValue.hasPrefix("appearance.") ? appearance : row.rawValue.hasPrefix("duplicate.") ? duplicate : nil
        figures.append(
            Figure(
                id: "\(row.rawValue).instructions", title: row.title, value: instructions, unit: "instructions",
                ratio: first.map { instructions / $0 }, target: row.instructionTarget))
        figures.append(
            Figure(
                id: "\(row.rawValue).allocations", title: row.title, value: allocations, unit: "allocations",
                target: row.allocationTarget))
        if row == .appearanceByC, let appearance {
            figures.append(
                Figure(
                    id: "\(row.rawValue).ratio", title: "an appearance by the C functions, to one by the handle",
                    value: instructions / appearance, unit: "times", target: .atMost(1.4)))
        }
    }
    return figures
}

func measureTimes(_ prefix: String) {
    let rows = [("by-hand", ComparedRows.figures)] + GrowthRow.all.map { ("growth.\($0.id)", $0.figures) }
    let measured = rows.filter { $0.0.hasPrefix(prefix) }
    if measured.isEmpty { fail("expected the beginning of \(rows.map(\.0)), found \(prefix)", 64) }
    for (_, figures) in measured {
        for figure in figures() { print(figure.line) }
        // Some rows take half a minute.
        fflush(nil)
    }
}
