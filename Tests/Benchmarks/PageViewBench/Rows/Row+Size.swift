extension Row {
    static let smallNote =
        "-Xswiftc -Osize -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic -Xlinker --icf=safe -Xlinker -z "
        + "-Xlinker pack-relative-relocs, of both programs: smaller code, the same function once, nothing for libraries "
        + "that might be loaded later, addresses that are adjusted at the start in a packed list."

    static let tinyNote =
        "-Xlinker -T -Xlinker .scripts/without-unwinding.ld, of both programs: nobody unwinds the stack."
    private static let kept =
        "The metadata of public types and their conformances keep code that the program never calls, and each function has "
        + "an entry in the unwinding tables."
    static let namelessNote =
        "-Xswiftc -Xfrontend -Xswiftc -disable-reflection-metadata, of both: `print` and `dump` know no names of properties "
        + "and cases."

    /// What a program that depends on the library gets with it.
    static let size = Row(id: "size", title: "10. The library: what it adds to a program") { context in
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
                    reach: .atMost(400_000)
                )
                .missed(because: kept),
                .exact(
                    "size.added.small", "the same, built for size", small, .bytes, reach: .atMost(400_000),
                    note: smallNote
                )
                .missed(because: kept),
                .exact(
                    "size.added.tiny", "the same, and without what the stack is unwound by", tiny, .bytes,
                    reach: .atMost(400_000), note: tinyNote
                )
                .missed(because: kept),
                .exact(
                    "size.added.nameless", "the same, and without names for printing", nameless, .bytes,
                    reach: .atMost(400_000), note: namelessNote),
                .exact(
                    "size.sequences", "added to that by following the current page as a sequence", follower - user,
                    .bytes, note: "The concurrency of the standard library, and what that needs."),
                .sampled(
                    "size.build", "clean debug build of a program that depends on it", times, .seconds,
                    reach: .atMost(30), note: "On \(Program.coreCount) cores, with what else the machine does."),
            ]
        } catch let failure as ChildProcess.Failure {
            return [
                .unmeasured("size.added", "added to a static program", failure.description, .bytes, isOwed: true)
            ]
        }
    }
}
