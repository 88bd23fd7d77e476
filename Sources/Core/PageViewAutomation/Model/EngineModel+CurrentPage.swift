/// The lists of a scene, its current page, and queries (QU).
extension EngineModel {
    // MARK: Lists

    /// The ordered lists of a scene.
    enum SceneList {
        /// Live pages, in the order in which they began.
        case live
        /// Held components, in the order of their `didAppear`.
        case held
        /// Live pages that contain no other live page of the scene, in the order in which they began.
        case uncovered
    }

    /// Inserts a component into a list of its scene by its order.
    ///
    /// The component is nearly always the newest, so the search from the end stops at once.
    mutating func insert(_ component: ComponentRef, into list: SceneList, of scene: SceneRef) {
        let order = component.record.order
        var previous = scene.record[list].last
        while !previous.isNone, components[previous].order > order { previous = components[previous][list].previous }
        insert(component, into: list, behind: previous, of: scene)
    }

    /// Inserts a live page that nothing covers into the uncovered pages of its scene.
    ///
    /// It searches the live pages from the page in both directions, until it finds an uncovered one. So the search is as fast for
    /// an old page as for a new one.
    mutating func insertUncovered(_ component: ComponentRef, in scene: SceneRef) {
        var (older, newer) = (component.record.listNeighbours.previous, component.record.listNeighbours.next)
        while !older.isNone, isCovered(older) {
            if newer.isNone {
                older = scene.record.uncovered.last
            } else if isCovered(newer) {
                (older, newer) = (components[older].listNeighbours.previous, components[newer].listNeighbours.next)
            } else {
                older = components[newer].uncovered.previous
            }
        }
        insert(component, into: .uncovered, behind: older, of: scene)
    }

    private func isCovered(_ slot: Slot) -> Bool {
        containment.isCovered(components[slot].node, in: components[slot].scene)
    }

    private mutating func insert(
        _ component: ComponentRef, into list: SceneList, behind previous: Slot, of scene: SceneRef
    ) {
        let next = previous.isNone ? scene.record[list].first : components[previous][list].next
        component.record[list] = Neighbours(previous: previous, next: next)
        if previous.isNone {
            scene.record[list].first = component.slot
        } else {
            components[previous][list].next = component.slot
        }
        if next.isNone {
            scene.record[list].last = component.slot
        } else {
            components[next][list].previous = component.slot
        }
    }

    // Inlined, which saves 50 instructions of an appearance.
    @inline(__always)
    mutating func remove(_ component: ComponentRef, from list: SceneList, of scene: SceneRef) {
        let neighbours = component.record[list]
        if neighbours.previous.isNone {
            scene.record[list].first = neighbours.next
        } else {
            components[neighbours.previous][list].next = neighbours.next
        }
        if neighbours.next.isNone {
            scene.record[list].last = neighbours.previous
        } else {
            components[neighbours.next][list].previous = neighbours.previous
        }
        component.record[list] = Neighbours()
    }

    func slots(in list: SceneList, of scene: SceneRef) -> [Slot] {
        var slots: [Slot] = []
        var slot = scene.record[list].first
        while !slot.isNone {
            slots.append(slot)
            slot = components[slot][list].next
        }
        return slots
    }

    /// Records whether a live page contains another live page of its scene (QU-002).
    mutating func setCovered(_ component: ComponentRef, _ isCovered: Bool) {
        let scene = scene(of: component)
        if isCovered { remove(component, from: .uncovered, of: scene) } else { insertUncovered(component, in: scene) }
        setNeedsUpdate(scene)
    }

    // MARK: The current page

    /// Records that the present input may have changed the current page of a scene.
    mutating func setNeedsUpdate(_ scene: SceneRef) {
        guard !scene.record.needsUpdate else { return }
        scene.record.needsUpdate = true
        let last = scenesToUpdate.last
        if last.isNone { scenesToUpdate.first = scene.slot } else { scenes[last].nextToUpdate = scene.slot }
        scenesToUpdate.last = scene.slot
    }

    /// Wakes the streams of current pages, because another page or scene may be in front (QU-006).
    mutating func appendCurrentPageMark() {
        if marksCurrentPages { records.appendMark(EngineRecord.Kinds.currentPageMark.rawValue) }
    }

    /// Updates the current page of each scene that needs it.
    mutating func updateCurrentPages() {
        while !scenesToUpdate.first.isNone {
            let scene = scene(scenesToUpdate.first)
            scenesToUpdate.first = scene.record.nextToUpdate
            scene.record.nextToUpdate = .none
            scene.record.needsUpdate = false
            updateCurrentPage(of: scene)
        }
        scenesToUpdate.last = .none
    }

    private mutating func updateCurrentPage(of scene: SceneRef) {
        let current = scene.record.uncovered.last
        let (hadPage, hasPage) = (!scene.record.current.isNone, !current.isNone)
        scene.record.current = current
        if hasPage != hadPage {
            let difference = hasPage ? 1 : -1
            if scene.record.isForeground {
                foregroundPageCount += difference
            } else {
                backgroundPageCount += difference
            }
            if foregroundPageCount + backgroundPageCount == 0 { lastPage.move(to: scene.slot) }
        }
        appendCurrentPageMark()
        guard emits(.currentPages), updateLastReported(current, in: scene) else { return }
        let change = CurrentPageChange(scene: scene.record.id, page: currentPage(inSlot: scene.slot), time: now)
        emit(.currentPage(change), .currentPages)
    }

    /// Records the current page of a scene as reported.
    ///
    /// - Returns: Whether the component or the name differs from the last report (QU-006).
    @discardableResult
    private mutating func updateLastReported(_ current: Slot, in scene: SceneRef) -> Bool {
        let page = current.isNone ? nil : components[current].appearancePage
        let isSame = page?.hasSameNames(as: scene.record.lastReportedPage) ?? (scene.record.lastReportedPage == nil)
        if isSame, scene.record.lastReported == current { return false }
        scene.record.lastReported = current
        scene.record.lastReportedPage = page
        return true
    }

    /// Sets the kinds of records that have a subscriber (ORD-007). A new subscriber of current pages gets only later changes.
    mutating func setWanted(_ kinds: EngineRecord.Kinds) {
        if kinds.contains(.currentPages), !wanted.contains(.currentPages) {
            for slot in scenes.indices { updateLastReported(scenes[slot].current, in: scene(slot)) }
        }
        wanted = kinds
    }

    /// Counts the page below a current page that has ended (POL-003). Called only under the policy `reveal: counts`.
    mutating func reveal() {
        let scene = scene(revealingScene)
        revealingScene = .none
        if scene.record.isForeground, !scene.record.uncovered.last.isNone {
            replaceIfCounted(component(scene.record.uncovered.last), cause: .revealed)
        }
    }

    // MARK: Queries

    package func currentPage() -> PageAppearance? { frontScene().flatMap { currentPage(inSlot: $0) } }

    package func currentPage(in scene: SceneID) -> PageAppearance? {
        knownSceneSlot(of: scene).flatMap { currentPage(inSlot: $0) }
    }

    func currentPage(inSlot slot: Slot) -> PageAppearance? {
        let current = scenes[slot].current
        return current.isNone ? nil : livePage(current)
    }

    package func lastPageOfAll() -> PageAppearance? { currentPage() ?? lastPage.value { scenes[$0].lastPage } }

    package func lastPage(in scene: SceneID) -> PageAppearance? {
        knownSceneSlot(of: scene).flatMap { currentPage(inSlot: $0) ?? scenes[$0].lastPage }
    }

    func lastCountedPageOfAll() -> PageReference? { lastCounted.value { scenes[$0].lastCounted } }

    package func lastCountedPage(in scene: SceneID) -> PageReference? {
        knownSceneSlot(of: scene).flatMap { scenes[$0].lastCounted }
    }

    func livePages(in scene: SceneID) -> [PageAppearance] {
        knownSceneSlot(of: scene).map { livePages(inSlot: $0) } ?? []
    }

    package func livePages() -> [PageAppearance] { scenes.indices.flatMap { livePages(inSlot: $0) } }

    private func livePages(inSlot slot: Slot) -> [PageAppearance] {
        slots(in: .live, of: scene(slot)).compactMap { livePage($0) }
    }

    func isLive(_ id: ComponentID) -> Bool { knownSlot(of: id).map { states[$0].isLive } ?? false }

    private func livePage(_ slot: Slot) -> PageAppearance? {
        let component = component(slot)
        guard component.state.isLive, let page = component.record.appearancePage else { return nil }
        return appearance(of: component, page, isCounted: component.state.isCounted, in: scene(of: component))
    }

    /// Returns a live page by value, as queries return it.
    func appearance(
        of component: ComponentRef, _ page: PageContext, isCounted: Bool, in scene: SceneRef
    ) -> PageAppearance {
        PageAppearance(
            id: appearanceID(of: component), page: page, scene: scene.record.id, isCounted: isCounted,
            beganAt: component.record.beganAt)
    }

    func appearanceID(of component: ComponentRef) -> AppearanceID {
        AppearanceID(component: id(of: component), ordinal: component.record.appearanceCount)
    }

    /// Returns the page that a component declares now; `nil` if it does not exist or is no page.
    func declaredPage(of id: ComponentID) -> PageContext? { knownSlot(of: id).flatMap { components[$0].page } }

    /// Returns the status of a component; `nil` if the component does not exist.
    package func status(of id: ComponentID) -> ComponentStatus? {
        guard let slot = knownSlot(of: id) else { return nil }
        let component = component(slot)
        let scene = scene(of: component)
        return ComponentStatus(
            presence: component.state.statusPresence, appearance: appearanceID(of: component),
            beganAt: component.record.beganAt, page: component.record.appearancePage,
            isReady: component.state.isReady, isCounted: component.state.isCounted,
            isAttached: component.state.isAttached, scene: scene.record.id,
            isSceneForeground: scene.record.isForeground)
    }

    /// Returns the components that contain a component, from the innermost to the outermost one.
    package func containers(of id: ComponentID) -> [ComponentID] {
        guard var slot = knownSlot(of: id) else { return [] }
        var containers: [ComponentID] = []
        while true {
            slot = containment.parent(of: components[slot].node)
            if slot.isNone { return containers }
            containers.append(self.id(of: slot))
        }
    }

    // MARK: Reading ahead

    /// Prefetches the memory that a report about a component reads first.
    ///
    /// - Returns: A number without meaning, which prevents the optimizer from removing the prefetch.
    package func readAhead(_ component: UInt32) -> UInt64 {
        guard Int(component) < components.count else { return 0 }
        let slot = Slot(truncatingIfNeeded: component)
        // The expression reads both ends of the record, because a record spans two cache lines.
        return components[slot].order ^ UInt64(components[slot].appearanceCount)
    }

    /// Prefetches the memory of the first scene. The value has no meaning; see ``readAhead(_:)``.
    package var firstSceneReadAhead: UInt64 {
        guard scenes.count > 0 else { return 0 }
        return scenes[0].id.tag ^ UInt64(truncatingIfNeeded: scenes[0].backgroundTotal)
            ^ (scenes[0].lastCounted == nil ? 1 : 2) ^ (scenes[0].link == nil ? 4 : 8)
    }
}

extension SceneRecord {
    subscript(list: EngineModel.SceneList) -> LinkedList {
        get {
            switch list {
            case .live: live
            case .held: held
            case .uncovered: uncovered
            }
        }
        set {
            switch list {
            case .live: live = newValue
            case .held: held = newValue
            case .uncovered: uncovered = newValue
            }
        }
    }
}

extension ComponentRecord {
    subscript(list: EngineModel.SceneList) -> Neighbours {
        get {
            switch list {
            // A component is never live and held at once.
            case .live, .held: listNeighbours
            case .uncovered: uncovered
            }
        }
        set {
            switch list {
            case .live, .held: listNeighbours = newValue
            case .uncovered: uncovered = newValue
            }
        }
    }
}
