/// The modifier `.analyticsPage(…)` for the views of a declarative framework (rule DV-001).
///
/// A framework makes it a property of all views. The property wraps a view in another view, which updates a ``PageNode``:
///
///     extension View {
///         var analyticsPage: PageModifier<some View> { PageModifier { WithPage(content: self, page: $0) } }
///         var trackScreen: ScreenModifier<some View> { ScreenModifier { WithPage(content: self, page: $0) } }
///     }
///
/// Feature teams call it: `ItemView().analyticsPage(.item, id: item.id, isReady: price != nil, payload: ["price": price])`.
///
/// A framework may keep a node for another view of the same type. The node then shows another page if the `id:` differs or,
/// without an `id:`, if the notifier or the name differs (rule DV-008). Pass an `id:` for the item that a view shows.
public struct PageModifier<Modified> {
    private let modify: (DeclaredPage) -> Modified

    /// Creates the modifier of a view from a function that makes the view with a page.
    public init(_ modify: @escaping (DeclaredPage) -> Modified) { self.modify = modify }

    /// Declares that the view is this page.
    public func callAsFunction(_ page: DeclaredPage, id: PageID? = nil) -> Modified { modify(page.identified(by: id)) }

    /// Declares that the view is a page that is ready as soon as a condition holds. Only then, it evaluates the payload.
    public func callAsFunction(
        _ page: PageContext, id: PageID? = nil, isReady: Bool = true, payload: @autoclosure () -> Payload = [:]
    ) -> Modified { self(DeclaredPage(page, isReady: isReady, payload: payload()), id: id) }

    /// Declares that the view is such a page, with the app's variables: `["price": item.price]`.
    @_disfavoredOverload
    public func callAsFunction(
        _ page: PageContext, id: PageID? = nil, isReady: Bool = true, payload: @autoclosure () -> EventAttributes
    ) -> Modified { self(DeclaredPage(page, isReady: isReady, payload: payload()), id: id) }

    /// Declares that the view is a page in this state.
    public func callAsFunction(_ state: PageState, id: PageID? = nil) -> Modified { self(DeclaredPage(state), id: id) }

    /// Declares that the view is a page whose data decide when it is ready (rule RD-008).
    public func callAsFunction<PageData>(
        _ data: PageData, id: PageID? = nil, by readiness: PageReadiness<PageData>
    ) -> Modified { self(readiness.state(for: data), id: id) }

    /// Declares that the view is the page of a notifier, or of an object that has one, such as the view's model. Any thread sets the
    /// notifier's state. Only the notifier is kept alive, so store it with the view's state.
    public func callAsFunction(_ page: some AnalyticsPage, id: PageID? = nil) -> Modified {
        self(DeclaredPage(page), id: id)
    }
}

/// The modifier `.trackScreen("home")` for pages that are always ready (rule DV-001).
public struct ScreenModifier<Modified> {
    private let modify: (DeclaredPage) -> Modified

    /// Creates the modifier of a view from a function that makes the view with a page.
    public init(_ modify: @escaping (DeclaredPage) -> Modified) { self.modify = modify }

    /// Declares that the view is a screen, which is counted each time it appears.
    public func callAsFunction(_ name: PageName, id: PageID? = nil, context: ContextName? = nil) -> Modified {
        modify(DeclaredPage(PageContext(name: name, context: context)).identified(by: id))
    }
}
