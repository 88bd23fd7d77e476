import PageViewLifecycle

@testable import PageViewAutomation

/// The whole state of an engine, up to renaming.
///
/// Two states with the same key give the same answers to every sequence of inputs, except for numbers that only grow.
/// The key replaces or omits these facts, for these reasons:
/// - **Orders of beginnings** become ranks among the components, and whether a live appearance began after a deep link.
///   The rules compare the orders only for that.
/// - **The order of scenes** contains only scenes with a live component. A scene has a current page only after an
///   appearance began in it, and that moves the scene to the front. Its earlier position is never read.
/// - **An open, empty foreground scene without a link** equals a scene that was never mentioned.
/// - **The members of a scene** are a set, because nothing is emitted in the order of that list. The pages that wait
///   for the foreground are a set too, because they are sorted.
/// - **The containment** is the container of each component. The key omits the nodes of destroyed containers and the
///   numbers of covering children. `ModelView.isCoveringRight` shows that these numbers give the right answers, now and
///   later.
/// - **The last current page** is omitted, except for the implied scene while no page is current. With memories, the
///   key has the page that it shows and whether its appearance is still live. The same applies to the page counted last
///   and to the referrer of a link.
/// - **The notifier of a component** is omitted without memories, because only a query reads it.
/// - **The facts of an appearance** (an unanswered `willDisappear`, the kind of its beginning, a diagnosed rename) are
///   omitted while there is no appearance, because each beginning sets all of them.
/// - **The last reported page** of a scene without one is omitted, because it is compared only together with the
///   component.
/// - **Generations, ordinals and sequence numbers** are omitted, because they are only compared with the present ones.
/// - **Payloads** are omitted, because no step has one. **Times** are constant, because no decision depends on them.
/// - **Slots of scenes** become the numbers of the scenes. The key omits which slots are free.
///
/// The key also contains facts that are equal in all states with right tables, such as the links between neighbours. A
/// state with wrong tables is therefore a new state, and the invariants check it.
struct StateKey {
    /// Bytes that are hashed at once. An array would hash them one by one.
    struct Bytes: Hashable, Sendable {
        fileprivate(set) var array: [UInt8] = []

        func hash(into hasher: inout Hasher) {
            unsafe array.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        }

        func precedes(_ other: Bytes) -> Bool { array.lexicographicallyPrecedes(other.array) }
    }

    private(set) var bytes = Bytes()
    private let model: ModelView
    private let components: [Int]
    private let withMemories: Bool
    private var orders: [UInt64] = []
    /// The scenes with a live component, in the order in which they came to the front.
    private var fronts: [Slot] = []

    /// Creates the key of a state, with the components in the given order.
    ///
    /// Without `withFronts`, the key omits the order of the scenes and the implied scene. An exploration needs neither
    /// if its inputs name their scenes.
    init(
        _ world: ExploredWorld, scenes: Int, order components: [Int], withMemories: Bool, withFronts: Bool = true
    ) {
        model = world.model
        self.withMemories = withMemories
        self.components = components
        bytes.array.reserveCapacity(96)
        collectOrders(withFronts)
        add(model.model.isRunning)
        for scene in 0..<scenes { add(scene: scene) }
        for component in components { add(component: component) }
        addBooks()
        if withFronts { addImpliedScene() }
        guard withMemories else { return }
        add(model.model.lastPage.value { model.model.scenes[$0].lastPage })
        // Whether the scene of the last page is still open.
        add(!model.model.lastPage.scene.isNone)
        add(model.model.lastCountedPageOfAll())
    }

    /// Adds the facts that are equal in all states with right tables.
    private mutating func addBooks() {
        add(model.model.frontScene() == nil)
        add(SceneInvariants.areBooksRight(model))
        add(model.isFinished)
        add(model.isCoveringRight)
        add(
            model.model.components.indices.contains {
                model[$0].state.lifetime != .alive && !StateInvariants.isBlank(model[$0])
            })
    }

    /// Adds the scene that an input without a scene means. With a current page, it follows from the other facts.
    private mutating func addImpliedScene() {
        let slot = model.model.lastPage.scene
        guard model.model.frontScene() == nil, !slot.isNone else { return add(0) }
        add(1 + Int(model.model.scenes[slot].id.index))
    }

    private mutating func collectOrders(_ withFronts: Bool) {
        var liveScenes: Set<Slot> = []
        for component in components where component < model.componentCount {
            let component = model[Slot(component)]
            if component.state.isShown { orders.append(component.order) }
            if component.state.isLive { liveScenes.insert(component.scene) }
        }
        orders.sort()
        if withFronts, liveScenes.count > 1 { fronts = model.sceneOrder.filter(liveScenes.contains) }
    }

    private mutating func add(_ byte: Int) { bytes.array.append(UInt8(truncatingIfNeeded: byte)) }
    private mutating func add(_ flag: Bool) { bytes.array.append(flag ? 1 : 0) }

    /// Adds a component by its position in the given order, so that a permutation renames it.
    private mutating func add(slot: Slot) {
        add(slot.isNone ? 255 : components.firstIndex(of: Int(slot)) ?? 254)
    }

    private mutating func add(neighbours: Neighbours) {
        add(slot: neighbours.previous)
        add(slot: neighbours.next)
    }

    private mutating func add(list: LinkedList) {
        add(slot: list.first)
        add(slot: list.last)
    }

    private mutating func add(_ page: PageContext?) {
        guard let page else { return add(255) }
        if let number = components.firstIndex(where: { ExploredWorld.page($0) == page }) { return add(number) }
        add(components.firstIndex { ExploredWorld.otherPage($0) == page }.map { 100 + $0 } ?? 254)
    }

    private mutating func add(_ id: AppearanceID) {
        let slot = Slot(id.component.index)
        add(slot: slot)
        add(model[slot].id == id.component && model[slot].appearance?.ordinal == id.ordinal)
    }

    private mutating func add(_ page: PageAppearance?) {
        guard let page else { return add(255) }
        add(page.id)
        add(page.page)
        add(Int(page.scene.index))
        add(page.isCounted)
    }

    private mutating func add(_ reference: PageReference?) {
        guard let reference else { return add(255) }
        if let appearance = reference.id.appearance { add(appearance) } else { add(253) }
        add(reference.page)
    }

    // MARK: Scenes

    private mutating func add(scene number: Int) {
        guard number < model.model.sceneSlots.count, !model.model.sceneSlots[number].isNone else { return add(255) }
        let slot = model.model.sceneSlots[number]
        if isBlank(slot) { return add(255) }
        add((model.model.scenes[slot].isOpen ? 1 : 0) + (model.model.scenes[slot].isForeground ? 2 : 0))
        add(fronts.firstIndex(of: slot) ?? 255)
        for component in components { add(isMember(Slot(component), of: slot)) }
        add(list: model.model.scenes[slot].live)
        add(list: model.model.scenes[slot].held)
        add(list: model.model.scenes[slot].uncovered)
        for component in components {
            add(model.model.scenes[slot].awaitingForeground.count { $0 == Slot(component) })
        }
        add(slot: model.model.scenes[slot].current)
        add(slot: model.model.scenes[slot].lastReported)
        if !model.model.scenes[slot].lastReported.isNone { add(model.model.scenes[slot].lastReportedPage) }
        add(model.model.scenes[slot].link != nil)
        guard withMemories else { return }
        add(model.model.scenes[slot].lastPage)
        add(model.model.scenes[slot].lastCounted)
        add(model.model.scenes[slot].link?.visit.value.referrer)
    }

    /// Returns whether a scene equals one that was never mentioned.
    private func isBlank(_ slot: Slot) -> Bool {
        let hasMemory = model.model.scenes[slot].lastPage != nil || model.model.scenes[slot].lastCounted != nil
        return model.model.scenes[slot].isOpen && model.model.scenes[slot].isForeground
            && model.model.scenes[slot].firstMember.isNone && model.model.scenes[slot].link == nil
            && model.model.scenes[slot].awaitingForeground.isEmpty && !(withMemories && hasMemory)
    }

    private func isMember(_ slot: Slot, of scene: Slot) -> Bool {
        var (member, count) = (model.model.scenes[scene].firstMember, 0)
        while !member.isNone, member != slot, count <= model.componentCount {
            member = model[member].member.next
            count += 1
        }
        return member == slot
    }

    // MARK: Components

    private mutating func add(component: Int) {
        guard component < model.componentCount, model[Slot(component)].state.lifetime == .alive else {
            // A component that never existed and one that has ended are equal.
            return add(255)
        }
        let view = model[Slot(component)]
        add(Int(view.state.machine.state.rawValue))
        add((view.state.isAttached ? 1 : 0) + (view.state.isReady ? 2 : 0) + (view.state.isAwaitingForeground ? 4 : 0))
        add(view.page)
        add(Int(view.presence.rawValue))
        if view.state.isShown { add(orders.firstIndex(of: view.order) ?? 254) }
        if view.state.isLive {
            add(model.model.scenes[view.scene].link.map { view.order > $0.order } ?? false)
            add(
                (view.state.sawWillDisappear ? 1 : 0) + (view.state.beganByReturn ? 2 : 0)
                    + (view.state.wasRenamed ? 4 : 0))
        }
        add(view.countedAs)
        add(view.scene.isNone ? 255 : Int(model.model.scenes[view.scene].id.index))
        add(isLinkedBack(view))
        add(neighbours: view.listNeighbours)
        add(neighbours: view.uncovered)
        add(slot: view.parent)
        if withMemories { add(view.notifier != nil) }
    }

    /// Returns whether the neighbours of a component in its scene link back to it.
    private func isLinkedBack(_ view: ComponentView) -> Bool {
        let (previous, next) = (view.member.previous, view.member.next)
        return (next.isNone || model[next].member.previous == view.slot)
            && (previous.isNone || model[previous].member.next == view.slot)
    }
}
