/// Gives the views of a declarative framework `.analyticsPage(…)`, with each way to declare a page (rule DV-001).
///
/// A framework, or an adapter for one, makes it a property of all views. The property wraps a view in one that carries the page:
///
///     extension View {
///         var analyticsPage: PageModifier<some View> { PageModifier { WithPage(content: self, page: $0) } }
///         var trackScreen: ScreenModifier<some View> { ScreenModifier { WithPage(content: self, page: $0) } }
///     }
///
/// Feature teams call it: `ItemView().analyticsPage(.item, id: item.id, isReady: price != nil, payload: ["price": price])`. The
/// view that carries the page hands it to a ``PageNode``.
///
/// Each call takes an `id:`. Frameworks keep a node when navigation leads to another view of the same type. Then another name or
/// another `id:` makes it another page, which is counted (rule DV-008). Give an `id:` where one view shows different content
/// under one page name, such as an item.
public struct PageModifier<Modified> {
    private let modify: (DeclaredPage) -> Modified

    /// Creates the modifier of a view from a function that makes the view with a page.
    public init(_ modify: @escaping (DeclaredPage) -> Modified) {
        self.modify = modify
    }

    /// Declares that the view is this page.
    public func callAsFunction(_ page: DeclaredPage, id: PageID? = nil) -> Modified {
        modify(page.identified(by: id))
    }

    /// Declares that the view is a page, which is ready as soon as a condition holds.
    ///
    /// - Parameters:
    ///   - page: The page and its context.
    ///   - id: The identity of the page; without one it is the page's name.
    ///   - isReady: Whether the page shows what the user came for.
    ///   - payload: Values that the page view carries. Evaluated only if the page is ready.
    public func callAsFunction(
        _ page: PageContext, id: PageID? = nil, isReady: Bool = true, payload: @autoclosure () -> Payload = [:]
    ) -> Modified {
        self(DeclaredPage(page, isReady: isReady, payload: payload()), id: id)
    }

    /// Declares that the view is a page, with a payload of the app's own variables: `["price": item.price]`.
    @_disfavoredOverload
    public func callAsFunction(
        _ page: PageContext, id: PageID? = nil, isReady: Bool = true, payload: @autoclosure () -> EventAttributes
    ) -> Modified {
        self(DeclaredPage(page, isReady: isReady, payload: payload()), id: id)
    }

    /// Declares that the view is a page in this state.
    public func callAsFunction(_ state: PageState, id: PageID? = nil) -> Modified {
        self(DeclaredPage(state), id: id)
    }

    /// Declares that the view is a page that is ready.
    public func callAsFunction(_ event: PageViewEvent, id: PageID? = nil) -> Modified {
        self(DeclaredPage(.ready(event)), id: id)
    }

    /// Declares that the view is a page whose data decide when it is ready (rule RD-008).
    public func callAsFunction<PageData>(
        _ data: PageData, id: PageID? = nil, by readiness: PageReadiness<PageData>
    ) -> Modified {
        self(DeclaredPage(readiness.state(for: data)), id: id)
    }

    /// Declares that the view is a page whose state a notifier sets, from any thread and between passes too.
    ///
    /// Without an `id:`, the notifier is the page's identity. Keep it where the view's state lives.
    public func callAsFunction(_ notifier: PageViewNotifier, id: PageID? = nil) -> Modified {
        self(DeclaredPage(notifier), id: id)
    }

    /// Declares that the view is the page that an object is, such as its model. Keeps no reference to the object.
    ///
    /// Without an `id:`, the object's notifier is the page's identity.
    public func callAsFunction(_ page: some AnalyticsPage, id: PageID? = nil) -> Modified {
        self(DeclaredPage(page), id: id)
    }
}

/// Gives the views of a declarative framework `.trackScreen("home")`: a page that is always ready (rule DV-001).
public struct ScreenModifier<Modified> {
    private let modify: (DeclaredPage) -> Modified

    /// Creates the modifier of a view from a function that makes the view with a page.
    public init(_ modify: @escaping (DeclaredPage) -> Modified) {
        self.modify = modify
    }

    /// Declares that the view is a screen, which is counted each time it appears.
    public func callAsFunction(_ name: PageName, id: PageID? = nil, context: ContextName? = nil) -> Modified {
        modify(DeclaredPage(PageContext(name: name, context: context)).identified(by: id))
    }

    /// Declares that the view is a screen whose name is a text. Leave data out of names; they belong into a payload.
    @_disfavoredOverload
    public func callAsFunction(_ name: String, id: PageID? = nil, context: ContextName? = nil) -> Modified {
        self(PageName(rawValue: name), id: id, context: context)
    }
}
