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
    /// It is nearly always the newest, so the search goes backwards from the end and ends at once.
    mutating func insert(_ component: ComponentRef, into list: SceneList, of scene: SceneRef) {
        let order = component.record.order
        var previous = scene.record[list].last
        while !previous.isNone, components[previous].order > order { previous = components[previous][list].previous }
        insert(component, into: list, behind: previous, of: scene)
    }

    /// Inserts a live page that nothing covers into the uncovered pages of its scene.
    ///
    /// It walks from the page through the live pages in both directions until it meets an uncovered one. So an old page finds its
    /// place as fast as a new one.
    mutating func insertUncovered(_ component: ComponentRef, in scene: SceneRef) {
        var (older, newer) = (component.record.listLinks.previous, component.record.listLinks.next)
        while !older.isNone, isCovered(older) {
            if newer.isNone {
                older = scene.record.uncovered.last
            } else if isCovered(newer) {
                (older, newer) = (components[older].listLinks.previous, components[newer].listLinks.next)
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
        component.record[list] = Links(previous: previous, next: next)
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

    // Inlined: 50 instructions of an appearance.
    @inline(__always)
    mutating func remove(_ component: ComponentRef, from list: SceneList, of scene: SceneRef) {
        let links = component.record[list]
        if links.previous.isNone {
            scene.record[list].first = links.next
        } else {
            components[links.previous][list].next = links.next
        }
        if links.next.isNone {
            scene.record[list].last = links.previous
        } else {
            components[links.next][list].previous = links.previous
        }
        component.record[list] = Links()
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

    /// Takes note that a live page contains a live page of its scene from now on, or no more (QU-002).
    mutating func setCovered(_ component: ComponentRef, _ isCovered: Bool) {
        let scene = scene(of: component)
        if isCovered { remove(component, from: .uncovered, of: scene) } else { insertUncovered(component, in: scene) }
        setNeedsUpdate(scene)
    }

    // MARK: The current page

    /// Takes note that the present input may have changed the current page of a scene.
    mutating func setNeedsUpdate(_ scene: SceneRef) {
        guard !scene.record.needsUpdate else { return }
        scene.record.needsUpdate = true
        let last = scenesToUpdate.last
        if last.isNone { scenesToUpdate.first = scene.slot } else { scenes[last].nextToUpdate = scene.slot }
        scenesToUpdate.last = scene.slot
    }

    /// Wakes those who follow the engine's current page: another scene may be in front.
    mutating func appendCurrentPageMark() {
        if marksCurrentPages { records.appendMark(EngineRecord.Kinds.currentPageMark.rawValue) }
    }

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
        guard emits(.currentPages), noteReported(current, in: scene) else { return }
        let change = CurrentPageChange(scene: scene.record.id, page: currentPage(inSlot: scene.slot), time: now)
        emit(.currentPage(change), .currentPages)
    }

    /// Notes the current page of a scene as reported.
    ///
    /// - Returns: Whether it differs from the one before: it is another component, or has another name.
    @discardableResult
    private mutating func noteReported(_ current: Slot, in scene: SceneRef) -> Bool {
        let page = current.isNone ? nil : components[current].appearancePage
        let isSame = page?.hasSameNames(as: scene.record.lastReportedPage) ?? (scene.record.lastReportedPage == nil)
        if isSame, scene.record.lastReported == current { return false }
        scene.record.lastReported = current
        scene.record.lastReportedPage = page
        return true
    }

    /// Sets which records have a subscriber. Changes of the current page count from the pages that are current now.
    mutating func setWanted(_ kinds: EngineRecord.Kinds) {
        if kinds.contains(.currentPages), !wanted.contains(.currentPages) {
            for slot in scenes.indices { noteReported(scenes[slot].current, in: scene(slot)) }
        }
        wanted = kinds
    }

    /// The current page above a page has ended: the page counts where the policy says so (POL-003).
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

    /// A live page as queries show it.
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

    /// The status of a component; `nil` of one that does not exist.
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

    // MARK: Reading ahead

    /// Reads the memory that a report about a component begins with, so that it is in the cache when the report comes.
    ///
    /// - Returns: A number without meaning, which keeps the optimizer from removing the reads.
    package func readAhead(_ component: UInt32) -> UInt64 {
        guard Int(component) < components.count else { return 0 }
        let slot = Slot(truncatingIfNeeded: component)
        // The two ends of its record, which lies across two cache lines.
        return components[slot].order ^ UInt64(components[slot].appearanceCount)
    }

    /// Reads the memory of the first scene, as ``readAhead(_:)`` does for a component.
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
    subscript(list: EngineModel.SceneList) -> Links {
        get {
            switch list {
            // A component is never live and held at once.
            case .live, .held: listLinks
            case .uncovered: uncovered
            }
        }
        set {
            switch list {
            case .live, .held: listLinks = newValue
            case .uncovered: uncovered = newValue
            }
        }
    }
}
