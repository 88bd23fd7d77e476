// swift-tools-version: 6.2
import PackageDescription

// The part of the app without UI, with its tests. It is a separate package, because `swift test` cannot read the manifest of an
// app. SwiftPM identifies a package at a path by the name of its folder, and each clone can have another name.
let repository = Context.packageDirectory.split(separator: "/").dropLast(4).last.map(String.init) ?? ""

func product(_ name: String) -> Target.Dependency { .product(name: name, package: repository) }

let package = Package(
    name: "Shop",
    platforms: [.iOS(.v17), .macOS(.v14)],
    products: [.library(name: "Shop", targets: ["Shop"])],
    dependencies: [.package(path: "../../../..")],
    targets: [
        .target(
            name: "Shop",
            dependencies: [product("PageViewAutomation"), product("PageViewTracking"), product("PageViewDelivery")]),
        .testTarget(
            name: "ShopTests", dependencies: ["Shop", product("PageViewDelivery"), product("PageViewTesting")]),
    ],
    swiftLanguageModes: [.v6]
)
