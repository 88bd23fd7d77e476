// swift-tools-version: 6.2
import PackageDescription

// Strict where we develop, with a toolchain that we know. A released tag, a copy without its history and a newer toolchain stay
// lenient: a package that depends on this one by its path would inherit flags that turn new warnings into errors.
#if compiler(<6.4)
let isDevelopment = Context.gitInformation.map { $0.currentTag == nil } ?? false
#else
let isDevelopment = false
#endif

let strict: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .strictMemorySafety(),
    ] + (isDevelopment ? [.treatAllWarnings(as: .error)] : [])

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
        .target(name: "PageViewLifecycle", swiftSettings: strict),
        .target(name: "PageViewAutomation", dependencies: ["PageViewLifecycle"], swiftSettings: strict),
        // The rest of the package reads and writes JSON with it; no product.
        .target(name: "AnalyticsJSON", dependencies: ["PageViewAutomation"], swiftSettings: strict),
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
            name: "TraceAnalysis", dependencies: ["NavigationTraces", "AnalyticsJSON"],
            resources: [.embedInCode("Timeline/Page")], swiftSettings: strict),
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
            name: "PageViewApple", dependencies: ["PageViewAutomation"], exclude: appleExclusions,
            resources: appleResources, swiftSettings: strict),
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
            ],
            resources: [.embedInCode("AuditReport")], swiftSettings: strict),

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

        // Ends the run when a test hangs.
        .target(name: "TestWatch", path: "Tests/TestWatch", swiftSettings: strict),
        // What several test targets need.
        .target(
            name: "TestSupport",
            dependencies: ["NavigationSimulator", "TraceAnalysis", "PageViewTracking", "AnalyticsJSON"],
            path: "Tests/TestSupport", swiftSettings: strict),
        // What holds of every input: the fuzzer looks for one of which it does not, the tests try those in the corpus.
        .target(
            name: "TraceProperties",
            dependencies: ["PageViewAutomation", "AnalyticsJSON", "NavigationTraces", "PageViewDelivery"],
            path: "Tests/Fuzzing/Properties", swiftSettings: strict),

        .testTarget(
            name: "PageViewLifecycleTests", dependencies: ["TestWatch", "PageViewLifecycle"], swiftSettings: strict),
        .testTarget(
            name: "PageViewAutomationTests", dependencies: ["TestWatch", "PageViewAutomation"], swiftSettings: strict),
        .testTarget(
            name: "PageViewCTests", dependencies: ["TestWatch", "CPageView", "PageViewC"], swiftSettings: strict),
        .testTarget(
            name: "PageViewAppleTests", dependencies: ["TestWatch", "PageViewApple", "PageViewTesting"],
            swiftSettings: strict),
        // A declarative UI that renders to text, and what it takes to give its views `.analyticsPage(…)`.
        .testTarget(name: "DeclarativeTests", dependencies: ["TestWatch", "PageViewTesting"], swiftSettings: strict),
        // Page counting with `onAppear` and `onDisappear` alone, for a declarative framework that the app cannot change.
        .testTarget(name: "OnAppearTests", dependencies: ["TestWatch", "PageViewTesting"], swiftSettings: strict),
        .testTarget(
            name: "PageViewTrackingTests",
            dependencies: ["TestWatch", "TestSupport", "PageViewEngagement", "PageViewTesting"], swiftSettings: strict),
        .testTarget(
            name: "PageViewDeliveryTests",
            dependencies: [
                "TestWatch", "TestSupport", "PageViewEngagement", "PageViewTesting", "JournalVictim", "FileFaults",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "PageViewEngagementTests",
            dependencies: ["TestWatch", "PageViewEngagement", "TestSupport", "PageViewTesting"],
            swiftSettings: strict),
        .testTarget(
            name: "NavigationTracesTests", dependencies: ["TestWatch", "TestSupport", "TraceProperties"],
            swiftSettings: strict),
        .testTarget(
            name: "NavigationSimulatorTests", dependencies: ["TestWatch", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "TraceAnalysisTests", dependencies: ["TestWatch", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "PageViewAuditTests", dependencies: ["TestWatch", "TestSupport", "PageViewAudit"],
            swiftSettings: strict),
        .testTarget(
            name: "PageViewTestingTests", dependencies: ["TestWatch", "PageViewTesting", "PageViewDelivery"],
            swiftSettings: strict),
        .testTarget(
            name: "PageViewCommandTests",
            dependencies: ["TestWatch", "TestSupport", "PageViewCommand", "PageViewAudit", "PageViewDelivery"],
            swiftSettings: strict),
        .testTarget(
            name: "ReadmeTests",
            dependencies: ["TestWatch", "PageViewDelivery", "PageViewEngagement", "PageViewTesting"],
            swiftSettings: strict),
        // The same examples in a module whose default isolation is the main actor, as the modules of apps may have it.
        .testTarget(
            name: "MainActorReadmeTests",
            dependencies: ["PageViewDelivery", "PageViewEngagement", "PageViewTesting"],
            swiftSettings: strict + [.defaultIsolation(MainActor.self)]),
        // The code of the tutorials as it is at their end; it lies in the documentation.
        .testTarget(
            name: "TutorialTests", dependencies: ["TestWatch", "PageViewAutomation", "PageViewTesting"],
            swiftSettings: strict),
        // Claims about every sequence, every interleaving; `.scripts/proof` runs them to their full depth.
        .testTarget(
            name: "ProofTests",
            dependencies: ["TestWatch", "PageViewLifecycle", "PageViewAutomation", "NavigationSimulator"],
            swiftSettings: strict),
        .testTarget(name: "SpecTests", dependencies: ["TestWatch", "NavigationTraces"], swiftSettings: strict),
    ]
)

// What things cost, measured: `swift run -c release pageview-bench`. No product, so nobody who depends on the package builds
// it. It counts allocations in place of the C library, and asks the system about processes, as Linux has them.
#if os(Linux)
package.targets += [
    .target(
        name: "PageViewBench",
        dependencies: ["PageViewAutomation", "PageViewDelivery", "NavigationSimulator", "TraceAnalysis"],
        path: "Tests/Benchmarks/PageViewBench", swiftSettings: strict),
    // Takes the place of malloc, so it is linked into the program alone: the tests of all targets are one program.
    .target(name: "CAllocationHook", path: "Tests/Benchmarks/CAllocationHook"),
    .executableTarget(
        name: "pageview-bench", dependencies: ["PageViewBench", "CAllocationHook"],
        path: "Tests/Benchmarks/PageViewBenchCommand", swiftSettings: strict),
    .testTarget(
        name: "PageViewBenchTests", dependencies: ["TestWatch", "PageViewBench"],
        path: "Tests/Benchmarks/PageViewBenchTests",
        swiftSettings: strict),
]
#endif
