import PageViewAutomation

/// The first part of the lines: the appearances of an engine, in their original order (RC-004).
extension SnapshotLines {
    /// Returns the ended appearances to which the state refers. The last page of the engine is the last one.
    func endedAppearances() -> [EndedAppearance] {
        var ended: [EndedAppearance] = []
        for scene in snapshot.scenes {
            guard let last = scene.lastCounted, let id = last.id.appearance, !isLive(id) else { continue }
            ended.append(EndedAppearance(id: id, page: last.page, scene: scene.id, isCountedLast: true))
        }
        ended.sort { $0.id.ordinal < $1.id.ordinal }
        for case let last? in snapshot.scenes.map(\.lastPage) where !ended.contains(where: { $0.id == last.id }) {
            ended.append(EndedAppearance(id: last.id, page: last.page, scene: last.scene))
        }
        if let last = snapshot.lastPage {
            if let index = ended.firstIndex(where: { $0.id == last.id }) {
                ended.append(ended.remove(at: index))
            } else {
                ended.append(EndedAppearance(id: last.id, page: last.page, scene: nil))
            }
        }
        // If no page is live, the last page of the scene is the referrer. A link that waits in a scene in the background was
        // opened after the scene went there.
        for (index, link) in snapshot.links.enumerated()
        where snapshot.lastPage == nil && !isInUpdate(order: link.order) {
            guard let referrer = link.visit.referrer, let id = referrer.id.appearance, !isLive(id),
                live.first(where: { $0.id == id.component }).map({ $0.order > link.order }) ?? true,
                !snapshot.scenes.contains(where: { $0.id == link.visit.scene && wasInBackground($0) })
            else { continue }
            if let known = ended.firstIndex(where: { $0.id == id }) {
                // Its page view must not carry an earlier link.
                let isFirst = !snapshot.links.contains {
                    $0.order < link.order && ($0.isForAnyScene || $0.visit.scene == ended[known].scene)
                }
                if isFirst, !link.isForAnyScene { ended[known].link = index }
            } else {
                // A scene without a live page would have another last page. A link waits for a page of any scene if the scene of
                // its referrer had closed.
                let hasLive = live.contains { $0.liveScene == link.visit.scene }
                let scene = link.isForAnyScene || !hasLive ? nil : link.visit.scene
                ended.append(
                    EndedAppearance(
                        id: id, page: referrer.page, scene: scene, link: link.isForAnyScene ? nil : index))
            }
        }
        return ended.filter { appearance in
            components[appearance.id.component].map { $0.ordinal >= appearance.id.ordinal } ?? true
        }
    }

    private func isLive(_ id: AppearanceID) -> Bool {
        components[id.component].map { $0.presence == .live && $0.ordinal == id.ordinal } ?? false
    }

    mutating func playEnded(_ index: Int) {
        guard !ended[index].isPlayed else { return }
        let appearance = ended[index]
        let id = appearance.id.component
        if progress[id] == nil {
            let name = names.formerName(of: id, page: appearance.page)
            progress[id] = Progress(name: name, scene: appearance.scene)
            create(id, TraceEvent.Declaration())
        }
        playEnded(of: id, before: appearance.id.ordinal)
        ended[index].isPlayed = true
        guard let played = progress[id]?.ordinal, played < appearance.id.ordinal else { return }
        let closed = appearance.scene == nil ? names.formerSceneName() : nil
        if let closed, let name = progress[id]?.name {
            add(.component(name, .attach, scene: closed))
        } else {
            move(id, to: appearance.scene)
        }
        play(id, until: appearance.id.ordinal - 1)
        lastScene = appearance.scene
        // A component that is not a page has a page view only if the caller recorded it by hand.
        let isCounted = appearance.isCountedLast || components[id].map { $0.page == nil } == true
        if !isCounted { declare(id, appearance.page, isReady: false) }
        didAppear(id)
        if isCounted { record(id, appearance.page) }
        if let link = appearance.link { open(link) }
        // If reveals count, the end must not reveal a live page.
        if snapshot.policy.reveal == .counts, appearance.scene.map({ newest[$0] != nil }) == true {
            moveToLevel(id, Int(Int32.min))
        }
        didDisappear(id)
        if let closed { close(closed, and: id, backTo: components[id]?.scene) }
        guard !ended.contains(where: { $0.id.component == id && !$0.isPlayed }) else { return }
        if let component = components[id] {
            if component.presence != .live { playRest(component) }
        } else {
            add(id, .destroy)
        }
    }

    /// Plays the ended appearances of a component that precede another one.
    mutating func playEnded(of id: ComponentID, before ordinal: UInt32) {
        let earlier = ended.indices.filter { ended[$0].id.component == id && ended[$0].id.ordinal < ordinal }
        for index in earlier.sorted(by: { ended[$0].id.ordinal < ended[$1].id.ordinal }) { playEnded(index) }
    }

    /// Creates the components that have appeared or that a `show` listed. The others follow with their facts.
    mutating func createComponents() {
        let entries = Set(snapshot.scenes.flatMap(\.entries))
        for component in snapshot.components {
            let id = component.id
            guard case .new(let name, _) = names.state(of: id, page: component.page) else { continue }
            let first = ended.filter { $0.id.component == id }.min { $0.id.ordinal < $1.id.ordinal }
            let plays = component.ordinal > 0 || component.presence == .live
            guard plays || component.hasAppeared || component.isAppeared || entries.contains(id) else {
                progress[id] = Progress(name: name, scene: nil)
                continue
            }
            progress[id] = Progress(name: name, scene: first?.scene ?? component.liveScene ?? component.scene)
            var declaration = TraceEvent.Declaration()
            let appearsUnseen = component.hasAppeared && !plays && component.presence != .held
            if !plays, !component.isAttached || component.presence == .held || appearsUnseen {
                declaration.isAttached = false
                progress[id]?.isAttached = false
            }
            create(id, declaration)
            if appearsUnseen || (component.hasAppeared && !plays && isInUpdate(order: component.appearedOrder)) {
                add(id, .didAppear)
                add(id, .didDisappear)
            }
        }
        for component in snapshot.components where component.presence != .live {
            if !ended.contains(where: { $0.id.component == component.id }) { playRest(component) }
        }
    }

    /// Plays all appearances of a component that is not live.
    mutating func playRest(_ component: Component) {
        // A component that waits for a new `didAppear` after a start hides nothing, so it must not have disappeared.
        if component.isAppeared, component.presence == .hidden, component.hasParts { return }
        play(component.id, until: component.ordinal)
    }

    /// Returns the steps of the first part in their order.
    func timeline() -> [Step] {
        var steps: [(position: UInt64, step: Step)] = []
        func append(_ position: UInt64, _ step: Step) { steps.append((position, step)) }
        /// Returns the position of the newest counted live appearance of a scene; 0 for none.
        func lastCount(in scene: SceneID?) -> UInt64 {
            live.last { $0.liveScene == scene && isCountedBefore($0) }?.order ?? 0
        }
        var positions = live.map(\.order)
        var links = snapshot.links.map(\.order)
        for (index, link) in snapshot.links.enumerated() where !isInUpdate(order: link.order) {
            // A page that returned with its scene does not carry the link, so it begins before the link.
            for (number, component) in live.enumerated()
            where component.beganByReturn && component.order > links[index] && link.concerns(component) {
                let isFree = live.contains {
                    $0.countedAs == nil && !$0.beganByReturn && link.concerns($0) && $0.order > link.order
                        && $0.order < component.order
                }
                if isFree { positions[number] = link.order } else { links[index] = component.order }
            }
        }
        for (number, position) in positions.enumerated() { append(position, .appearance(number)) }
        for (number, component) in live.enumerated() where isCountedOutOfOrder(component) {
            append(lastCount(in: component.liveScene), .count(number))
        }
        var backgrounds: [SceneID: UInt64] = [:]
        for scene in snapshot.scenes where wasInBackground(scene) {
            let own = snapshot.links.first { !$0.isForAnyScene && $0.visit.scene == scene.id }?.order ?? .max
            let earlier =
                live.filter { $0.beganAt <= scene.backgroundSince && $0.order < own }.map(\.order)
                + snapshot.links.filter { $0.visit.time <= scene.backgroundSince && $0.order < own }.map(\.order)
            let last = live.last { $0.liveScene == scene.id }?.order ?? 0
            backgrounds[scene.id] = max(last, earlier.max() ?? 0)
        }
        var reached: [ComponentID: UInt64] = [:]
        var lastEnd: UInt64 = 0
        for (index, appearance) in ended.enumerated() {
            var position = appearance.isCountedLast ? lastCount(in: appearance.scene) : 0
            let isLast = index == ended.endIndex - 1 && snapshot.lastPage != nil
            if !appearance.isCountedLast || isLast, appearance.scene != nil,
                let link = snapshot.links.first(where: { $0.isForAnyScene && !isInUpdate(order: $0.order) })
            {
                // When the link was opened, no page implied a scene.
                position = link.order &+ 1
            }
            if let link = appearance.link { position = max(position, links[link]) }
            // An appearance does not precede earlier ones of its component.
            position = max(position, reached[appearance.id.component] ?? 0)
            reached[appearance.id.component] = position
            if isLast { position = max(position, lastEnd) }
            if let scene = appearance.scene, let end = backgrounds[scene] { position = min(position, end) }
            lastEnd = max(lastEnd, position)
            append(position, .ended(index))
        }
        for (scene, page, number) in recordedByHand(inUpdate: false) {
            append(lastCount(in: scene), .manual(scene, page, number: number))
        }
        for (index, scene) in snapshot.scenes.enumerated() {
            if let position = backgrounds[scene.id] { append(position, .background(index)) }
        }
        for (index, link) in snapshot.links.enumerated() where !isInUpdate(order: link.order) {
            append(links[index], .link(index))
        }
        // A stable sort.
        return steps.enumerated().sorted {
            ($0.element.position, $0.offset) < ($1.element.position, $1.offset)
        }.map(\.element.step)
    }

    /// Returns the page views by hand that were counted last in their scenes: in the update in progress, or before it.
    func recordedByHand(inUpdate: Bool) -> [(scene: SceneID, page: PageContext, number: UInt64)] {
        snapshot.scenes.compactMap { scene in
            guard let last = scene.lastCounted, case .manual(let number) = last.id else { return nil }
            return isInUpdate(sequence: number) == inUpdate ? (scene.id, last.page, number) : nil
        }
    }

    mutating func play(_ step: Step) {
        if hasEngineNumbers, step.isOfAppearance {
            // No number may exceed the last one of the engine.
            add(.note("", nextPageView: 1))
            hasEngineNumbers = false
        }
        switch step {
        case .appearance(let number): appear(live[number])
        case .count(let number): count(live[number])
        case .ended(let index): playEnded(index)
        case .manual(let scene, let page, let number):
            recordByHand(page, in: scene, number: number)
            hasEngineNumbers = true
        case .background(let index):
            let scene = snapshot.scenes[index]
            now = max(now, scene.backgroundSince)
            inBackground.insert(scene.id)
            if let name = names.name(of: scene.id) { add(.scene(name, .background)) }
        case .link(let index): open(index)
        }
    }

    /// Whether something with this position came in the update in progress.
    func isInUpdate(order: UInt64) -> Bool { snapshot.update.map { order > $0.order } ?? false }

    /// Whether the update in progress emitted the page view with this number.
    func isInUpdate(sequence: UInt64) -> Bool { snapshot.update.map { sequence > $0.sequence } ?? false }

    func isCountedBefore(_ component: Component) -> Bool {
        component.countedAs != nil && !isInUpdate(sequence: component.countedSequence)
    }

    /// Whether the component was counted last in its scene, and a newer live component of the scene was counted before it.
    private func isCountedOutOfOrder(_ component: Component) -> Bool {
        guard isCountedBefore(component), let scene = snapshot.scenes.first(where: { $0.id == component.liveScene }),
            let last = scene.lastCounted?.id.appearance, last.component == component.id,
            last.ordinal == component.ordinal
        else { return false }
        return live.contains {
            $0.liveScene == component.liveScene && isCountedBefore($0) && $0.order > component.order
        }
    }

    func wasInBackground(_ scene: EngineSnapshot.Scene) -> Bool {
        !scene.isForeground || (scene.returnedAfter != nil && snapshot.update != nil)
    }

    private mutating func appear(_ component: Component) {
        playEnded(of: component.id, before: component.ordinal)
        move(component.id, to: component.liveScene)
        play(component.id, until: component.ordinal &- 1)
        now = max(now, component.beganAt)
        let isCounted = isCountedBefore(component) && !isCountedOutOfOrder(component)
        if let page = component.page, !becamePageInUpdate(component) {
            declare(
                component.id, page, isReady: isCounted && countsByItself(component), payload: component.payload)
        }
        didAppear(component.id)
        if let scene = component.liveScene { newest[scene] = component.id }
        if isCounted, !countsByItself(component) { count(component) }
    }

    /// Whether the live component became a page in the update in progress. Its scene then has no current page yet.
    private func becamePageInUpdate(_ component: Component) -> Bool {
        snapshot.update != nil && component.countedAs == nil
            && snapshot.scenes.contains { $0.id == component.liveScene && $0.current == nil }
    }

    private func countsByItself(_ component: Component) -> Bool {
        component.isReady && component.page != nil && component.countedAs == component.page
    }

    /// Counts a live appearance under the name under which it was counted.
    mutating func count(_ component: Component) {
        guard let page = component.countedAs else { return }
        if component.page != nil, countsByItself(component) || !snapshot.links.isEmpty {
            // A page view by hand would carry a pending link.
            declare(component.id, page, isReady: true, payload: component.payload)
        } else {
            record(component.id, page)
        }
    }

    /// Records a page view by hand. Its number is part of the identity, to which the next page view of the scene refers.
    mutating func recordByHand(_ page: PageContext, in scene: SceneID, number: UInt64) {
        add(.note("restores the number of a page view recorded by hand", nextPageView: number))
        add(.record(component: nil, scene: names.name(of: scene), page: page, payload: nil))
    }

    /// Opens a deep link from its original page.
    mutating func open(_ index: Int) {
        guard openedLinks.insert(index).inserted else { return }
        let link = snapshot.links[index]
        now = max(now, link.visit.time)
        if let id = link.visit.referrer?.id.appearance, isLive(id), progress[id.component]?.isAppeared == true,
            let scene = components[id.component]?.liveScene, newest[scene] != id.component
        {
            add(id.component, .focus)
            (newest[scene], isReordered) = (id.component, true)
        }
        if link.isForAnyScene, lastScene != nil { closeLastScene() }
        let age = now.nanoseconds(since: link.visit.time)
        let isDefault = age == 0 && link.expires == (link.target == nil ? 30_000_000_000 : nil)
        add(
            .deepLink(
                url: link.visit.link.url, scene: link.isForAnyScene ? nil : names.name(of: link.visit.scene),
                source: link.visit.link.source, target: link.target,
                expires: isDefault ? nil : link.expires.map { max(0, $0 - age) }))
    }
}

extension PendingLink {
    /// Whether a page view of the component could carry the link.
    fileprivate func concerns(_ component: EngineSnapshot.Component) -> Bool {
        isForAnyScene || component.liveScene == visit.scene
    }
}
