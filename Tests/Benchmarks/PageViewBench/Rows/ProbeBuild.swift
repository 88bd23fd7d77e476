import Glibc

/// Builds of measured programs: an empty one, and two that depend on this package.
struct ProbeBuild {
    let folder: TemporaryFolder
    /// The absolute path of this package.
    private let package: String

    init(_ context: Context) throws {
        folder = context.folder
        let named = context.options.package ?? "."
        guard let path = unsafe realpath(named, nil) else {
            throw ChildProcess.Failure(description: "\(named) does not exist")
        }
        defer { unsafe free(path) }
        package = unsafe String(cString: path)
        guard TextFile.size("\(package)/Package.swift") != nil else {
            throw ChildProcess.Failure(
                description: "\(package) is not a package: expected --package and the folder of this package")
        }
    }

    /// The build options of a static, stripped program.
    enum Style: String, CaseIterable {
        /// A release build without further options.
        case plain = "release"
        /// A build for size.
        ///
        /// The compiler prefers small code, and the linker merges identical functions. It exports no symbols for libraries that
        /// are loaded later, and packs the relocations.
        case small = "small"
        /// ``small``, without the tables for unwinding the stack.
        case tiny = "tiny"
        /// ``tiny``, without the names of properties and cases.
        case nameless = "nameless"

        func flags(package: String) -> [String] {
            switch self {
            case .plain: ["-c", "release", "--static-swift-stdlib", "-Xlinker", "-s"]
            case .small:
                Style.plain.flags(package: package) + [
                    "-Xswiftc", "-Osize", "-Xswiftc", "-use-ld=lld", "-Xlinker", "--no-export-dynamic", "-Xlinker",
                    "--icf=safe", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
                ]
            case .tiny:
                Style.small.flags(package: package) + [
                    "-Xlinker", "-T", "-Xlinker", "\(package)/.scripts/without-unwinding.ld",
                ]
            case .nameless:
                Style.tiny.flags(package: package) + [
                    "-Xswiftc", "-Xfrontend", "-Xswiftc", "-disable-reflection-metadata",
                ]
            }
        }
    }

    /// Builds the command, static and stripped; returns its path.
    func command(_ style: Style = .plain) throws -> String {
        let scratch = folder.file("command-build-\(style.rawValue)")
        try succeed(
            ["swift", "build", "--package-path", package, "--scratch-path", scratch, "--product", "pageview"]
                + style.flags(package: package))
        return "\(scratch)/release/pageview"
    }

    /// The programs of the generated package.
    enum Program: String, CaseIterable {
        /// A program that prints a line.
        case empty = "Empty"
        /// A program that depends on the library, and counts a page.
        case user = "User"
        /// ``user``, which also observes the current page as a sequence. This needs Swift concurrency.
        case follower = "Follower"

        var source: String {
            switch self {
            case .empty: "print(\"nothing\")\n"
            case .user: Self.counting
            case .follower:
                Self.counting + "for await page in engine.currentPages {\n    print(page as Any)\n    break\n}\n"
            }
        }

        private static let counting = """
            import PageViewAutomation
            let engine = PageViewEngine { pageView in print(pageView.page) }
            let notifier = PageViewNotifier(pending: "home")
            let component = engine.makeComponent()
            engine.declare(notifier, for: component)
            engine.report(.didAppear, of: component)
            notifier.markReady()

            """
    }

    /// Creates a package with these programs; returns its path. All but the empty one depend on this package.
    func makePackage() throws -> String {
        let made = folder.file("programs")
        let name = package.split(separator: "/").last ?? "page-view-automation"
        let targets = Program.allCases.map { program in
            let products = program != .empty ? ".product(name: \"PageViewAutomation\", package: \"\(name)\")" : ""
            return ".executableTarget(name: \"\(program.rawValue)\", dependencies: [\(products)])"
        }
        let manifest = """
            // swift-tools-version: 6.2
            import PackageDescription
            let package = Package(
                name: "programs", platforms: [.macOS(.v13)], dependencies: [.package(path: "\(package)")],
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

    /// Builds a program of the generated package, static and stripped; returns its path.
    func build(_ program: Program, of made: String, _ style: Style = .plain) throws -> String {
        let scratch = "\(made)/.build-\(style.rawValue)"
        try succeed(
            ["swift", "build", "--package-path", made, "--scratch-path", scratch, "--product", program.rawValue]
                + style.flags(package: package))
        return "\(scratch)/release/\(program.rawValue)"
    }

    /// Returns the seconds of a clean debug build of the program that depends on this package.
    func secondsToBuildUser(of made: String) throws -> Double {
        try succeed(["rm", "-rf", "\(made)/.build"])
        return try succeed(["swift", "build", "--package-path", made, "--product", Program.user.rawValue]).wallSeconds
    }

    @discardableResult
    private func succeed(_ arguments: [String]) throws -> ChildProcess {
        try ReplayCommand.succeeding(arguments, output: folder.file("log"))
    }
}
