public import PageViewLifecycle

/// For feature teams and deep-link handlers: what the user does, where it came from, and page views by hand.
extension PageViewEngine {
    /// Records a page view by hand for a component (rule RD-011).
    ///
    /// It counts the live appearance of the component, also in the background, unless that is counted already. With no
    /// live appearance it makes a page view of its own.
    ///
    /// - Parameters:
    ///   - component: The component.
    ///   - page: The page, for this page view alone; left out, the one that the component declares.
    ///   - payload: The payload, for this page view alone; left out, the page's own.
    public func recordPageView(of component: ComponentID, as page: PageContext? = nil, payload: Payload? = nil) {
        core.perform(.record(component: component, scene: nil, page: page, payload: payload))
    }

    /// Records a page view by hand for a page that no component shows (rule RD-011).
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - payload: Its payload.
    ///   - scene: The scene; left out, that of the current page.
    public func recordPageView(_ page: PageContext, payload: Payload = [:], in scene: SceneID? = nil) {
        core.perform(.record(component: nil, scene: scene, page: page, payload: payload))
    }

    /// Records something that the user did, with the page that is current in its scene at this moment (rule PV-005).
    ///
    /// - Parameters:
    ///   - name: What the user did, such as `tap`.
    ///   - properties: Values that describe it.
    ///   - scene: The scene; left out, that of the current page.
    /// - Returns: The interaction, which the receivers get as well.
    @discardableResult
    public func recordInteraction(_ name: String, _ properties: Payload = [:], in scene: SceneID? = nil) -> Interaction
    {
        core.perform(.interaction(name: name, scene: scene, properties: properties)) {
            $0.interaction(name, properties, in: scene)
        }
    }

    /// Opens a deep link, which the next page view that the link leads to carries (rule PV-006).
    ///
    /// - Parameters:
    ///   - link: The link.
    ///   - scene: The scene; left out, that of the current page.
    /// - Returns: The page the user was on: the scene's current page, else its last, else the engine's current page,
    ///   else its last, else `nil`.
    @discardableResult
    public func handle(_ link: DeepLink, in scene: SceneID? = nil) -> PageReference? {
        core.perform(.deepLink(url: link.url, scene: scene, source: link.source)) { $0.referrer(in: scene) }
    }

    /// Discards the deep link that waits for a page view, such as one that led to no page (rule PV-006).
    ///
    /// If none waits, nothing happens. A background scene discards its link by itself.
    ///
    /// - Parameter scene: The scene; left out, that of the current page.
    public func discardDeepLink(in scene: SceneID? = nil) {
        core.perform(.discardDeepLink(scene: scene))
    }
}

#if !hasFeature(Embedded)
/// The same calls with an app's own variables: `["price": item.price]`.
extension PageViewEngine {
    /// Records a page view by hand for a component, with an app's own variables (rule RD-011).
    ///
    /// - Parameters:
    ///   - component: The component.
    ///   - page: The page, for this page view alone; left out, the one that the component declares.
    ///   - payload: The payload, for this page view alone.
    @_disfavoredOverload
    public func recordPageView(of component: ComponentID, as page: PageContext? = nil, payload: EventAttributes) {
        recordPageView(of: component, as: page, payload: payload.payload)
    }

    /// Records a page view by hand for a page that no component shows, with an app's own variables (rule RD-011).
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - payload: Its payload.
    ///   - scene: The scene; left out, that of the current page.
    @_disfavoredOverload
    public func recordPageView(_ page: PageContext, payload: EventAttributes, in scene: SceneID? = nil) {
        recordPageView(page, payload: payload.payload, in: scene)
    }

    /// Records something that the user did, described by an app's own variables (rule PV-005).
    ///
    /// - Parameters:
    ///   - name: What the user did, such as `tap`.
    ///   - properties: Values that describe it.
    ///   - scene: The scene; left out, that of the current page.
    /// - Returns: The interaction, which the receivers get as well.
    @discardableResult
    @_disfavoredOverload
    public func recordInteraction(_ name: String, _ properties: EventAttributes, in scene: SceneID? = nil)
        -> Interaction
    {
        recordInteraction(name, properties.payload, in: scene)
    }
}
#endif
