// swift-tools-version: 6.2
import PackageDescription

// `.scripts/check` and `.ci/run` set this variable. A package that depends on this one by path inherits the flags, and a newer
// compiler can add warnings, so an adopter's build must not fail for one.
let warningsAreErrors = Context.environment["PAGEVIEW_WARNINGS_AS_ERRORS"] != nil

let strict: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .strictMemorySafety(),
    ] + (warningsAreErrors ? [.treatAllWarnings(as: .error)] : [])

// The privacy manifest is a resource, and SwiftPM's code for resources imports Foundation. Only Apple's systems need the
// manifest.
#if os(macOS)
let appleResources: [Resource] = [.copy("PrivacyInfo.xcprivacy")]
let appleExclusions: [String] = []
#else
let appleResources: [Resource] = []
let appleExclusions = ["PrivacyInfo.xcprivacy"]
#endif

let package = Package(
    name: "page-view-automation",
    platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "PageViewLifecycle", targets: ["PageViewLifecycle"]),
        .library(name: "PageViewAutomation", targets: ["PageViewAutomation"]),
        // For a UI framework that is dynamic itself, and for its apps: linked statically into both, the engine would exist twice.
        // All that an app can need, because a static library beside it would bring the engine along again.
        .library(
            name: "PageViewAutomationDynamic", type: .dynamic,
            targets: [
                "PageViewLifecycle", "PageViewAutomation", "PageViewTracking", "PageViewDelivery", "PageViewEngagement",
                "NavigationTraces", "PageViewApple",
            ]),
        .library(name: "PageViewTracking", targets: ["PageViewTracking"]),
        .library(name: "PageViewDelivery", targets: ["PageViewDelivery"]),
        .library(name: "PageViewEngagement", targets: ["PageViewEngagement"]),
        .library(name: "NavigationTraces", targets: ["NavigationTraces"]),
        .library(name: "NavigationSimulator", targets: ["NavigationSimulator"]),
        .library(name: "PageViewTesting", targets: ["PageViewTesting"]),
        .library(name: "PageViewApple", targets: ["PageViewApple"]),
        // For UI frameworks in C, C++, and languages that call C; `.scripts/install` builds what such a framework links.
        .library(name: "pageview-c", type: .dynamic, targets: ["PageViewC"]),
        .library(name: "pageview-c-static", type: .static, targets: ["PageViewC"]),
        .executable(name: "pageview", targets: ["PageViewCommand"]),
    ],
    targets: [
        // The system's lock, condition variable, threads and clocks; no product.
        .target(name: "PageViewSystem", path: "Sources/Core/PageViewSystem", swiftSettings: strict),
        .target(
            name: "PageViewLifecycle", dependencies: ["PageViewSystem"], path: "Sources/Core/PageViewLifecycle",
            swiftSettings: strict),
        .target(
            name: "PageViewAutomation", dependencies: ["PageViewLifecycle", "PageViewSystem"],
            path: "Sources/Core/PageViewAutomation",
            swiftSettings: strict),
        // The rest of the package reads and writes JSON with it; no product.
        .target(
            name: "AnalyticsJSON", dependencies: ["PageViewAutomation"], path: "Sources/Core/AnalyticsJSON",
            swiftSettings: strict),
        .target(
            name: "PageViewTracking", dependencies: ["PageViewAutomation", "AnalyticsJSON"], swiftSettings: strict),
        .target(
            name: "PageViewDelivery", dependencies: ["PageViewTracking", "AnalyticsJSON"], swiftSettings: strict),
        .target(name: "PageViewEngagement", dependencies: ["PageViewTracking"], swiftSettings: strict),
        .target(
            name: "NavigationTraces", dependencies: ["PageViewAutomation", "AnalyticsJSON"], swiftSettings: strict),
        .target(
            name: "NavigationSimulator", dependencies: ["NavigationTraces"], swiftSettings: strict),
        .target(
            name: "TraceAnalysis", dependencies: ["NavigationTraces", "AnalyticsJSON", "CHTMLParts"],
            swiftSettings: strict),
        // The scripts, styles and texts of HTML documents, which the compiler copies into the program.
        .target(name: "CHTMLParts", exclude: ["Timeline", "Audit"]),
        // Compares an export of what an app sent with a trace.
        .target(
            name: "PageViewAudit", dependencies: ["NavigationTraces", "AnalyticsJSON"],
            swiftSettings: strict),
        .target(
            name: "PageViewTesting",
            dependencies: ["PageViewAutomation", "NavigationSimulator", "PageViewTracking", "PageViewAudit"],
            swiftSettings: strict),
        // For UIKit, AppKit and SwiftUI. On other systems, the module is nearly empty.
        .target(
            name: "PageViewApple", dependencies: ["PageViewAutomation"], path: "Sources/Core/PageViewApple",
            exclude: appleExclusions, resources: appleResources, swiftSettings: strict),
        // The header of the C interface, and its implementation, which has no public Swift declaration.
        .target(name: "CPageView"),
        .target(
            name: "PageViewC",
            dependencies: ["CPageView", "PageViewLifecycle", "PageViewAutomation", "NavigationTraces"],
            swiftSettings: strict),
        .executableTarget(
            name: "PageViewCommand",
            dependencies: [
                "NavigationSimulator", "TraceAnalysis", "PageViewAudit", "PageViewDelivery", "AnalyticsJSON",
                "CHTMLParts",
            ], swiftSettings: strict),

        // Links every library and nothing else; what it drags in is what a user's program gets.
        .executableTarget(
            name: "LinkProbe", dependencies: ["PageViewDelivery", "PageViewEngagement", "PageViewTesting"],
            path: "Tests/LinkProbe",
            swiftSettings: strict),

        // File systems that fail at any operation, and disks in memory that tests cut the power of.
        .target(
            name: "FileFaults", dependencies: ["PageViewDelivery", "PageViewLifecycle", "AnalyticsJSON"],
            path: "Tests/FileFaults", swiftSettings: strict),
        // Writes journals, and is killed in the middle of it by the tests.
        .executableTarget(
            name: "JournalVictim", dependencies: ["PageViewDelivery", "PageViewLifecycle", "FileFaults"],
            path: "Tests/JournalVictim",
            swiftSettings: strict),

        // Code that several test targets share, including the watchdog that ends the run when a test hangs.
        .target(
            name: "TestSupport",
            dependencies: ["NavigationSimulator", "TraceAnalysis", "PageViewTracking", "AnalyticsJSON"],
            path: "Tests/TestSupport", swiftSettings: strict),

        // One test target for each group of modules, because each further target imports all modules again, which takes seconds.
        .testTarget(
            name: "CoreTests",
            dependencies: ["TestSupport", "PageViewAutomation", "PageViewApple", "PageViewTesting"], path: "Tests/Core",
            swiftSettings: strict),
        .testTarget(
            name: "TracesTests", dependencies: ["TestSupport", "PageViewTesting", "PageViewDelivery"],
            path: "Tests/Traces",
            swiftSettings: strict),
        .testTarget(
            name: "TrackingTests",
            dependencies: ["TestSupport", "PageViewEngagement", "PageViewTesting", "JournalVictim", "FileFaults"],
            path: "Tests/Tracking", swiftSettings: strict),
        .testTarget(
            name: "BridgesTests", dependencies: ["TestSupport", "CPageView", "PageViewC"], path: "Tests/Bridges",
            swiftSettings: strict),
        .testTarget(
            name: "ToolsTests",
            dependencies: ["TestSupport", "PageViewCommand", "PageViewAudit", "PageViewDelivery"], path: "Tests/Tools",
            swiftSettings: strict),
        // Page counting with `onAppear` and `onDisappear` alone, for a declarative framework that the app cannot change.
        .testTarget(name: "OnAppearTests", dependencies: ["TestSupport", "PageViewTesting"], swiftSettings: strict),
        // The examples of the README and the guides.
        .testTarget(
            name: "ReadmeTests",
            dependencies: ["TestSupport", "PageViewDelivery", "PageViewEngagement", "PageViewTesting"],
            swiftSettings: strict),
        // The final code of the tutorials. The files are symbolic links into the documentation.
        .testTarget(
            name: "TutorialTests", dependencies: ["TestSupport", "PageViewAutomation", "PageViewTesting"],
            swiftSettings: strict),
        // Claims about every sequence, every interleaving; `.scripts/proof` runs them to their full depth.
        .testTarget(
            name: "ProofTests",
            dependencies: ["TestSupport", "PageViewLifecycle", "PageViewAutomation", "NavigationSimulator"],
            swiftSettings: strict),
        .testTarget(name: "SpecTests", dependencies: ["TestSupport", "NavigationTraces"], swiftSettings: strict),
    ]
)
