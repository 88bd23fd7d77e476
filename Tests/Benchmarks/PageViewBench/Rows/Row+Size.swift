extension Row {
    static let smallNote =
        "-Xswiftc -Osize -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic -Xlinker --icf=safe -Xlinker -z "
        + "-Xlinker pack-relative-relocs, of both programs: smaller code, the same function once, nothing for libraries "
        + "that might be loaded later, addresses that are adjusted at the start in a packed list."

    static let tinyNote =
        "-Xlinker -T -Xlinker .scripts/without-unwinding.ld, of both programs: the stack is never unwound."
    private static let metadataNote =
        "The metadata of public types and their conformances keep code that the program never calls, and each function has "
        + "an entry in the unwinding tables."
    static let namelessNote =
        "-Xswiftc -Xfrontend -Xswiftc -disable-reflection-metadata, of both: `print` and `dump` know no names of properties "
        + "and cases."

    /// The size that the library adds to a program, and the build time.
    static let size = Row(id: "size", title: "10. The library: its size in a program") { context in
        if context.options.isExact { return [] }
        guard context.options.buildsProbes else {
            return [.unmeasured("size.added", "added to a static program", needsBuild, .bytes)]
        }
        do {
            let probes = try ProbeBuild(context)
            let package = try probes.makePackage()
            context.progress("building a program that depends on the library, for release")
            func size(_ program: ProbeBuild.Program, _ style: ProbeBuild.Style = .plain) throws -> Double {
                Double(TextFile.size(try probes.build(program, of: package, style)) ?? 0)
            }
            let (empty, user, follower) = (try size(.empty), try size(.user), try size(.follower))
            func added(_ style: ProbeBuild.Style) throws -> Double { try size(.user, style) - size(.empty, style) }
            let (small, tiny, nameless) = (try added(.small), try added(.tiny), try added(.nameless))
            let times = Samples(
                try (0..<3).map { _ in
                    context.progress("building it for debugging")
                    return try probes.secondsToBuildUser(of: package)
                })
            return [
                .exact(
                    "size.added", "added to a static stripped program that prints", user - empty, .bytes,
                    target: .atMost(400_000)
                )
                .missed(because: metadataNote),
                .exact(
                    "size.added.small", "the same, built for size", small, .bytes, target: .atMost(400_000),
                    note: smallNote
                )
                .missed(because: metadataNote),
                .exact(
                    "size.added.tiny", "the same, without unwinding tables", tiny, .bytes,
                    target: .atMost(400_000), note: tinyNote
                )
                .missed(because: metadataNote),
                .exact(
                    "size.added.nameless", "the same, without names for printing", nameless, .bytes,
                    target: .atMost(400_000), note: namelessNote),
                .exact(
                    "size.sequences", "added by following the current page as a sequence", follower - user,
                    .bytes, note: "The concurrency of the standard library, and its dependencies."),
                .sampled(
                    "size.build", "clean debug build of a program that depends on it", times, .seconds,
                    target: .atMost(30), note: "On \(Program.coreCount) cores, with the other load of the machine."),
            ]
        } catch let failure as ChildProcess.Failure {
            return [
                .unmeasured("size.added", "added to a static program", failure.description, .bytes, isRequired: true)
            ]
        }
    }
}

extension Row {
    /// The start-up time and the size of the command.
    static let startup = Row(id: "startup", title: "9. The command: start-up and size") { context in
        if context.options.isExact { return [] }
        guard context.options.buildsProbes else {
            return [.unmeasured("startup.ratio", "start-up, times an empty program", needsBuild, .ratio)]
        }
        do {
            context.progress("building the command")
            let probes = try ProbeBuild(context)
            let empty = try probes.build(.empty, of: probes.makePackage())
            return try measure(command: probes.command(), empty: empty, context) + [
                .exact(
                    "startup.size.small", "the same, built for size",
                    Double(TextFile.size(try probes.command(.small)) ?? 0), .bytes, target: .atMost(8_000_000),
                    note: smallNote
                )
                .missed(because: commandBytes),
                .exact(
                    "startup.size.tiny", "the same, without unwinding tables",
                    Double(TextFile.size(try probes.command(.tiny)) ?? 0), .bytes, target: .atMost(8_000_000),
                    note: tinyNote),
            ]
        } catch let failure as ChildProcess.Failure {
            return [
                .unmeasured(
                    "startup.ratio", "start-up, times an empty program", failure.description, .ratio, isRequired: true)
            ]
        }
    }

    private static let commandBytes =
        "The standard library has six million of the bytes. The unwinding tables are a fifth of the code."

    static let needsBuild = "needs --build-probes"

    private static func measure(command: String, empty: String, _ context: Context) throws -> [Figure] {
        // Small batches, so that the programs take turns often.
        let batch = 20
        func time(_ arguments: [String]) -> () throws -> Double {
            {
                var seconds = 0.0
                for _ in 0..<batch { seconds += try ChildProcess.run(arguments).wallSeconds }
                return seconds * 1e9 / Double(batch)
            }
        }
        let samples = try Interleaving.run(context.repetitions, [time([empty]), time([command, "--help"])])
        return [
            .sampled("startup.empty.ns", "an empty static program", samples[0], .nanoseconds),
            .sampled("startup.command.ns", "pageview --help, static", samples[1], .nanoseconds),
            .sampled(
                "startup.ratio", "the second, times the first", samples[1].ratios(to: samples[0]), .ratio,
                target: .atMost(1.5)),
            .exact("startup.empty.size", "size of the empty program", Double(TextFile.size(empty) ?? 0), .bytes),
            .exact(
                "startup.size", "size of the command, static and stripped", Double(TextFile.size(command) ?? 0), .bytes,
                target: .atMost(8_000_000)
            )
            .missed(because: commandBytes),
        ]
    }
}
