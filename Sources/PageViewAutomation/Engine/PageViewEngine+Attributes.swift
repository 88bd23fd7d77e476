#if !hasFeature(Embedded)
public import PageViewLifecycle

/// Calls of a feature team with an app's own variables: `["price": item.price]`. What they do stands with those of a ``Payload``.
extension PageViewEngine {
    /// Records a page view by hand for a component, with an app's own variables (rule RD-011).
    ///
    /// - Parameters:
    ///   - component: The component.
    ///   - page: The page, for this page view alone; left out, the one the component declares.
    ///   - payload: The payload, for this page view alone.
    @_disfavoredOverload
    public func record(_ component: ComponentID, as page: PageContext? = nil, payload: EventAttributes) {
        record(component, as: page, payload: payload.payload)
    }

    /// Records a page view by hand for a page that no component shows, with an app's own variables (rule RD-011).
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - payload: Its payload.
    ///   - scene: The scene; left out, that of the current page.
    @_disfavoredOverload
    public func record(_ page: PageContext, payload: EventAttributes, in scene: SceneID? = nil) {
        record(page, payload: payload.payload, in: scene)
    }

    /// Records something the user did, described by an app's own variables (rule PV-005).
    ///
    /// - Parameters:
    ///   - name: What the user did, such as `tap`.
    ///   - properties: Values that describe it.
    ///   - scene: The scene; left out, that of the current page.
    /// - Returns: The interaction, which the receivers get as well.
    @discardableResult
    @_disfavoredOverload
    public func interact(_ name: String, _ properties: EventAttributes, in scene: SceneID? = nil) -> Interaction {
        interact(name, properties.payload, in: scene)
    }
}
#endif
