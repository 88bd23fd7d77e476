#if os(iOS) || os(macOS) || os(tvOS) || os(visionOS) || os(watchOS) || SWIFTUI_STAND_IN
public import PageViewAutomation
public import SwiftUI

/// An adapter that reports the views of a SwiftUI app to an engine.
///
/// Create one when the app starts, and pass it to the root of each window:
///
///     @main struct ShopApp: App {
///         @State private var pages = SwiftUIPages(engine: engine)
///
///         var body: some Scene {
///             WindowGroup { ContentView().reportingPages(to: pages) }
///         }
///     }
///
/// The adapter reports SwiftUI's calls in the next turn of the main actor (DV-007). So an appearance and a disappearance within
/// one turn have no effect, and no receiver runs while SwiftUI creates views.
@MainActor
public final class SwiftUIPages {
    package let tree: PageTree
    #if os(iOS) || os(macOS) || os(tvOS) || os(visionOS) || UIKIT_STAND_IN || APPKIT_STAND_IN
    /// The adapter for the scenes or windows of the app.
    public let scenes: WindowScenes

    /// Creates an adapter. It can share the scenes of another one, such as `viewControllerPages.scenes`.
    public init(engine: PageViewEngine, scenes: WindowScenes? = nil) {
        self.scenes = scenes ?? WindowScenes(engine: engine)
        tree = Self.makeTree(engine)
    }
    #else
    /// Creates an adapter on a platform without windows. All pages are in the main scene.
    public init(engine: PageViewEngine) {
        tree = Self.makeTree(engine)
    }
    #endif

    private static func makeTree(_ engine: PageViewEngine) -> PageTree {
        PageTree(engine: engine, timing: .deferred { work in Task { @MainActor in work() } })
    }

    /// Reports a change of a view: now, or when the user sees its scene again.
    func report(_ event: ComponentEvent, of node: PageNode, _ change: @escaping @MainActor (PageNode) -> Void) {
        #if os(iOS) || os(tvOS) || os(visionOS) || UIKIT_STAND_IN
        if scenes.hold(event, of: node, in: node.scene, { [weak node] in node.map(change) }) { return }
        #endif
        change(node)
    }

    /// The environment for the root of a window.
    var environment: AnalyticsPages { AnalyticsPages(pages: tree.environment, adapter: self) }
}

/// A value of SwiftUI's environment: the page around a view, and the engine.
///
///     @Environment(\.analyticsPages) private var pages
///
///     Button("Buy") { pages.engine?.recordInteraction("tap", ["button": "buy"]) }
public struct AnalyticsPages: Sendable {
    let pages: PageEnvironment
    let adapter: SwiftUIPages?

    /// The value without an engine, as in a preview. Pages with this value report nothing.
    static let none = AnalyticsPages(pages: .none, adapter: nil)

    /// The engine, if there is one.
    public var engine: PageViewEngine? { pages.engine }

    /// The component of the page around the view, if there is one.
    public var component: ComponentID? { pages.component }
}

extension AnalyticsPages: Equatable {
    /// Returns whether both values have the same page around the view, and the same engine and adapter.
    public static func == (left: AnalyticsPages, right: AnalyticsPages) -> Bool {
        left.pages == right.pages && left.adapter === right.adapter
    }
}

private struct AnalyticsPagesKey: EnvironmentKey {
    static let defaultValue = AnalyticsPages.none
}

extension EnvironmentValues {
    /// The page around a view, and the engine that receives the reports.
    public var analyticsPages: AnalyticsPages {
        get { self[AnalyticsPagesKey.self] }
        set { self[AnalyticsPagesKey.self] = newValue }
    }
}

extension View {
    /// Declares that the view is an analytics page.
    ///
    ///     Text("Shoes").analyticsPage(.item, isReady: price != nil, payload: ["price": price])
    ///
    /// The page counts each time the view comes in front of the user, once it is ready (DV-001). See `PageModifier` for all
    /// parameters.
    public var analyticsPage: PageModifier<some View> {
        PageModifier { WithPage(content: self, page: $0) }
    }

    /// Declares that the view is a screen, as in `.trackScreen("home")`. The screen counts each time the user sees it.
    public var trackScreen: ScreenModifier<some View> {
        ScreenModifier { WithPage(content: self, page: $0) }
    }

    /// Sets the adapter of all pages in the view. Call this on the root of a window.
    public func reportingPages(to pages: SwiftUIPages) -> some View {
        environment(\.analyticsPages, pages.environment)
    }
}

/// A view that is a page. Its node persists across updates of the view (DV-004).
struct WithPage<Content: View>: View {
    let content: Content
    let page: DeclaredPage
    @State private var node = PageNode(isAttached: !WindowProbe.isAvailable)
    @Environment(\.analyticsPages) private var pages

    var body: some View {
        // The node only stores the values. The tree reports them in the next turn.
        node.update(page, in: pages.pages)
        return
            content
            .environment(\.analyticsPages, AnalyticsPages(pages: node.content, adapter: pages.adapter))
            .background(WindowProbe(node: node, adapter: pages.adapter))
            .onAppear { report(.didAppear) { $0.appear() } }
            .onDisappear { report(.didDisappear) { $0.disappear() } }
    }

    private func report(_ event: ComponentEvent, _ change: @escaping @MainActor (PageNode) -> Void) {
        if let adapter = pages.adapter { adapter.report(event, of: node, change) } else { change(node) }
    }
}
#endif
