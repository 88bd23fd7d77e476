/// What pages say of themselves, and page views recorded by hand (RD).
extension EngineModel {
    /// A page says what it is called and whether it is ready; a live appearance that may now count does.
    mutating func update(_ place: Place, with update: PageUpdate) {
        var page = update.page
        if page?.isBlank == true {
            diagnose(.emptyPageName, id(of: place))
            if update.isRefusedWhole { return }
            page = nil
        }
        set(subject(place), page: page, isReady: update.isReady ?? states[place].isReady, payload: update.payload)
    }

    @inline(__always)
    private mutating func set(_ component: Subject, page: PageContext?, isReady: Bool, payload: Payload?) {
        component.state.isReady = isReady
        if !isReady {
            component.record.payload = nil
        } else if let payload {
            component.record.payload = payload
        }
        let scene = stage(of: component)
        if let page, page.word != component.record.page?.word {
            let wasLivePage = component.isLivePage
            component.record.page = page
            if !wasLivePage, component.isLivePage { becameLivePage(component, in: scene) }
            // The current page may have another name now.
            touch(scene)
        }
        countIfReady(component, in: scene, cause: .ready)
    }

    /// The same from outside, for a component that exists from this mention.
    package mutating func update(_ id: ComponentID, with update: PageUpdate) {
        if let place = place(of: id) { self.update(place, with: update) }
        finish()
    }

    /// A notifier speaks; what it says is used if it is the component's and newer than what was heard (RD-001). A page
    /// without a payload is pending.
    mutating func hear(
        _ id: ComponentID, _ page: PageContext, _ payload: Payload?, revision: UInt32, from notifier: UInt32
    ) {
        // A page that loads often gets there after its component has gone: nothing odd, and nothing to count (RD-004).
        if let place = knownPlace(of: id), hears(place, revision: revision, from: notifier) {
            let known = subject(place)
            known.record.revision = revision
            if known.record.page?.word == page.word {
                set(known, page: nil, isReady: payload != nil, payload: payload)
            } else {
                update(known.place, with: PageUpdate(page: page, isReady: payload != nil, payload: payload))
            }
        }
        finish()
    }

    /// Whether what a notifier says is used.
    func hears(_ id: ComponentID, revision: UInt32, from notifier: UInt32) -> Bool {
        knownPlace(of: id).map { hears($0, revision: revision, from: notifier) } ?? false
    }

    @inline(__always)
    private func hears(_ known: Place, revision: UInt32, from notifier: UInt32) -> Bool {
        self[known].notifier == notifier && isNewer(revision, than: self[known].revision)
    }

    /// Whether one revision came after another; their numbers begin again after four thousand million.
    @inline(__always)
    private func isNewer(_ revision: UInt32, than other: UInt32) -> Bool { Int32(bitPattern: revision &- other) > 0 }

    /// A notifier speaks for a component from now on, of which nothing has been heard. Whether there is such a component.
    mutating func bind(_ id: ComponentID, to notifier: UInt32) -> Bool {
        defer { finish() }
        guard let place = place(of: id) else { return false }
        guard self[place].notifier != notifier else { return true }
        self[place].notifier = notifier
        self[place].revision = 0
        return true
    }

    /// A component hears its notifier for the first time. Tells which of the others it speaks for as well (RD-007).
    mutating func begin(
        _ id: ComponentID, _ page: PageContext, _ payload: Payload?, revision: UInt32, from notifier: UInt32,
        sharedWith others: [ComponentID]
    ) -> [Bool] {
        let shared = others.map { other in
            knownPlace(of: other).map { self[$0].notifier == notifier } ?? false
        }
        if shared.contains(true) { diagnose(.sharedNotifier, id) }
        hear(id, page, payload, revision: revision, from: notifier)
        return shared
    }

    /// A page view recorded by hand (RD-011).
    package mutating func record(_ id: ComponentID?, page: PageContext?, payload: Payload?, in scene: SceneID?) {
        defer { finish() }
        guard isRunning else { return }
        guard let id else {
            guard let page else { return diagnose(.recordWithoutPage) }
            if page.isBlank { return diagnose(.emptyPageName) }
            return recordAlone(page, payload, in: implied(scene))
        }
        guard let place = place(of: id, mentionedIn: scene) else { return }
        if let page, page.isBlank { return diagnose(.emptyPageName, id) }
        if states[place].isLive, self[place].isCounted { return }
        guard let page = page ?? self[place].page else { return diagnose(.recordWithoutPage, id) }
        if states[place].isLive {
            let component = subject(place)
            count(component, as: page, payload: payload, in: stage(of: component), cause: .manual)
        } else {
            recordAlone(page, payload ?? self[place].payload, in: self[place].scene)
        }
    }

    private mutating func recordAlone(_ page: PageContext, _ payload: Payload?, in scene: Place) {
        // It mentions its scene, which is there from now on.
        scenes[scene].isOpen = true
        emitPageView(
            id: .manual(sequence + 1), page: page, payload: payload, in: stage(scene), appearedAt: nil, cause: .manual,
            beganAfter: 0)
    }
}
