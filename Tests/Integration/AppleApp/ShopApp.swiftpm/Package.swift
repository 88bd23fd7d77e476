// swift-tools-version: 6.0
import AppleProductTypes
import PackageDescription

// Xcode opens this folder as an app. SwiftPM identifies a package at a path by the name of its
// folder, and each clone can have another name.
let repository = Context.packageDirectory.split(separator: "/").dropLast(4).last.map(String.init) ?? ""

func product(_ name: String) -> Target.Dependency { .product(name: name, package: repository) }

let package = Package(
    name: "ShopApp",
    platforms: [.iOS("17.0")],
    products: [
        .iOSApplication(
            name: "ShopApp",
            targets: ["App"],
            bundleIdentifier: "org.example.page-view-automation.shop",
            displayVersion: "1.0",
            bundleVersion: "1",
            appIcon: .placeholder(icon: .box),
            accentColor: .presetColor(.blue),
            supportedDeviceFamilies: [.pad, .phone],
            supportedInterfaceOrientations: [.portrait, .landscapeLeft, .landscapeRight],
            additionalInfoPlistContentFilePath: "AdditionalInfo.plist"
        )
    ],
    dependencies: [.package(path: "../Shop"), .package(path: "../../../..")],
    targets: [
        .executableTarget(
            name: "App",
            dependencies: [
                .product(name: "Shop", package: "Shop"), product("PageViewApple"), product("PageViewDelivery"),
            ],
            path: "App"
        )
    ],
    swiftLanguageModes: [.v6]
)
