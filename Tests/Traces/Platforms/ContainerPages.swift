// The adapter of the guide `TabsPagersAndSheets`. `ReadmeTests` looks for each block of the guide in this file.
import PageViewAutomation

/// Reports screens in tabs, pagers, stacks and sheets of a toolkit that calls back in its own way.
@MainActor
final class ContainerPages {
    private let engine: PageViewEngine
    private let turn: TurnUpdate
    private var handles: [String: ComponentHandle] = [:]

    init(engine: PageViewEngine, turn: TurnUpdate) { (self.engine, self.turn) = (engine, turn) }

    /// A screen or a container was made. A screen that blocks the one below, such as a modal sheet, has a higher level.
    func made(_ key: String, _ page: PageViewNotifier? = nil, in container: String? = nil, level: Int? = nil) {
        guard handles[key] == nil else { return }
        turn.begin()
        let handle = engine.makeHandle(parent: container.flatMap { handles[$0]?.id }, level: level)
        if let page { engine.declare(page, for: handle.id) }
        handles[key] = handle
    }

    func reported(_ event: ComponentEvent, of key: String) {
        turn.begin()
        handles[key]?.report(event)
    }

    /// The container shows this part, and no other: from the event of the selection, or from the container's property.
    func selected(_ key: String) { reported(.select, of: key) }

    func removed(_ key: String) {
        turn.begin()
        handles[key] = nil
    }
}
