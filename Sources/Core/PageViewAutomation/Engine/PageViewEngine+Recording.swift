public import PageViewLifecycle

/// Page views by hand, interactions, and deep links, for feature teams.
extension PageViewEngine {
    /// Records a page view by hand for a component (rule RD-011).
    ///
    /// It counts the component's live appearance, even in the background. If that appearance has already been counted, the call
    /// has no effect. If the component is not live, the engine emits a page view without an appearance. By default, `page` and
    /// `payload` are those that the component declares; others apply to this page view only.
    public func recordPageView(of component: ComponentID, as page: PageContext? = nil, payload: Payload? = nil) {
        core.perform(.record(component: component, scene: nil, page: page, payload: payload))
    }

    /// Records a page view by hand for a page that no component shows; by default, in the scene of the current page (rule RD-011).
    public func recordPageView(_ page: PageContext, payload: Payload = [:], in scene: SceneID? = nil) {
        core.perform(.record(component: nil, scene: scene, page: page, payload: payload))
    }

    /// Records an interaction of the user, with the page that it concerns (rule PV-005).
    ///
    /// - Parameters:
    ///   - name: The name of the interaction, such as `tap`.
    ///   - properties: Values that describe the interaction.
    ///   - scene: The scene; by default, that of the current page.
    ///   - component: The component that the user acted on, such as a pane. The interaction concerns the current page inside it or,
    ///     without one, the page around it; its scene is that of the component. A destroyed component counts as none.
    /// - Returns: The interaction. Receivers get it too.
    @discardableResult
    public func recordInteraction(
        _ name: String, _ properties: Payload = [:], in scene: SceneID? = nil, component: ComponentID? = nil
    ) -> Interaction {
        let input = Rules.Input.interaction(name: name, scene: scene, properties: properties, component: component)
        return core.perform(input, about: component, at: nil) {
            $0.recordInteraction(name, properties, in: scene, of: component)
        }
    }

    /// Records that a deep link opens the app. The page view that the link leads to carries it (rules PV-006, PV-009).
    ///
    /// - Parameters:
    ///   - link: The link.
    ///   - scene: The scene; by default, that of the current page. Without any page so far, the first page in any scene carries the
    ///     link.
    ///   - target: The name of the page that the link leads to. Only a page view of this name carries the link; by default, any.
    ///   - expires: How long the link waits for an appearance to begin. By default 30 seconds or, with a target, without limit.
    /// - Returns: The page the user was on: the current page of the scene or, without one, its last page. If the scene has
    ///   neither, it is the current page of the engine or, without one, the engine's last page. If none exists, it is `nil`.
    @discardableResult
    public func handle(
        _ link: DeepLink, in scene: SceneID? = nil, target: PageName? = nil, expires: Duration? = nil
    ) -> PageReference? {
        handle(link, in: scene, target: target, expires: expires?.saturatingNanoseconds, at: nil)
    }

    /// Records at a time that a deep link opens the app, for callers in other languages (CI-002).
    package func handle(
        _ link: DeepLink, in scene: SceneID?, target: PageName? = nil, expires: Int64? = nil, at time: Timestamp?
    ) -> PageReference? {
        let target = target?.rawValue
        let input = Rules.Input.deepLink(
            url: link.url, scene: scene, source: link.source, target: target, expires: expires)
        return core.perform(input, at: time) { $0.handle(link, in: scene, target: target, expires: expires) }
    }

    /// Discards the deep link that is pending in a scene; by default, in that of the current page (rule PV-006).
    ///
    /// A scene discards its pending link when it goes to the background.
    public func discardDeepLink(in scene: SceneID? = nil) { core.perform(.discardDeepLink(scene: scene)) }
}

/// Page views by hand and interactions with the app's variables as values: `["price": item.price]` (rule EN-008).
extension PageViewEngine {
    /// Records a page view by hand for a component, with the app's variables (rule RD-011).
    @_disfavoredOverload
    public func recordPageView(of component: ComponentID, as page: PageContext? = nil, payload: EventAttributes) {
        recordPageView(of: component, as: page, payload: payload.payload)
    }

    /// Records a page view by hand for a page without a component, with the app's variables (rule RD-011).
    @_disfavoredOverload
    public func recordPageView(_ page: PageContext, payload: EventAttributes, in scene: SceneID? = nil) {
        recordPageView(page, payload: payload.payload, in: scene)
    }

    /// Records an interaction of the user, with the app's variables (rule PV-005).
    @discardableResult
    @_disfavoredOverload
    public func recordInteraction(
        _ name: String, _ properties: EventAttributes, in scene: SceneID? = nil, component: ComponentID? = nil
    ) -> Interaction {
        recordInteraction(name, properties.payload, in: scene, component: component)
    }
}
