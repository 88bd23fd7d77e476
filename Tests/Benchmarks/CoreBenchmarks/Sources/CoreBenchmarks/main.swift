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
    for row in CountedRow.all { print(row.id) }
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
    guard let row = row(name) else { fail("expected the name of a row, found \(name)", 64) }
    guard let rounds = Int(rounds), 0...CountedRow.mostRounds ~= rounds else {
        fail("expected 0 to \(CountedRow.mostRounds) rounds, found \(rounds)", 64)
    }
    let (expected, found) = row.perform(rounds)
    if expected != found { fail("\(name): expected \(expected) results, found \(found)", 70) }
}

func row(_ name: some StringProtocol) -> CountedRow? { CountedRow.all.first { $0.id == name } }

func exactFigures() -> [Figure] {
    var figures: [Figure] = []
    // The instructions or the bytes of each row.
    var firstCounts: [String: Double] = [:]
    while let line = readLine() {
        let words = line.split(separator: " ")
        let counts = words.dropFirst().compactMap { Double($0) }
        guard let row = words.first.flatMap({ row($0) }), counts.count == words.count - 1,
            counts.count == (row.isOfMemory ? 1 : 2)
        else { fail("expected a row and its numbers, found \(line)", 64) }
        func add(_ id: String, _ value: Double, _ unit: String, ratio: Double? = nil, _ target: Target?) {
            figures.append(Figure(id: id, title: row.title, value: value, unit: unit, ratio: ratio, target: target))
        }
        firstCounts[row.id] = counts[0]
        guard !row.isOfMemory else {
            add("\(row.id).bytes", counts[0], "bytes", row.allocations)
            if row.id == "memory.notifier", let page = firstCounts["memory.page"] {
                figures.append(
                    Figure(
                        id: "memory.engine.bytes", title: "memory of the page in the engine", value: page - counts[0],
                        unit: "bytes"))
            }
            continue
        }
        let first = ["appearance", "duplicate"].first { row.id.hasPrefix($0 + ".") }.flatMap { firstCounts[$0] }
        add("\(row.id).instructions", counts[0], "instructions", ratio: first.map { counts[0] / $0 }, row.instructions)
        add("\(row.id).allocations", counts[1], "allocations", row.allocations)
        if row.id == "appearance.by-c", let first {
            figures.append(
                Figure(
                    id: "\(row.id).ratio", title: "an appearance by the C functions, to one by the handle",
                    value: counts[0] / first, unit: "times", target: .atMost(1.4)))
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
