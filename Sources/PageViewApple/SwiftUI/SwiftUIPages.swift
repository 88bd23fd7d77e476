#if os(iOS) || os(macOS) || os(tvOS) || os(visionOS) || os(watchOS) || SWIFTUI_STAND_IN
public import PageViewAutomation
public import SwiftUI

/// What the views of a SwiftUI app report to an engine.
///
/// Make one when the app starts, and hand it to the root of each window:
///
///     @main struct ShopApp: App {
///         @State private var pages = SwiftUIPages(engine: engine)
///
///         var body: some Scene {
///             WindowGroup { ContentView().reportingPages(to: pages) }
///         }
///     }
///
/// What SwiftUI says is reported in the main actor's next turn, so that what it takes back in the same turn was never there,
/// and so that no receiver runs while SwiftUI makes views (rule DV-007).
@MainActor
public final class SwiftUIPages {
    /// The pages among the app's views.
    public let tree: PageTree
    #if os(iOS) || os(macOS) || os(tvOS) || os(visionOS) || UIKIT_STAND_IN || APPKIT_STAND_IN
    /// The app's scenes or windows, as the engine knows them.
    public let scenes: WindowScenes

    /// Creates an adapter with scenes of its own.
    public convenience init(engine: PageViewEngine) {
        self.init(engine: engine, scenes: WindowScenes(engine: engine))
    }

    /// Creates an adapter beside another one, of which it shares the scenes: `viewControllerPages.scenes`.
    public init(engine: PageViewEngine, scenes: WindowScenes) {
        self.scenes = scenes
        tree = Self.makeTree(engine)
    }
    #else
    /// Creates an adapter, where nothing is known about windows: all pages are in the main scene.
    public init(engine: PageViewEngine) {
        tree = Self.makeTree(engine)
    }
    #endif

    private static func makeTree(_ engine: PageViewEngine) -> PageTree {
        PageTree(engine: engine, timing: .deferred { work in Task { @MainActor in work() } })
    }

    /// What the root of a window is given.
    public var environment: AnalyticsPages { AnalyticsPages(pages: tree.environment, adapter: self) }
}

/// Where a view's pages belong, and the engine for what the user does there: a value of SwiftUI's environment.
///
///     @Environment(\.analyticsPages) private var pages
///
///     Button("Buy") { pages.engine?.recordInteraction("tap", ["button": "buy"]) }
public struct AnalyticsPages: Sendable {
    let pages: PageEnvironment
    let adapter: SwiftUIPages?

    /// Where no engine is, as in a preview: pages report nothing.
    public static let none = AnalyticsPages(pages: .none, adapter: nil)

    /// The engine, where there is one.
    public var engine: PageViewEngine? { pages.engine }

    /// The component of the page around the view, if there is one.
    public var component: ComponentID? { pages.component }
}

extension AnalyticsPages: Equatable {
    /// Whether pages are in the same place in both.
    public static func == (left: AnalyticsPages, right: AnalyticsPages) -> Bool {
        left.pages == right.pages && left.adapter === right.adapter
    }
}

private struct AnalyticsPagesKey: EnvironmentKey {
    static let defaultValue = AnalyticsPages.none
}

extension EnvironmentValues {
    /// Where the pages of a view belong, and the engine they report to.
    public var analyticsPages: AnalyticsPages {
        get { self[AnalyticsPagesKey.self] }
        set { self[AnalyticsPagesKey.self] = newValue }
    }
}
#endif
