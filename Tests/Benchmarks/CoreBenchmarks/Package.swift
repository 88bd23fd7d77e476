// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that the benchmark has what a framework author and a feature team have: the public API, from
// another package and another module. The identity of a package at a path is the name of its folder, which each clone chooses.
let repository = Context.packageDirectory.split(separator: "/").dropLast(3).last.map(String.init) ?? ""

let package = Package(
    name: "core-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(path: "../../..")],
    targets: [
        .executableTarget(
            name: "core-benchmarks",
            dependencies: [.product(name: "PageViewAutomation", package: repository)], path: "Sources/CoreBenchmarks",
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
