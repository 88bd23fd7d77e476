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
        set(place, page: page, isReady: update.isReady ?? self[place].isReady, payload: update.payload)
    }

    private mutating func set(_ place: Place, page: PageContext?, isReady: Bool, payload: Payload?) {
        self[place].isReady = isReady
        if !isReady {
            self[place].payload = Payload()
        } else if let payload {
            self[place].payload = payload
        }
        if let page, page.word != self[place].page?.word {
            let wasLivePage = self[place].isLivePage
            self[place].page = page
            if !wasLivePage, self[place].isLivePage { becameLivePage(place) }
            // The current page may have another name now.
            touch(self[place].scene)
        }
        countIfReady(place, cause: .ready)
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
        if let known = knownPlace(of: id), hears(known, revision: revision, from: notifier) {
            self[known].revision = revision
            if self[known].page?.word == page.word {
                set(known, page: nil, isReady: payload != nil, payload: payload)
            } else {
                update(known, with: PageUpdate(page: page, isReady: payload != nil, payload: payload))
            }
        }
        finish()
    }

    /// Whether what a notifier says is used.
    func hears(_ id: ComponentID, revision: UInt32, from notifier: UInt32) -> Bool {
        knownPlace(of: id).map { hears($0, revision: revision, from: notifier) } ?? false
    }

    private func hears(_ known: Place, revision: UInt32, from notifier: UInt32) -> Bool {
        self[known].notifier == notifier && isNewer(revision, than: self[known].revision)
    }

    /// Whether one revision came after another; their numbers begin again after four thousand million.
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
            return recordAlone(page, payload ?? [:], in: implied(scene))
        }
        guard let place = place(of: id, mentionedIn: scene) else { return }
        if let page, page.isBlank { return diagnose(.emptyPageName, id) }
        if self[place].isLive, self[place].isCounted { return }
        guard let page = page ?? self[place].page else { return diagnose(.recordWithoutPage, id) }
        if self[place].isLive {
            count(place, as: page, payload: payload, cause: .manual)
        } else {
            recordAlone(page, payload ?? self[place].payload, in: self[place].scene)
        }
    }

    private mutating func recordAlone(_ page: PageContext, _ payload: Payload, in scene: Place) {
        // It mentions its scene, which is there from now on.
        scenes[scene].isOpen = true
        emitPageView(
            id: .manual(sequence + 1), page: page, payload: payload, in: scene, appearedAt: nil, cause: .manual,
            beganAfter: 0)
    }
}
