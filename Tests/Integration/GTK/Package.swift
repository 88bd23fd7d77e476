// swift-tools-version: 6.2
import PackageDescription

// Apart from the package at the top, which neither needs GTK nor sees this one. The libraries it is built on are links to the
// sources there, so that nothing has to be depended on; the adapter sees of them what any other package would.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
]

/// A target of the package at the top.
func linked(_ name: String, _ dependencies: Target.Dependency...) -> Target {
    .target(name: name, dependencies: dependencies, path: "Libraries/\(name)", swiftSettings: settings)
}

let package = Package(
    name: "page-views-in-gtk",
    platforms: [.macOS(.v13)],
    products: [.library(name: "PageViewGTK", targets: ["PageViewGTK"])],
    targets: [
        linked("PageViewLifecycle"),
        linked("PageViewAutomation", "PageViewLifecycle"),
        linked("AnalyticsJSON", "PageViewAutomation"),
        linked("PageViewProviders", "PageViewAutomation", "AnalyticsJSON"),
        linked("NavigationTraces", "PageViewAutomation", "AnalyticsJSON"),
        linked("PageViewTesting", "PageViewAutomation", "NavigationTraces", "PageViewProviders"),
        .executableTarget(
            name: "pageview", dependencies: ["NavigationTraces", "PageViewProviders", "AnalyticsJSON"],
            path: "Libraries/PageViewCommand", swiftSettings: settings),
        .systemLibrary(name: "CGTK", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"]), .brew(["gtk4"])]),
        // The adapter.
        .target(name: "PageViewGTK", dependencies: ["CGTK", "PageViewAutomation"], packageAccess: false),
        // An app with it, driven by a script.
        .executableTarget(
            name: "Shop", dependencies: ["PageViewGTK", "CGTK", "NavigationTraces"], packageAccess: false),
        // The compatibility test of the adapter. No test target: those do not run on the first thread of the process, where
        // GTK has to be.
        .executableTarget(
            name: "AdapterCheck", dependencies: ["PageViewGTK", "CGTK", "PageViewTesting"], packageAccess: false),
    ],
    swiftLanguageModes: [.v6]
)
