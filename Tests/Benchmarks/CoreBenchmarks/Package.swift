// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that the benchmark uses what a framework author and a feature team use: the public API and the C
// interface, from another package and another module. The identity of a package at a path is its folder name, and each clone chooses
// that name.
let repository = Context.packageDirectory.split(separator: "/").dropLast(3).last.map(String.init) ?? ""

let package = Package(
    name: "core-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(path: "../../..")],
    targets: [
        .executableTarget(
            name: "core-benchmarks",
            dependencies: [
                .product(name: "PageViewAutomation", package: repository),
                .product(name: "PageViewTracking", package: repository),
                .product(name: "NavigationTraces", package: repository),
                .product(name: "pageview-c-static", package: repository),
            ], path: "Sources/CoreBenchmarks",
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
