/// The current page of each scene, the order of scenes and pages, and queries (QU).
extension Rules {
    mutating func setChanged(scene: Int) {
        if scenes[scene].setChanged() { changedScenes.append(scene) }
    }

    /// Decides the current page of each changed scene, and reports each change (QU-006).
    mutating func updateCurrentPages() {
        if changedScenes.count > 1 {
            let scenes = scenes
            changedScenes = changedScenes.sorted { scenes[$0].mention }.reversed()
        }
        while let scene = changedScenes.popLast() {
            scenes[scene].decide()
            setCurrentPage(of: scene)
            reportCurrentPage(of: scene)
        }
    }

    mutating func setCurrentPage(of scene: Int) {
        let current = components.current(of: scenes, scene, hasLevels: hasLevels)
        if current != scenes[scene].current {
            let time = now
            addCurrentTime(scene, at: time)
            scenes[scene].setCurrent(current, at: time)
        }
        hasNewCurrentPage = true
    }

    mutating func reportCurrentPage(of scene: Int) {
        guard emits(.currentPages), setReported(scene) else { return }
        let page = scenes[scene].current.flatMap { components.page($0, of: scenes) }
        outbox.append(.currentPage(CurrentPageChange(scene: scenes[scene].id, page: page, time: now)))
    }

    /// Adds the time until now to the current page's time, unless the scene is in the background (PV-007).
    mutating func addCurrentTime(_ scene: Int, at time: Timestamp) {
        guard scenes[scene].isForeground, let slot = scenes[scene].current, components[slot].isLive else { return }
        components[slot].appearance.addCurrentTime(scenes[scene].takeCurrentTime(until: time))
    }

    /// Records the current page of a scene as reported. Returns whether the component or the name differs from the last report.
    @discardableResult
    private mutating func setReported(_ scene: Int) -> Bool {
        guard let slot = scenes[scene].current, let page = components[slot].shownPage else {
            defer { scenes[scene].reported = nil }
            return scenes[scene].reported != nil
        }
        if let reported = scenes[scene].reported, reported.component == slot, page.hasSameNames(as: reported.page) {
            return false
        }
        scenes[scene].reported = (slot, page)
        return true
    }

    /// Lets a new subscriber of current pages get only later changes (ORD-007).
    mutating func didSetWanted(_ old: EngineRecord.Kinds) {
        guard wanted.contains(.currentPages), !old.contains(.currentPages) else { return }
        for scene in scenes.indices { setReported(scene) }
    }

    // MARK: Order (QU-004, QU-008, AP-016)

    mutating func bringToFront(_ scene: Int) {
        guard sceneOrder.last != scene, let index = sceneOrder.firstIndex(of: scene) else { return }
        sceneOrder.remove(at: index)
        sceneOrder.append(scene)
        hasNewCurrentPage = true
    }

    @inline(never) mutating func perform() {
        for act in acts {
            switch act {
            case .active(let scene):
                bringToFront(scene)
            case .focus(let id):
                if let slot = components.slot(of: id), renew([slot]) { bringToFront(components[slot].scene) }
            case .order(let scene): order(scene)
            }
        }
        acts.removeAll(keepingCapacity: true)
    }

    /// Gives the entries of lists that have begun their place in the order of their list, scene by scene (AP-016).
    @inline(never) mutating func orderScenes() {
        for scene in scenes.indices where scenes[scene].hasBegunShown {
            scenes[scene].hasBegunShown = false
            order(scene)
        }
        hasBegunShown = false
    }

    /// Brings the live entries of a scene's list to the front, in the order of the list.
    @inline(never) private mutating func order(_ scene: Int) {
        var entries: [Int] = []
        for (id, listing) in scenes[scene].shown {
            guard let slot = components.slot(of: id), components[slot].listing == listing,
                components[slot].liveScene == scene
            else { continue }
            entries.append(slot)
        }
        // A list in the same order leaves pages of other components in front.
        let ages = entries.map { components[$0].appearance.age }
        if zip(ages, ages.dropFirst()).allSatisfy({ $0 < $1 }) { return }
        renew(entries)
    }

    /// Makes components the newest, each with its content, whose mutual order stays. Returns whether any of them is live.
    @discardableResult
    @inline(never) private mutating func renew(_ slots: [Int]) -> Bool {
        var (hasLive, renewed): (Bool, [Int]) = (false, [])
        for slot in slots {
            for slot in components.sortedByAge(components.content(of: slot).filter { components[$0].isLive }) {
                guard let scene = components[slot].liveScene else { continue }
                components[slot].appearance.age = nextOrder()
                hasLive = true
                if components[slot].shownPage != nil, !renewed.contains(scene) { renewed.append(scene) }
            }
        }
        for scene in renewed {
            scenes[scene].live = components.sortedByAge(scenes[scene].live)
            setChanged(scene: scene)
        }
        return hasLive
    }

    /// Adds a live component to the live pages of its scene, because it is a page from now on.
    @inline(never) mutating func becomeLivePage(_ slot: Int) {
        guard let scene = components[slot].liveScene else { return }
        let (components, age) = (components, components[slot].appearance.age)
        let index = scenes[scene].live.firstIndex { components[$0].appearance.age > age } ?? scenes[scene].live.count
        scenes[scene].live.insert(slot, at: index)
        setChanged(scene: scene)
    }

    // MARK: Queries

    /// A question of an app (QU).
    package enum Query: UInt8, Sendable, CaseIterable, BitwiseCopyable {
        /// The page in front of the user.
        case currentPage
        /// The current page or, if there is none, the one that was current last.
        case lastPage
        /// The page that was counted last.
        case lastCountedPage
        /// Every live page, in the order in which they began.
        case livePages
        /// Whether an appearance of a component has begun and not ended.
        case isLive
    }

    package var currentPage: PageAppearance? { scenes.front(sceneOrder).flatMap { currentPage(inScene: $0) } }

    package func currentPage(in scene: SceneID) -> PageAppearance? {
        knownScene(scene).flatMap { currentPage(inScene: $0) }
    }

    func currentPage(inScene scene: Int) -> PageAppearance? {
        scenes[scene].current.flatMap { components.page($0, of: scenes) }
    }

    package var lastPageOfAll: PageAppearance? { currentPage ?? lastPage }

    package func lastPage(in scene: SceneID) -> PageAppearance? {
        knownScene(scene).flatMap { currentPage(inScene: $0) ?? scenes[$0].lastPage }
    }

    package func lastCountedPage(in scene: SceneID) -> PageReference? {
        knownScene(scene).flatMap { scenes[$0].lastCounted }
    }

    /// Returns the live pages of a scene or, without one, of all scenes, in the order in which they began.
    package func livePages(in scene: SceneID? = nil) -> [PageAppearance] {
        let chosen = scene.map { knownScene($0).map { [$0] } ?? [] } ?? Array(scenes.indices)
        return chosen.flatMap { scene in
            components.sortedByBeginning(scenes[scene].live).compactMap { components.page($0, of: scenes) }
        }
    }

    package func payload(ofSlot index: UInt32) -> Payload? {
        Int(index) < components.count ? components[Int(index)].payload : nil
    }

    /// Returns whether a later record or answer may name a component that is destroyed.
    package func mayName(_ id: ComponentID) -> Bool {
        func isSame(_ reference: PageReference?) -> Bool { reference?.id.component == id }
        return isSame(lastCounted) || isSame(lastPageOfAll?.reference)
            || scenes.contains {
                isSame($0.lastCounted) || isSame($0.lastPage?.reference) || isSame($0.link?.visit.referrer)
            }
    }

    func isLive(_ id: ComponentID) -> Bool { components.decidedSlot(of: id).map { components[$0].isLive } ?? false }

    /// Returns the page that a component declares now; `nil` if it does not exist or is no page.
    func declaredPage(of id: ComponentID) -> PageContext? { components.slot(of: id).flatMap { components[$0].page } }

    package func status(of id: ComponentID) -> ComponentStatus? {
        guard let slot = components.decidedSlot(of: id) else { return nil }
        let component = components[slot]
        let scene = scenes[component.liveScene ?? component.scene]
        let container = components.hider(of: slot).map { container, reason in
            ComponentStatus.Container(
                component: components[container].id, reason: reason.map { components[$0].id })
        }
        return ComponentStatus(
            presence: component.presence, appearance: component.appearanceID,
            beganAt: component.appearance.beganAt, page: component.shownPage, isReady: component.isReady,
            isCounted: component.countedAs != nil, isAttached: component.isAttached, scene: scene.id,
            isSceneForeground: scene.isForeground, container: container)
    }

    /// Returns the components that contain a component, from the innermost to the outermost one.
    package func containers(of id: ComponentID) -> [ComponentID] {
        components.slot(of: id).map { components.containers(of: $0).map { components[$0].id } } ?? []
    }
}

// Functions of the arrays, because a call of a function of `Rules` copies the whole value.
extension [Component] {
    /// Returns the current page among the live pages of a scene (QU-002, QU-009).
    func current(of scenes: [Scene], _ scene: Int, hasLevels: Bool) -> Int? {
        // Without levels, the newest page is current, unless it contains another page.
        guard let last = scenes[scene].live.last, hasLevels || !self[last].parts.isEmpty else {
            return scenes[scene].live.last
        }
        return top(of: scenes[scene].live) { _ in true }
    }

    /// Returns the newest page of the highest level, among the pages that contain none of the others and satisfy a predicate.
    func top(of live: [Int], where isCandidate: (Int) -> Bool) -> Int? {
        var containsPage = [Bool](repeating: false, count: count)
        for page in live {
            var next = self[page].parent
            while let container = next, !containsPage[container] {
                containsPage[container] = true
                next = self[container].parent
            }
        }
        var top: (page: Int, level: Int)?
        for page in live where !containsPage[page] && isCandidate(page) {
            let level = level(of: page)
            if top.map({ $0.level <= level }) ?? true { top = (page, level) }
        }
        return top?.page
    }

    func page(_ slot: Int, of scenes: [Scene]) -> PageAppearance? {
        guard let scene = self[slot].liveScene, let page = self[slot].shownPage else { return nil }
        return PageAppearance(
            id: self[slot].appearanceID, page: page, scene: scenes[scene].id,
            isCounted: self[slot].countedAs != nil, beganAt: self[slot].appearance.beganAt)
    }
}

extension [Scene] {
    /// Returns the scene of the engine's current page: the frontmost in the foreground or, without one, in the background (QU-004).
    func front(_ order: [Int]) -> Int? {
        order.last { self[$0].isForeground && self[$0].current != nil } ?? order.last { self[$0].current != nil }
    }
}
