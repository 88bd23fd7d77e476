/// What gives the views of a declarative framework `.analyticsPage(…)`, in every way of saying it (rule DV-001).
///
/// A framework, or an adapter for one that it does not own, makes it a property of all views, which wraps a view in the one
/// that carries the page:
///
///     extension View {
///         var analyticsPage: PageModifier<some View> { PageModifier { WithPage(content: self, page: $0) } }
///         var trackScreen: ScreenModifier<some View> { ScreenModifier { WithPage(content: self, page: $0) } }
///     }
///
/// Its feature teams call it: `ItemView().analyticsPage(.item, isReady: price != nil, payload: ["price": price])`. What
/// the view does with the page is the work of a ``PageNode``.
public struct PageModifier<Modified> {
    private let modify: (DeclaredPage) -> Modified

    /// Creates the modifier of a view from what makes of it the view that carries a page.
    public init(_ modify: @escaping (DeclaredPage) -> Modified) {
        self.modify = modify
    }

    /// Declares that the view is this page.
    public func callAsFunction(_ page: DeclaredPage) -> Modified {
        modify(page)
    }

    /// Declares that the view is a page, which is ready as soon as a condition holds.
    ///
    /// - Parameters:
    ///   - page: The page and its context.
    ///   - isReady: Whether the page shows what the user came for.
    ///   - payload: Values that travel with the page view; asked for only when the page is ready.
    public func callAsFunction(
        _ page: PageContext, isReady: Bool = true, payload: @autoclosure () -> Payload = [:]
    ) -> Modified {
        modify(DeclaredPage(page, isReady: isReady, payload: payload()))
    }

    /// Declares that the view is a page, with a payload of the app's own variables: `["price": item.price]`.
    ///
    /// - Parameters:
    ///   - page: The page and its context.
    ///   - isReady: Whether the page shows what the user came for.
    ///   - payload: Values that travel with the page view; asked for only when the page is ready.
    @_disfavoredOverload
    public func callAsFunction(
        _ page: PageContext, isReady: Bool = true, payload: @autoclosure () -> EventAttributes
    ) -> Modified {
        modify(DeclaredPage(page, isReady: isReady, payload: payload().payload))
    }

    /// Declares that the view is a page in this state.
    public func callAsFunction(_ state: PageState) -> Modified {
        modify(DeclaredPage(state))
    }

    /// Declares that the view is a page that is ready.
    public func callAsFunction(_ event: PageViewEvent) -> Modified {
        modify(DeclaredPage(.ready(event)))
    }

    /// Declares that the view is a page whose data tell when it is ready (rule RD-008).
    public func callAsFunction<PageData>(_ data: PageData, by readiness: PageReadiness<PageData>) -> Modified {
        modify(DeclaredPage(readiness.state(for: data)))
    }

    /// Declares that the view is a page for which a notifier speaks, from any thread and between the passes too.
    public func callAsFunction(_ notifier: PageViewNotifier) -> Modified {
        modify(DeclaredPage(notifier))
    }

    /// Declares that the view is the page that an object is, such as its model. The object is not kept.
    public func callAsFunction(_ page: some AnalyticsPage) -> Modified {
        modify(DeclaredPage(page))
    }
}

/// What gives the views of a declarative framework `.trackScreen("home")`: a page that is always ready (rule DV-001).
public struct ScreenModifier<Modified> {
    private let modify: (DeclaredPage) -> Modified

    /// Creates the modifier of a view from what makes of it the view that carries a page.
    public init(_ modify: @escaping (DeclaredPage) -> Modified) {
        self.modify = modify
    }

    /// Declares that the view is a screen, which is counted each time it appears.
    public func callAsFunction(_ name: PageName, context: ContextName? = nil) -> Modified {
        modify(DeclaredPage(PageContext(name: name, context: context)))
    }

    /// Declares that the view is a screen whose name is a text. Names are kept for ever (rule QU-007): leave data out of them.
    @_disfavoredOverload
    public func callAsFunction(_ name: String, context: ContextName? = nil) -> Modified {
        self(PageName(rawValue: name), context: context)
    }
}
