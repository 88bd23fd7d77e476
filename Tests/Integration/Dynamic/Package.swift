// swift-tools-version: 6.2
import PackageDescription

// A package of its own, as the package of a dynamic UI framework is. The identity of a package at a path is the name of its
// folder, which each clone chooses.
let repository = Context.packageDirectory.split(separator: "/").dropLast(3).last.map(String.init) ?? ""

// The framework and its app share one engine in the dynamic product. `run` shows what happens with static ones.
let isLinkedTwice = Context.environment["PAGEVIEW_LINKED_TWICE"] != nil

func products(_ names: String...) -> [Target.Dependency] {
    (isLinkedTwice ? names : ["PageViewAutomationDynamic"]).map { .product(name: $0, package: repository) }
}

let package = Package(
    name: "dynamic-framework",
    platforms: [.macOS(.v13)],
    products: [.library(name: "Shelf", type: .dynamic, targets: ["Shelf"])],
    dependencies: [.package(path: "../../..")],
    targets: [
        // The UI framework.
        .target(name: "Shelf", dependencies: products("PageViewAutomation"), packageAccess: false),
        // The app. A dependency on the target would link the framework statically, so the app links the library, which has to
        // be built before.
        .executableTarget(
            name: "Shop", dependencies: products("PageViewAutomation", "PageViewTracking"), packageAccess: false,
            linkerSettings: [.linkedLibrary("Shelf")]),
    ],
    swiftLanguageModes: [.v6]
)
