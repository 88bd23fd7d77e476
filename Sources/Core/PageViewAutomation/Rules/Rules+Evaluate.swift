/// The decision: which appearances end, begin and count, by the facts of now.
extension Rules {
    /// Ends, counts and begins appearances by the present facts, in the order of ORD-002.
    ///
    /// `countCause` is the cause of page views whose appearances began before.
    mutating func evaluate(begins cause: PageView.Cause, counts countCause: PageView.Cause) {
        if !detached.isEmpty { voidDetached(detached) }
        selectChanges()
        if ending.count > 1 { ending = components.sortedByAge(ending) }
        while let newest = ending.popLast() { end(newest, reveals: true) }
        if !withdrawn.isEmpty { leaveUnseen() }

        if counting.count > 1 { counting = components.sortedByBeginning(counting).reversed() }
        while let oldest = counting.popLast() { countIfReady(oldest, cause: countCause) }

        if beginning.count > 1 { beginning = components.sortedByAppearing(beginning).reversed() }
        while let first = beginning.popLast() { begin(first, cause: cause) }

        if hasBegunShown { orderScenes() }
        if !acts.isEmpty { perform() }
        if cancelled != nil || policy.reveal == .counts || policy.foreground != .silent { countByPolicies() }
        if !changedScenes.isEmpty { updateCurrentPages() }
        if !destroyed.isEmpty { releaseDestroyed() }
    }

    /// Finds what ends, may count, and begins among the changed components and their content.
    // Inlining saves 17 instructions of a report.
    @inline(__always)
    private mutating func selectChanges() {
        var next = 0
        while next < changed.count {
            let slot = changed[next]
            for index in components[slot].parts.indices { setChanged(components[slot].parts[index]) }
            next += 1
        }
        if examined != nil { examined?.append(contentsOf: changed.map { components[$0].id }) }
        // Containers precede their content, which uses their answers.
        for index in changed.indices {
            let slot = changed[index]
            components[slot].isHidden = components.isHidden(slot)
            let isInForeground = scenes[components[slot].scene].isForeground
            if hasMoved, let scene = components[slot].liveScene { setChanged(scene: scene) }
            switch components[slot].decide(isInForeground: isInForeground, isRunning: isRunning) {
            case .stays: break
            case .mayCount: counting.append(slot)
            case .begins: beginning.append(slot)
            case .ends: ending.append(slot)
            case .moves:
                ending.append(slot)
                beginning.append(slot)
            }
        }
        // `removeAll(keepingCapacity:)` takes 100 instructions more.
        while changed.popLast() != nil {}
        hasMoved = false
    }

    // MARK: Beginnings

    private mutating func begin(_ slot: Int, cause: PageView.Cause, isByPolicy: Bool = false) {
        let (scene, order, time) = (components[slot].scene, nextOrder(), now)
        components[slot].begin(
            Appearance(
                beganAt: time, order: order, age: order, backgroundBefore: scenes[scene].backgroundTotal,
                beganByReturn: cause == .foregrounded || cause == .revealed))
        bringToFront(scene)
        if components[slot].listing != 0, !isByPolicy, !scenes[scene].hasBegunShown,
            scenes[scene].shown.contains(where: { $0 == (components[slot].id, components[slot].listing) })
        {
            (scenes[scene].hasBegunShown, hasBegunShown) = (true, true)
        }
        guard components[slot].page != nil else { return }
        scenes[scene].live.append(slot)
        setChanged(scene: scene)
        countIfReady(slot, cause: cause)
    }

    // MARK: Ends

    /// Ends the live appearance of a component (AP-006, PV-007). The close of a scene, a stop and a policy reveal none (POL-003).
    private mutating func end(_ slot: Int, reveals: Bool) {
        guard let scene = components[slot].liveScene else { return }
        let isCurrent = scenes[scene].current == slot
        if isCurrent { addCurrentTime(scene, at: now) }
        let (page, isCounted) = components[slot].end()
        guard let page else { return }
        let (id, appearance) = (components[slot].appearanceID, components[slot].appearance)
        if isCurrent {
            scenes[scene].lastPage = PageAppearance(
                id: id, page: page, scene: scenes[scene].id, isCounted: isCounted, beganAt: appearance.beganAt)
            if scenes.front(sceneOrder) == scene { (lastPage, lastScene) = (scenes[scene].lastPage, scene) }
            if reveals { scenes[scene].hasEndedCurrent = true }
        }
        if let index = scenes[scene].live.lastIndex(of: slot) { scenes[scene].live.remove(at: index) }
        setChanged(scene: scene)
        guard emits(.pageLeaves) else { return }
        let time = now
        // Never negative, even if the times are so far apart that their differences saturate (ORD-006).
        let background = max(0, scenes[scene].background(until: time) &- appearance.backgroundBefore)
        outbox.append(
            .pageLeave(
                PageLeave(
                    id: id, page: page, scene: scenes[scene].id, component: id.component,
                    outcome: isCounted ? .counted : .neverReady,
                    foregroundNanoseconds: max(0, time.nanoseconds(since: appearance.beganAt) &- background),
                    backgroundNanoseconds: background, currentNanoseconds: appearance.currentNanoseconds,
                    endedAt: time)))
    }

    /// Emits the leaves of held pages whose `didAppear` was withdrawn, the latest first (PV-007).
    @inline(never) private mutating func leaveUnseen() {
        for slot in components.sortedByAppearing(withdrawn).reversed() {
            components[slot].hasBegun = true
            guard let page = components[slot].page, emits(.pageLeaves) else { continue }
            outbox.append(
                .pageLeave(
                    PageLeave(
                        id: nil, page: page, scene: scenes[components[slot].scene].id, component: components[slot].id,
                        outcome: .neverVisible, endedAt: now)))
        }
        withdrawn.removeAll(keepingCapacity: true)
    }

    @inline(never) mutating func endAll(_ live: [Int], withdrawing held: [Int]) {
        for slot in components.sortedByAge(live).reversed() { end(slot, reveals: false) }
        withdrawn += held
        if !withdrawn.isEmpty { leaveUnseen() }
    }

    // MARK: Counts

    /// Counts a live appearance if its page is ready and its scene is in the foreground (RD-002, RD-005).
    private mutating func countIfReady(_ slot: Int, cause: PageView.Cause) {
        guard components[slot].isReady, isRunning, let page = components[slot].page,
            let scene = components[slot].liveScene, components[slot].countedAs == nil,
            scenes[scene].isForeground
        else { return }
        count(slot, as: page, components[slot].payload, cause: cause)
    }

    mutating func count(_ slot: Int, as page: PageContext, _ payload: Payload?, cause: PageView.Cause) {
        guard let scene = components[slot].liveScene else { return }
        components[slot].count(as: page, sequence: sequence &+ 1)
        emitPageView(
            .appearance(components[slot].appearanceID), page, payload, in: scene, of: slot,
            appearedAt: components[slot].appearance.beganAt,
            cause: cause)
    }

    /// Emits a page view. Its page becomes the scene's last counted page (PV-001).
    mutating func emitPageView(
        _ id: PageViewID, _ page: PageContext, _ payload: Payload?, in scene: Int, of slot: Int?,
        appearedAt: Timestamp?,
        cause: PageView.Cause
    ) {
        sequence &+= 1
        let link = hadLink ? takeLink(in: scene, for: page.name, of: slot, byHand: cause == .manual) : nil
        lastCounted = PageReference(id: id, page: page)
        var previous = lastCounted
        swap(&scenes[scene].lastCounted, &previous)
        guard emits(.pageViews) else { return }
        outbox.append(
            .pageView(
                PageView(
                    sequence: sequence, id: id, page: page, payload: payload ?? Payload(), scene: scenes[scene].id,
                    appearedAt: appearedAt, countedAt: now, cause: cause, previous: previous, deepLink: link)))
    }

    // MARK: Policies (POL-001 to POL-004)

    @inline(never) private mutating func countByPolicies() {
        var (again, returned): ([Int], [Int]) = ([], [])
        if let slot = cancelled, wasCountedBefore(slot) { again.append(slot) }
        let cancelled = cancelled
        self.cancelled = nil
        for index in changedScenes {
            guard scenes[index].isForeground, let slot = components.current(of: scenes, index, hasLevels: hasLevels),
                wasCountedBefore(slot)
            else { continue }
            if let time = scenes[index].returnedAfter, let minimum = policy.foreground.minimumNanoseconds,
                time >= minimum
            {
                again.append(slot)
                returned.append(slot)
            } else if policy.reveal == .counts, scenes[index].hasEndedCurrent {
                again.append(slot)
            }
        }
        for slot in components.sortedByBeginning(again) where wasCountedBefore(slot) {
            let cause: PageView.Cause =
                slot == cancelled ? .appeared : returned.contains(slot) ? .foregrounded : .revealed
            end(slot, reveals: false)
            if slot == cancelled {
                // The `didAppear` that counts is a new one.
                components[slot].hasBegun = false
                components[slot].appearedOrder = nextOrder()
            }
            if scenes[components[slot].scene].isForeground {
                begin(slot, cause: cause, isByPolicy: true)
            }
        }
    }

    /// Returns whether the live appearance was counted before the present event or update.
    private mutating func wasCountedBefore(_ slot: Int) -> Bool {
        components[slot].countedAs != nil && components[slot].appearance.countedSequence <= before.sequence
            && components[slot].appearance.order <= before.order
    }
}
