// swift-tools-version: 6.2
import PackageDescription

// A package of its own, because the package at the top does not need GTK. The identity of a package at a path is the name of
// its folder, which each clone chooses.
let repository = Context.packageDirectory.split(separator: "/").dropLast(3).last.map(String.init) ?? ""

func product(_ name: String) -> Target.Dependency { .product(name: name, package: repository) }

let package = Package(
    name: "page-views-in-gtk",
    platforms: [.macOS(.v13)],
    products: [.library(name: "PageViewGTK", targets: ["PageViewGTK"])],
    dependencies: [.package(path: "../../..")],
    targets: [
        .systemLibrary(name: "CGTK", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"]), .brew(["gtk4"])]),
        // The adapter.
        .target(name: "PageViewGTK", dependencies: ["CGTK", product("PageViewAutomation")], packageAccess: false),
        // An app with it, driven by a script.
        .executableTarget(
            name: "Shop", dependencies: ["PageViewGTK", "CGTK", product("NavigationTraces")], packageAccess: false),
        // The compatibility test of the adapter. No test target: those do not run on the first thread of the process, where
        // GTK has to be.
        .executableTarget(
            name: "AdapterCheck", dependencies: ["PageViewGTK", "CGTK", product("PageViewTesting")],
            packageAccess: false),
    ],
    swiftLanguageModes: [.v6]
)
