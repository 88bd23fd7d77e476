// swift-tools-version: 6.2
import PackageDescription

// Apart from the package at the top, which neither needs GTK nor sees this one.
let package = Package(
    name: "page-views-in-gtk",
    platforms: [.macOS(.v15)],
    products: [.library(name: "PageViewGTK", targets: ["PageViewGTK"])],
    dependencies: [.package(name: "page-view-automation", path: "../../..")],
    targets: [
        .systemLibrary(name: "CGTK", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"]), .brew(["gtk4"])]),
        // The adapter.
        .target(
            name: "PageViewGTK",
            dependencies: ["CGTK", .product(name: "PageViewAutomation", package: "page-view-automation")]),
        // An app with it, driven by a script.
        .executableTarget(
            name: "Shop",
            dependencies: [
                "PageViewGTK", "CGTK", .product(name: "NavigationTraces", package: "page-view-automation"),
            ]),
        // The compatibility test of the adapter. No test target: those do not run on the first thread of the process, where
        // GTK has to be.
        .executableTarget(
            name: "AdapterCheck",
            dependencies: [
                "PageViewGTK", "CGTK", .product(name: "PageViewTesting", package: "page-view-automation"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
