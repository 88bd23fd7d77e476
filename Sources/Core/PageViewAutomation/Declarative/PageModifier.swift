/// The modifier `.analyticsPage(…)` for the views of a declarative framework (rule DV-001).
///
/// It has an overload for each way to declare a page. A framework, or an adapter for one, makes it a property of all views. The
/// property wraps a view in another view that carries the page:
///
///     extension View {
///         var analyticsPage: PageModifier<some View> { PageModifier { WithPage(content: self, page: $0) } }
///         var trackScreen: ScreenModifier<some View> { ScreenModifier { WithPage(content: self, page: $0) } }
///     }
///
/// Feature teams call it: `ItemView().analyticsPage(.item, id: item.id, isReady: price != nil, payload: ["price": price])`. The
/// view that carries the page passes it to a ``PageNode``.
///
/// Each overload takes an `id:`. A framework may keep a node when navigation leads to another view of the same type. The node
/// then shows another page if the `id:` differs or, without an `id:`, if the name differs (rule DV-008). Pass an `id:` if one
/// view shows different content under one page name, such as different items.
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
    ///   - id: The identity of the page; by default, the page's name.
    ///   - isReady: Whether the page shows what the user came for.
    ///   - payload: Values that the page view carries. Evaluated only if the page is ready.
    public func callAsFunction(
        _ page: PageContext, id: PageID? = nil, isReady: Bool = true, payload: @autoclosure () -> Payload = [:]
    ) -> Modified {
        self(DeclaredPage(page, isReady: isReady, payload: payload()), id: id)
    }

    /// Declares that the view is a page, with a payload of the app's variables: `["price": item.price]`.
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

    /// Declares that the view is a page whose state a notifier sets.
    ///
    /// Any thread may set the state, between passes too. Without an `id:`, the notifier is the page's identity. Store it with the
    /// view's state.
    public func callAsFunction(_ notifier: PageViewNotifier, id: PageID? = nil) -> Modified {
        self(DeclaredPage(notifier), id: id)
    }

    /// Declares that the view is the page of an object, such as the view's model.
    ///
    /// Without an `id:`, the object's notifier is the page's identity. The modifier does not keep the object alive.
    public func callAsFunction(_ page: some AnalyticsPage, id: PageID? = nil) -> Modified {
        self(DeclaredPage(page), id: id)
    }
}

/// The modifier `.trackScreen("home")` for the views of a declarative framework (rule DV-001).
///
/// It declares a page that is always ready.
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

    /// Declares that the view is a screen whose name is a string. Names must not contain data; data belong in a payload.
    @_disfavoredOverload
    public func callAsFunction(_ name: String, id: PageID? = nil, context: ContextName? = nil) -> Modified {
        self(PageName(rawValue: name), id: id, context: context)
    }
}
