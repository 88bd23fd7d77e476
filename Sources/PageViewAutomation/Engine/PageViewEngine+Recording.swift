public import PageViewLifecycle

/// For feature teams and deep-link handlers: what the user does, where it came from, and counting by hand.
extension PageViewEngine {
    /// Records a page view by hand for a component (rule RD-011).
    ///
    /// It counts the live appearance of the component, also in the background, unless that is counted already. With no
    /// live appearance it makes a page view of its own.
    ///
    /// - Parameters:
    ///   - component: The component.
    ///   - page: The page, for this page view alone; left out, the one the component declares.
    ///   - payload: The payload, for this page view alone; left out, the one the page holds.
    public func record(_ component: ComponentID, as page: PageContext? = nil, payload: Payload? = nil) {
        core.record(component, page: page, payload: payload, in: nil)
    }

    /// Records a page view by hand for a page that no component shows (rule RD-011).
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - payload: Its payload.
    ///   - scene: The scene; left out, that of the current page.
    public func record(_ page: PageContext, payload: Payload = [:], in scene: SceneID? = nil) {
        core.record(nil, page: page, payload: payload, in: scene)
    }

    /// Records something the user did, with the page that is current in its scene at this moment (rule PV-005).
    ///
    /// - Parameters:
    ///   - name: What the user did, such as `tap`.
    ///   - properties: Values that describe it.
    ///   - scene: The scene; left out, that of the current page.
    /// - Returns: The interaction, which the receivers get as well.
    @discardableResult
    public func interact(_ name: String, _ properties: Payload = [:], in scene: SceneID? = nil) -> Interaction {
        core.apply(heard: { _ in .interact(name, properties, scene: scene) }) {
            $0.interact(name, properties, in: scene)
        }
    }

    /// Opens a deep link and tells where the user came from (rule PV-006).
    ///
    /// The link rides on the page view of the next page that appears in the scene.
    ///
    /// - Parameters:
    ///   - link: The link.
    ///   - scene: The scene; left out, that of the current page.
    /// - Returns: The page the user was on: the scene's current page, else its last, else the engine's current page,
    ///   else its last, else `nil`.
    @discardableResult
    public func open(_ link: DeepLink, in scene: SceneID? = nil) -> PageReference? {
        core.apply(heard: { _ in .open(link, scene: scene) }) { $0.open(link, in: scene) }.referrer
    }
}

extension EngineCore {
    /// A page view is recorded by hand, with whatever is known of it.
    func record(_ component: ComponentID?, page: PageContext?, payload: Payload?, in scene: SceneID?) {
        apply(about: component, heard: { _ in .record(component, page: page, payload: payload, scene: scene) }) {
            $0.record(component, page: page, payload: payload, in: scene)
        }
    }
}
