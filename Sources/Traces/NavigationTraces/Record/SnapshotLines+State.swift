import PageViewAutomation

/// The second and the third part of the lines: lists, the order of pages and scenes, and all other facts (RC-004).
extension SnapshotLines {
    /// Restores the last list of each scene, and the order of each `didAppear`.
    mutating func restoreLists() {
        let start = events.count
        if restoreAppearing(inUpdate: false) {
            events.insert(TraceEvent(time: now, .begin), at: start)
            add(.commit)
        }
    }

    /// Reports each `didAppear` in its order, among the lists of `show`. Returns whether the reports must be one update.
    private mutating func restoreAppearing(inUpdate: Bool) -> Bool {
        var items: [(position: UInt64, list: Int?, component: Component?)] = []
        for component in snapshot.components
        where component.isAppeared && component.presence != .hidden
            && isInUpdate(order: component.appearedOrder) == inUpdate
        {
            items.append((component.appearedOrder, nil, component))
        }
        for (index, scene) in snapshot.scenes.enumerated()
        where !scene.entries.isEmpty && isListedInUpdate(scene.id) == inUpdate {
            items.append((scene.shown.compactMap { components[$0]?.appearedOrder }.max() ?? 0, index, nil))
        }
        items.sort { ($0.position, $0.list ?? -1) < ($1.position, $1.list ?? -1) }
        var last: UInt64 = 0
        var needsUpdate = false
        for item in items {
            if let list = item.list {
                show(snapshot.scenes[list], inUpdate: inUpdate)
                needsUpdate = true
            } else if let component = item.component {
                let isNew = progress[component.id]?.isAppeared == false
                if component.presence == .live, !inUpdate, !isNew, component.order > last {
                    last = component.order
                } else {
                    last = .max
                    needsUpdate = needsUpdate || component.presence == .live
                    repeatDidAppear(component, inUpdate: inUpdate)
                }
            }
        }
        return needsUpdate
    }

    private func isListedInUpdate(_ scene: SceneID) -> Bool {
        snapshot.update?.acts.contains { if case .show(scene) = $0 { true } else { false } } ?? false
    }

    /// Reports the `didAppear` of a component again, so that it follows those reported so far.
    private mutating func repeatDidAppear(_ component: Component, inUpdate: Bool) {
        let id = component.id
        if component.presence == .held {
            if !inUpdate, progress[id]?.scene.map({ inBackground.contains($0) }) != true { detach(id) }
            if progress[id]?.isAppeared == false { reportDidAppear(id) }
            return
        }
        let isElsewhere =
            inUpdate && !component.isDetached
            && (!component.isAttached || component.scene != component.liveScene)
        if isElsewhere || snapshot.scenes.contains(where: { $0.shown.contains(id) }) {
            // A `didDisappear` would take the component out of the list.
            if isElsewhere { move(id, to: component.scene) }
            detach(id)
            reportDidAppear(id)
            if component.isAttached || !isElsewhere { attach(id) }
        } else {
            if progress[id]?.isAppeared == true { didDisappear(id) }
            reportDidAppear(id)
        }
    }

    /// Reports a `didAppear` without a new ordinal.
    mutating func reportDidAppear(_ id: ComponentID) {
        progress[id]?.isAppeared = true
        add(id, .didAppear)
    }

    /// States the last list of a scene, and undoes its other effects.
    mutating func show(_ scene: EngineSnapshot.Scene, inUpdate: Bool) {
        let listed = scene.entries.compactMap { components[$0] }
        let visible = Set(scene.shown).union(listed.filter { !$0.hasAppeared }.map(\.id))
        add(
            .show(
                scene: names.name(of: scene.id),
                listed.compactMap { component in
                    progress[component.id].map {
                        TraceEvent.Action.ShownEntry(component: $0.name, isVisible: visible.contains(component.id))
                    }
                }))
        isReordered = true
        for component in listed {
            let id = component.id
            progress[id]?.scene = scene.id
            progress[id]?.isAttached = true
            progress[id]?.isAppeared = visible.contains(id)
            if component.presence == .live, component.isAppeared || !inUpdate {
                if !inUpdate { move(id, to: component.liveScene) }
                // A component that appeared after the list does not belong to what it shows.
                if !visible.contains(id) { reportDidAppear(id) }
            } else if !inUpdate, !inBackground.contains(scene.id) {
                detach(id)
            }
            if visible.contains(id), !component.isAppeared || component.presence == .hidden,
                component.presence != .live
            {
                didDisappear(id)
            }
        }
    }

    /// Restores the order of live components, and that of the scenes.
    mutating func restoreOrder() {
        let byAge = live.sorted { $0.age < $1.age }
        if live.count > 1, isReordered || !zip(byAge, live).allSatisfy({ $0.id == $1.id }) {
            for component in byAge { add(component.id, .focus) }
        }
        if snapshot.scenes.count > 1 {
            for scene in snapshot.scenes.sorted(by: { $0.front < $1.front }) {
                if let name = names.name(of: scene.id) { add(.scene(name, .active)) }
            }
        }
        guard snapshot.update != nil else { return }
        // Until the end of the update, the current page is the one that was decided before it.
        for scene in snapshot.scenes {
            let last = byAge.last { $0.liveScene == scene.id && ($0.page ?? $0.countedAs) != nil }
            if let current = scene.current, current != last?.id { moveToLevel(current, Int(Int32.max)) }
        }
    }

    mutating func restoreFacts() {
        let start = events.count
        for _ in 0..<(snapshot.update?.depth ?? 0) { add(.begin) }
        if snapshot.update != nil { restoreUpdate() }
        now = max(now, snapshot.now)
        if snapshot.update != nil { _ = restoreAppearing(inUpdate: true) }
        removePlaceholder()
        for component in snapshot.components { restoreFacts(of: component) }
        for component in snapshot.components { restoreSelection(of: component) }
        removePlaceholder()
        for component in snapshot.components { restoreTransition(of: component) }
        for act in snapshot.update?.acts ?? [] {
            switch act {
            case .focus(let id): if components[id]?.isDestroyed == false { add(id, .focus) }
            case .active(let scene): add(.scene(names.name(of: scene), .active))
            case .show: break
            }
        }
        guard snapshot.update == nil, isStructural, snapshot.components.contains(where: \.isAppeared) else { return }
        events.insert(TraceEvent(time: now, .begin), at: start)
        add(.commit)
    }

    /// Restores what the update in progress has counted and opened, and the scenes that have returned in it.
    private mutating func restoreUpdate() {
        for component in live {
            if let page = component.countedAs, !isCountedBefore(component) { record(component.id, page) }
        }
        for (scene, page, number) in recordedByHand(inUpdate: true) { recordByHand(page, in: scene, number: number) }
        var returns = snapshot.scenes.compactMap { scene in
            scene.returnedAfter.map { (scene.backgroundSince.nanoseconds &+ $0, scene.id) }
        }
        returns.sort { $0.0 < $1.0 }
        for index in snapshot.links.indices {
            while let (time, scene) = returns.first, time <= snapshot.links[index].visit.time.nanoseconds {
                returnToForeground(scene, at: time)
                returns.removeFirst()
            }
            open(index)
        }
        for (time, scene) in returns { returnToForeground(scene, at: time) }
    }

    private mutating func returnToForeground(_ scene: SceneID, at time: Int64) {
        now = max(now, Timestamp(nanoseconds: time))
        if let name = names.name(of: scene) { add(.scene(name, .foreground)) }
    }

    mutating func restoreFacts(of component: Component) {
        let id = component.id
        guard let known = progress[id] else { return }
        if component.isDestroyed {
            names.destroy(id)
            return add(id, .destroy)
        }
        if component.isDetached { detach(id) }
        var declaration = TraceEvent.Declaration()
        declaration.parent = component.parent.flatMap { progress[$0]?.name }
        if component.isExclusive { declaration.isExclusive = true }
        declaration.level = component.level.map { Int(Int32(clamping: $0)) }
        if progress[id]?.isAttached != component.isAttached { declaration.isAttached = component.isAttached }
        isStructural = isStructural || declaration != TraceEvent.Declaration() || known.scene != component.scene
        declare(component.page, component.isReady, component.payload, of: id, in: &declaration)
        progress[id]?.isAttached = component.isAttached
        progress[id]?.scene = component.scene
        if known.scene == nil {
            // Its first mention.
            create(id, declaration)
        } else if known.scene != component.scene || declaration != TraceEvent.Declaration() {
            let scene = known.scene == component.scene ? nil : names.name(of: component.scene)
            if scene != nil, !component.isAttached { declaration.isAttached = false }
            add(.create(component: known.name, scene: scene, declaration))
        }
    }

    private mutating func restoreSelection(of component: Component) {
        switch component.selection {
        case .none: return
        case .part(let part): add(part, .select)
        case .empty:
            guard let container = progress[component.id]?.name else { return }
            // The selected part is removed, by its move or at the end.
            let placeholder = names.placeholderName()
            hasPlaceholder = true
            add(.create(component: placeholder, scene: nil, TraceEvent.Declaration(parent: container)))
            add(.component(placeholder, .select, scene: nil))
        }
        isStructural = true
    }

    private mutating func restoreTransition(of component: Component) {
        let id = component.id
        guard !component.isDestroyed else { return }
        if component.presence == .live {
            if !component.isAppeared { return didDisappear(id) }
            if component.sawWillDisappear { add(id, .willDisappear) }
        } else if component.presence == .hidden {
            switch component.state {
            case .appearing: add(id, .willAppear)
            case .disappearing where !component.isAppeared: add(id, .willDisappear)
            case .disappeared where component.hasReported && !component.hasAppeared: add(id, .didDisappear)
            case .disappeared, .appeared, .disappearing: break
            }
        }
    }
}
