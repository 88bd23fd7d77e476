// swift-tools-version: 6.2
import PackageDescription

// A separate package, because a dynamic UI framework is one too. The identity of a package at a path is its folder
// name, and each clone chooses that name.
let repository = Context.packageDirectory.split(separator: "/").dropLast(3).last.map(String.init) ?? ""

// The framework and its app share one engine in the dynamic product. The script `run` shows the result of static
// linking.
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
        // The app. A dependency on the target would link the framework statically. The app therefore links the library,
        // which the script builds first.
        .executableTarget(
            name: "Shop", dependencies: products("PageViewAutomation", "PageViewTracking"), packageAccess: false,
            linkerSettings: [.linkedLibrary("Shelf")]),
    ],
    swiftLanguageModes: [.v6]
)
