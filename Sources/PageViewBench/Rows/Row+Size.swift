extension Row {
    private static let standard =
        "The first includes what of the standard library the library is the first to need, its concurrency above all; "
        + "the second does not."

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
            let sizes = try ProbeBuild.Program.allCases.map { program in
                Double(TextFile.size(try probes.build(program, of: package)) ?? 0)
            }
            let times = Samples(
                try (0..<3).map { _ in
                    context.progress("building it for debugging")
                    return try probes.secondsToBuildUser(of: package)
                })
            return [
                .exact(
                    "size.added", "added to a static stripped program that prints", sizes[2] - sizes[0], .bytes,
                    reach: .atMost(400_000), note: standard),
                .exact(
                    "size.added-to-concurrent", "added to one that has an atomic number and a clock",
                    sizes[2] - sizes[1], .bytes, note: standard),
                .sampled(
                    "size.build", "clean debug build of a program that depends on it", times, .seconds,
                    reach: .atMost(30), note: "On \(Program.coreCount) cores, with what else the machine does."),
            ]
        } catch let failure as ChildProcess.Failure {
            return [.unmeasured("size.added", "added to a static program", failure.description, .bytes)]
        }
    }
}
