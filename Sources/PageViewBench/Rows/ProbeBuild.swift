import Glibc

/// Programs that are built to be measured: an empty one, and one that depends on this package.
struct ProbeBuild {
    let folder: TemporaryFolder
    /// The package, as an absolute path.
    private let package: String

    init(_ context: Context) throws {
        folder = context.folder
        guard let path = unsafe realpath(context.options.package, nil) else {
            throw ChildProcess.Failure(description: "\(context.options.package) is not there")
        }
        defer { unsafe free(path) }
        package = unsafe String(cString: path)
        guard TextFile.size("\(package)/Package.swift") != nil else {
            throw ChildProcess.Failure(description: "\(package) is no package: --package names it")
        }
    }

    /// The command, static and stripped.
    func command() throws -> String {
        let scratch = folder.file("command-build")
        try succeed([
            "swift", "build", "-c", "release", "--package-path", package, "--scratch-path", scratch,
            "--static-swift-stdlib", "--product", "pageview", "-Xlinker", "-s",
        ])
        return "\(scratch)/release/pageview"
    }

    /// The programs that are built.
    enum Program: String, CaseIterable {
        /// Prints, and nothing else.
        case empty = "Empty"
        /// Has a clock and an atomic number: what the standard library adds for those, with concurrency.
        case concurrent = "Concurrent"
        /// Depends on the library, and counts a page.
        case user = "User"

        var source: String {
            switch self {
            case .empty: "print(\"nothing\")\n"
            case .concurrent:
                """
                import Synchronization
                let count = Atomic<Int>(1)
                print(count.load(ordering: .relaxed), ContinuousClock.now)

                """
            case .user:
                """
                import PageViewAutomation
                let engine = PageViewEngine { pageView in print(pageView.page) }
                let notifier = PageViewNotifier(pending: "home")
                let component = engine.makeComponent()
                engine.declare(notifier, for: component)
                engine.report(.didAppear, of: component)
                notifier.ready()

                """
            }
        }
    }

    /// Makes a package with these programs, of which one depends on this package.
    func makePackage() throws -> String {
        let made = folder.file("programs")
        let name = package.split(separator: "/").last ?? "page-view-automation"
        let targets = Program.allCases.map { program in
            let products = program == .user ? ".product(name: \"PageViewAutomation\", package: \"\(name)\")" : ""
            return ".executableTarget(name: \"\(program.rawValue)\", dependencies: [\(products)])"
        }
        let manifest = """
            // swift-tools-version: 6.2
            import PackageDescription
            let package = Package(
                name: "programs", platforms: [.macOS(.v15)], dependencies: [.package(path: "\(package)")],
                targets: [\(targets.joined(separator: ", "))])

            """
        for program in Program.allCases {
            let sources = "\(made)/Sources/\(program.rawValue)"
            try succeed(["mkdir", "-p", sources])
            guard TextFile.write(program.source, to: "\(sources)/main.swift"),
                TextFile.write(manifest, to: "\(made)/Package.swift")
            else { throw ChildProcess.Failure(description: "\(made) cannot be written") }
        }
        return made
    }

    /// A program of that package, static and stripped.
    func build(_ program: Program, of made: String) throws -> String {
        try succeed([
            "swift", "build", "-c", "release", "--package-path", made, "--static-swift-stdlib", "--product",
            program.rawValue, "-Xlinker", "-s",
        ])
        return "\(made)/.build/release/\(program.rawValue)"
    }

    /// How long the one takes that depends on this package, built for debugging, from nothing.
    func secondsToBuildUser(of made: String) throws -> Double {
        try succeed(["rm", "-rf", "\(made)/.build"])
        return try succeed(["swift", "build", "--package-path", made, "--product", Program.user.rawValue]).wallSeconds
    }

    @discardableResult
    private func succeed(_ arguments: [String]) throws -> ChildProcess {
        try ReplayCommand.succeeding(arguments, output: folder.file("log"))
    }
}
