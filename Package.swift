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
        // For a UI framework that is dynamic itself, and for its apps. If both linked it statically, there would be two engines.
        // It contains all that an app can need, because a static library beside it would link a second engine.
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
        .library(name: "PageViewTrackingTesting", targets: ["PageViewTrackingTesting"]),
        .library(name: "PageViewAuditTesting", targets: ["PageViewAuditTesting"]),
        .library(name: "PageViewApple", targets: ["PageViewApple"]),
        // For UI frameworks in C, C++, and languages that call C; `.scripts/install` builds what such a framework links.
        .library(name: "pageview-c", type: .dynamic, targets: ["PageViewC"]),
        .library(name: "pageview-c-static", type: .static, targets: ["PageViewC"]),
        .executable(name: "pageview", targets: ["PageViewCommand"]),
    ],
    targets: [
        // Core: the engine, `PageViewAutomation`, the modules below it, and the adapters for Apple's frameworks.
        // The system's lock, condition variable, threads and clocks. Not a product.
        source("Core/PageViewSystem"),
        source("Core/PageViewLifecycle", ["PageViewSystem"]),
        source("Core/PageViewAutomation", ["PageViewLifecycle", "PageViewSystem"]),
        // The rest of the package reads and writes JSON with it. Not a product.
        source("Core/AnalyticsJSON", ["PageViewAutomation"]),
        // For UIKit, AppKit and SwiftUI. On other systems, the module is nearly empty.
        source("Core/PageViewApple", ["PageViewAutomation"], exclude: appleExclusions, resources: appleResources),

        // Traces: navigation as text.
        source("Traces/NavigationTraces", ["PageViewLifecycle", "PageViewAutomation", "AnalyticsJSON"]),
        source("Traces/NavigationSimulator", ["PageViewLifecycle", "PageViewAutomation", "NavigationTraces"]),
        source(
            "Traces/PageViewTesting",
            ["PageViewLifecycle", "PageViewAutomation", "NavigationTraces", "NavigationSimulator"]),
        // The scripts, styles and texts of HTML documents, which the compiler copies into the program.
        .target(name: "CHTMLParts", path: "Sources/Traces/CHTMLParts", exclude: ["Timeline", "Audit"]),
        source("Traces/TraceAnalysis", ["PageViewAutomation", "AnalyticsJSON", "NavigationTraces", "CHTMLParts"]),

        // Tracking: events for the services that count them.
        source("Tracking/PageViewTracking", ["PageViewLifecycle", "PageViewAutomation", "AnalyticsJSON"]),
        source("Tracking/PageViewEngagement", ["PageViewTracking", "AnalyticsJSON"]),
        source("Tracking/PageViewDelivery", ["PageViewLifecycle", "PageViewTracking", "AnalyticsJSON"]),
        source(
            "Tracking/PageViewTrackingTesting",
            ["PageViewLifecycle", "PageViewAutomation", "PageViewTesting", "PageViewTracking"]),

        // Bridges: the engine for other languages.
        // The header of the C interface, and its implementation, which has no public Swift declaration.
        .target(name: "CPageView", path: "Sources/Bridges/CPageView"),
        source("Bridges/PageViewC", ["CPageView", "PageViewLifecycle", "PageViewAutomation", "NavigationTraces"]),
        // `.scripts/web` compiles it for WebAssembly. Here, the compiler checks it with the rest.
        source(
            "Bridges/PageViewWeb", ["PageViewLifecycle", "PageViewAutomation"],
            exclude: [
                "Memory.c", "beacon.js", "browser.js", "engine.js", "numbers.js", "pageview.beacon.d.ts",
                "pageview.d.ts", "start.js", "trace.js", "values.js", "visits.js",
            ]),

        // Tools: the command `pageview`, and audits.
        // Compares an export of what an app sent with a trace.
        source(
            "Tools/PageViewAudit", ["PageViewLifecycle", "PageViewAutomation", "AnalyticsJSON", "NavigationTraces"]),
        source("Tools/PageViewAuditTesting", ["NavigationTraces", "PageViewTesting", "PageViewAudit"]),
        .executableTarget(
            name: "PageViewCommand",
            dependencies: [
                "PageViewLifecycle", "PageViewAutomation", "AnalyticsJSON", "NavigationTraces", "NavigationSimulator",
                "TraceAnalysis", "CHTMLParts", "PageViewTracking", "PageViewDelivery", "PageViewAudit",
            ], path: "Sources/Tools/PageViewCommand", swiftSettings: strict),

        // Links the libraries, so that `.scripts/check link` sees what a user's program gets.
        .executableTarget(
            name: "LinkProbe",
            dependencies: [
                "PageViewLifecycle", "PageViewAutomation", "NavigationTraces", "PageViewTesting",
                "PageViewTrackingTesting",
                "PageViewAuditTesting", "PageViewDelivery", "PageViewEngagement",
            ], path: "Tests/Integration/LinkProbe", swiftSettings: strict),

        // A journey with a full context of the app, as the requests of each format.
        .executableTarget(
            name: "FormatSamples",
            dependencies: ["PageViewLifecycle", "PageViewAutomation", "PageViewTracking", "PageViewDelivery"],
            path: "Tests/Integration/Formats/Samples", swiftSettings: strict),

        // Support of the tests.
        // File systems that fail at any operation, and simulated disks that lose power.
        .target(
            name: "FileFaults", dependencies: ["PageViewLifecycle", "AnalyticsJSON", "PageViewDelivery"],
            path: "Tests/Support/FileFaults", swiftSettings: strict),
        // A program that writes journals. Tests kill it while it writes.
        .executableTarget(
            name: "JournalVictim",
            dependencies: ["PageViewTracking", "PageViewDelivery"], path: "Tests/Support/JournalVictim",
            swiftSettings: strict),
        // Code that several test targets share, including the watchdog that ends the run when a test hangs.
        .target(
            name: "TestSupport",
            dependencies: [
                "PageViewLifecycle", "PageViewAutomation", "AnalyticsJSON", "NavigationTraces", "NavigationSimulator",
                "TraceAnalysis", "PageViewTracking",
            ], path: "Tests/Support/TestSupport", swiftSettings: strict),

        // One test target for each room: each further target imports all modules again, which takes seconds.
        tests(
            "CoreTests",
            [
                "PageViewLifecycle", "PageViewAutomation", "PageViewApple", "NavigationTraces", "NavigationSimulator",
                "PageViewTesting",
            ], in: "Core"),
        tests(
            "TracesTests",
            [
                "PageViewLifecycle", "PageViewAutomation", "AnalyticsJSON", "NavigationTraces", "NavigationSimulator",
                "PageViewTesting", "TraceAnalysis", "PageViewTracking", "PageViewTrackingTesting",
                "PageViewAuditTesting",
                "PageViewDelivery",
            ], in: "Traces"),
        tests(
            "TrackingTests",
            [
                "PageViewLifecycle", "AnalyticsJSON", "NavigationTraces", "NavigationSimulator", "TraceAnalysis",
                "PageViewTesting", "PageViewTracking", "PageViewTrackingTesting", "PageViewEngagement",
                "PageViewDelivery",
                "FileFaults", "JournalVictim",
            ], in: "Tracking"),
        tests("BridgesTests", ["CPageView", "PageViewC"], in: "Bridges"),
        tests(
            "ToolsTests",
            [
                "PageViewAutomation", "AnalyticsJSON", "NavigationTraces", "NavigationSimulator", "PageViewTesting",
                "TraceAnalysis",
                "PageViewTracking", "PageViewDelivery", "PageViewAudit", "PageViewAuditTesting", "PageViewCommand",
            ], in: "Tools"),
        // Page counting with `onAppear` and `onDisappear` alone, for a declarative framework that the app cannot change.
        tests("OnAppearTests", ["PageViewAutomation", "PageViewTesting"], in: "Documents/OnAppearTests"),
        // The examples of the README and the guides.
        tests(
            "ReadmeTests",
            [
                "PageViewLifecycle", "PageViewAutomation", "NavigationTraces", "NavigationSimulator", "PageViewTesting",
                "PageViewTracking", "PageViewTrackingTesting", "PageViewAuditTesting", "PageViewEngagement",
                "PageViewDelivery",
            ], in: "Documents/ReadmeTests"),
        // The final code of the tutorials. The files are symbolic links into the documentation.
        tests("TutorialTests", ["PageViewAutomation", "PageViewTesting"], in: "Documents/TutorialTests"),
        tests("SpecTests", ["PageViewLifecycle", "PageViewAutomation", "NavigationTraces"], in: "Documents/SpecTests"),
        // Claims about every sequence, every interleaving; `.scripts/proof` runs them to their full depth.
        tests(
            "ProofTests",
            ["PageViewLifecycle", "PageViewAutomation", "NavigationTraces", "NavigationSimulator"],
            in: "Proof/ProofTests"),
    ]
)

// `.scripts/proof` names the test targets that it needs in this variable, because a sanitizer builds each one again.
if let wanted = Context.environment["PAGEVIEW_TESTS"]?.split(separator: " ") {
    package.targets.removeAll { $0.type == .test && !wanted.contains(Substring($0.name)) }
}

// A target of the sources. The path begins with its room. The dependencies are all modules that the target imports;
// `.scripts/check build` rejects an import that is not among them.
func source(
    _ path: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [], resources: [Resource] = []
) -> Target {
    .target(
        name: String(path.split(separator: "/")[1]), dependencies: dependencies, path: "Sources/\(path)",
        exclude: exclude, resources: resources, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], in folder: String) -> Target {
    .testTarget(
        name: name, dependencies: ["TestSupport"] + dependencies, path: "Tests/\(folder)", swiftSettings: strict)
}
