package import PageViewLifecycle

/// Something that an engine hears, as a value: it can be kept, written down, and applied to another model.
package enum EngineInput: Sendable {
    /// A framework's report.
    case report(NavigationEvent)
    /// A component exists, or more becomes known of it, in one step.
    case declare(ComponentID, scene: SceneID?, isAttached: Bool?, parent: ComponentID?, page: PageUpdate?)
    /// A page says what it is called and whether it is ready.
    case update(ComponentID, PageUpdate)
    /// A page view is recorded by hand.
    case record(ComponentID?, page: PageContext?, payload: Payload?, scene: SceneID?)
    /// The user has done something.
    case interact(String, Payload, scene: SceneID?)
    /// The app was opened with a link.
    case open(DeepLink, scene: SceneID?)
    /// A remark, which means nothing to the engine.
    case note(String)
    /// The engine stops.
    case stop
    /// The engine starts again.
    case start(isCountingVisible: Bool)
}

/// Something that an engine heard, and the time it was heard with: that of the engine, or an older one that was reported.
package struct RecordedInput: Sendable {
    package let input: EngineInput
    package let time: Timestamp

    package init(_ input: EngineInput, at time: Timestamp) {
        self.input = input
        self.time = time
    }
}

extension EngineModel {
    /// Applies something that another engine heard.
    mutating func apply(_ recorded: RecordedInput) {
        advance(to: recorded.time, isReported: true, about: nil)
        switch recorded.input {
        case .report(let event):
            apply(event)
        case .declare(let component, let scene, let isAttached, let parent, let page):
            declare(component, scene: scene, isAttached: isAttached, parent: parent, page: page)
        case .update(let component, let update):
            self.update(component, with: update)
        case .record(let component, let page, let payload, let scene):
            record(component, page: page, payload: payload, in: scene)
        case .interact(let name, let properties, let scene):
            interact(name, properties, in: scene)
        case .open(let link, let scene):
            open(link, in: scene)
        case .note:
            break
        case .stop:
            stop()
        case .start(let isCountingVisible):
            start(isCountingVisible: isCountingVisible)
        }
    }
}
