#if os(iOS) || os(macOS) || os(tvOS) || os(visionOS) || os(watchOS) || SWIFTUI_STAND_IN
public import PageViewAutomation
public import SwiftUI

extension View {
    /// Declares that the view is an analytics page: `.analyticsPage(.item, isReady: price != nil, payload: ["price": price])`.
    ///
    /// See `PageModifier` for all that can be said. The page is counted each time the view comes in front of the user, once it is
    /// ready (rule DV-001).
    public var analyticsPage: PageModifier<some View> {
        PageModifier { WithPage(content: self, page: $0) }
    }

    /// Declares that the view is a screen, which is counted each time it comes in front of the user: `.trackScreen("home")`.
    public var trackScreen: ScreenModifier<some View> {
        ScreenModifier { WithPage(content: self, page: $0) }
    }

    /// Lets the pages in the view report; for the root of a window.
    public func reportingPages(to pages: SwiftUIPages) -> some View {
        environment(\.analyticsPages, pages.environment)
    }
}

/// A view that is a page. What lives through the updates is its node.
struct WithPage<Content: View>: View {
    let content: Content
    let page: DeclaredPage
    @State private var node = PageNode(isAttached: !WindowProbe.isAvailable)
    @Environment(\.analyticsPages) private var pages

    var body: some View {
        // Only noted here: the tree reports it in the next turn.
        node.update(page, in: pages.pages)
        return
            content
            .environment(\.analyticsPages, AnalyticsPages(pages: node.content, adapter: pages.adapter))
            .background(WindowProbe(node: node, adapter: pages.adapter))
            .onAppear { node.appear() }
            .onDisappear { node.disappear() }
    }
}
#endif
