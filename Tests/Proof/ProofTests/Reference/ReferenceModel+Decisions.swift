import PageViewAutomation

/// What follows from the facts.
extension ReferenceModel {
    /// Decides which appearances end, count and begin, in the order of ORD-002.
    mutating func decide(_ decision: Decision) {
        before = (current, foremostPlace)
        voidDetached(Array(components.indices))
        // AP-015: a `didAppear` that came and went in an update is none.
        for place in components.indices where components[place].appears { components[place].hasAppeared = true }
        ended = Set(
            components.indices.filter { place in
                components[place].appearance.map { !isShown(place) || $0.scene != components[place].scene } ?? false
            })
        end(Array(ended), held: takenBack)
        for place in present({ $0.began }) {
            // The appearance goes on, so a `didAppear` that repeats it has led to it.
            if components[place].live != nil { components[place].hasLed = true }
            countIfDue(place, decision.counted)
        }
        let waiting = components.indices.filter { components[$0].appears && components[$0].appearance == nil }
        var begun: Set<Int> = []
        for place in waiting.sorted(by: { components[$0].appearOrder < components[$1].appearOrder })
        where isShown(place) && isForeground(components[place].scene) {
            begin(place, decision.begun)
            begun.insert(place)
        }
        // AP-016: a visible entry that begins later takes its place in the order of its list.
        for scene in scenes.keys.sorted() {
            let entries = scenes[scene]?.shown ?? []
            if entries.contains(where: { begun.contains($0) && components[$0].scene == scene }) { arrange(scene) }
        }
        perform(actions)
        decideCurrentPages()
        applyPolicies()
        decideCurrentPages()
        rememberLastPages()
        emitChanges()
    }

    /// Returns the indices of the components that have an appearance, sorted.
    func present(_ key: (ReferenceAppearance) -> Int) -> [Int] {
        components.indices.compactMap { place in components[place].appearance.map { (place, key($0)) } }
            .sorted { $0.1 < $1.1 }.map(\.0)
    }

    // MARK: Beginnings and ends

    /// AP-003, QU-004: begins an appearance, which takes an ordinal and moves the scene to the front.
    ///
    /// In a stopped engine the component is visible, but the engine passes over the appearance (ORD-005).
    mutating func begin(_ place: Int, _ cause: PageView.Cause) {
        let component = components[place]
        let order = nextOrder()
        var appearance = ReferenceAppearance(
            ordinal: component.ordinal + 1, since: now, scene: component.scene, began: order, age: order, cause: cause)
        appearance.isPassedOver = !isRunning
        components[place].appearance = appearance
        guard isRunning else { return }
        components[place].ordinal += 1
        components[place].hasLed = true
        moveToFront(component.scene)
        countIfDue(place, cause)
    }

    /// Ends appearances and held states, the newest first.
    mutating func end(_ places: [Int], held: [Int]) {
        for place in present({ $0.age }).reversed() where places.contains(place) { end(place) }
        for place in held.sorted(by: { components[$0].appearOrder > components[$1].appearOrder }) {
            let component = components[place]
            guard let page = component.page else { continue }
            emit(
                .pageLeave(
                    ReferencePageLeave(
                        id: nil, page: page, scene: component.scene, component: component.name, outcome: .neverVisible,
                        foreground: 0, background: 0, current: 0, endedAt: now)))
        }
    }

    /// PV-007: ends an appearance, and emits the page leave of a page.
    mutating func end(_ place: Int) {
        let component = components[place]
        defer { components[place].appearance = nil }
        guard let appearance = component.live, let page = component.livePage else { return }
        // QU-003: the last page has the name of its leave. It was current before the report (ORD-001).
        if before.current[appearance.scene] == place {
            scenes[appearance.scene, default: ReferenceScene()].lastPage = answer(place)
            if before.foremost == place { (enginesLastPage, isLastSceneThere) = (answer(place), true) }
        }
        emit(
            .pageLeave(
                ReferencePageLeave(
                    id: "\(component.label)/\(appearance.ordinal)", page: page, scene: appearance.scene,
                    component: component.name, outcome: appearance.countedAs == nil ? .neverReady : .counted,
                    foreground: appearance.foreground, background: appearance.background, current: appearance.current,
                    endedAt: now)))
    }

    // MARK: The order of pages and scenes

    private mutating func perform(_ actions: [ReferenceAction]) {
        for action in actions {
            switch action {
            case .activate(let scene): moveToFront(scene)
            case .focus(let place): if renew(place) { moveToFront(components[place].scene) }
            case .arrange(let scene): arrange(scene)
            }
        }
        self.actions = []
    }

    /// QU-004: moves a scene to the front of the scenes with its visibility.
    private mutating func moveToFront(_ scene: String) {
        front.removeAll { $0 == scene }
        front.insert(scene, at: 0)
    }

    /// QU-008: makes a component and its content the newest, and keeps their order. Returns whether one of them is live.
    private mutating func renew(_ place: Int) -> Bool {
        let places = Set([place] + content(of: place))
        let live = present { $0.age }.filter { places.contains($0) && components[$0].live != nil }
        for place in live {
            let age = nextOrder()
            components[place].appearance?.age = age
        }
        return !live.isEmpty
    }

    /// AP-016: brings the visible entries of a list into its order. Reading: also if they begin later, or begin again.
    private mutating func arrange(_ scene: String) {
        let entries = (scenes[scene]?.shown ?? []).filter { components[$0].live?.scene == scene }
        let ages = entries.compactMap { components[$0].live?.age }
        if ages != ages.sorted() { for place in entries { _ = renew(place) } }
    }

    // MARK: Policies (POL-001)

    private mutating func applyPolicies() {
        var chosen: [(place: Int, began: Int, cause: PageView.Cause)] = []
        // Reading: a page that several policies choose has the cause of the first.
        func choose(_ place: Int?, _ cause: PageView.Cause) {
            guard let place, let began = components[place].live?.began, countedBefore.contains(began),
                !chosen.contains(where: { $0.place == place })
            else { return }
            chosen.append((place, began, cause))
        }
        for place in again { choose(place, .appeared) }
        for scene in returned where isForeground(scene) { choose(current[scene], .foregrounded) }
        for (scene, place) in before.current
        where policy.reveal == .counts && ended.contains(place) && isForeground(scene) {
            choose(current[scene], .revealed)
        }
        (again, returned) = ([], [])
        for (place, _, cause) in chosen.sorted(by: { $0.began < $1.began }) {
            end(place)
            if cause == .appeared {
                // Reading: a `didAppear` that counts is a new one.
                components[place].hasLed = false
                components[place].appearOrder = nextOrder()
            }
            if isForeground(components[place].scene) { begin(place, cause) }
        }
    }
}
