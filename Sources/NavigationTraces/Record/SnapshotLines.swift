import PageViewAutomation

/// Writes the lines that bring a replay to the state of an engine (RC-004).
///
/// A trace cannot state that a page has been counted, so the lines count it again. They have three parts:
///
/// 1. The appearances begin in their original order. No container hides them yet. Ended appearances to which the state refers are
///    played among them.
/// 2. Each list of a `show` follows, with the order of the pages and scenes.
/// 3. All other facts follow as one update, so they begin and end nothing. If an update is in progress, that update stays open.
struct SnapshotLines {
    private typealias Component = EngineSnapshot.Component

    /// An ended appearance to which the engine's state still refers.
    private struct EndedAppearance {
        let id: AppearanceID
        let page: PageContext
        /// The scene; `nil` for one that has closed.
        let scene: SceneID?
        /// Whether it was counted last in its scene.
        var isCountedLast = false
        /// The deep link that was opened from it.
        var link: Int?
        var isPlayed = false
    }

    /// A step of the first part. Steps with equal positions have the order of the cases, and are added in this order.
    private enum Step {
        case appearance(Int)
        case count(Int)
        case ended(Int)
        case manual(SceneID, PageContext, number: UInt64)
        case background(Int)
        case link(Int)

        /// Whether the step may emit a page view that the engine emitted for an appearance.
        var isOfAppearance: Bool {
            switch self {
            case .appearance, .count, .ended: true
            case .manual, .background, .link: false
            }
        }
    }

    /// What the lines have played of a component.
    private struct Progress {
        let name: String
        var scene: SceneID?
        var ordinal: UInt32 = 0
        var isAttached = true
        var isAppeared = false
        var page: PageContext?
        var isReady = true
        var payload = Payload()
    }

    /// The maximum number of earlier appearances to play, so that later ones have their ordinals.
    private static let playedLimit: UInt32 = 250

    private let snapshot: EngineSnapshot
    private let options: RecordingOptions
    private var names: RecordedNames
    private var progress: [ComponentID: Progress] = [:]
    private let components: [ComponentID: Component]
    /// The live components, in the order in which they began.
    private let live: [Component]
    private var ended: [EndedAppearance] = []
    private var now: Timestamp
    private var openedLinks: Set<Int> = []
    private var inBackground: Set<SceneID> = []
    /// The newest component of each scene.
    private var newest: [SceneID: ComponentID] = [:]
    /// Whether the order of the live components may differ from that of their beginnings.
    private var isReordered = false
    /// The scene of the ended page that was played last.
    private var lastScene: SceneID?
    private var hasPlaceholder = false
    /// Whether the lines have set the number of a page view to the engine's, so that the next one needs a lower number.
    private var hasEngineNumbers = false
    /// Whether a fact changes what the containers show.
    private var isStructural = false
    /// The events, with the engine's times.
    private(set) var events: [TraceEvent] = []

    init(_ snapshot: EngineSnapshot, options: RecordingOptions) {
        self.snapshot = snapshot
        self.options = options
        names = RecordedNames(naming: options.naming, mainScene: snapshot.mainScene)
        components = Dictionary(snapshot.components.map { ($0.id, $0) }) { first, _ in first }
        live = snapshot.components.filter { $0.presence == .live }.sorted { $0.order < $1.order }
        let times = live.map(\.beganAt) + snapshot.links.map(\.visit.time)
        now = times.reduce(snapshot.now) { min($0, $1) }
        for scene in snapshot.scenes where wasInBackground(scene) { now = min(now, scene.backgroundSince) }
    }

    /// Writes the events, and adds the names that it gives to `names`.
    mutating func write(with names: inout RecordedNames) {
        self.names = names
        defer { names = self.names }
        for component in snapshot.destroyed { self.names.noteDestroyed(component) }
        guard
            snapshot.isRunning,
            !snapshot.scenes.isEmpty || !snapshot.components.isEmpty || snapshot.sequence > 0
                || snapshot.update != nil
        else { return }
        ended = endedAppearances()
        createComponents()
        for step in timeline() { play(step) }
        for index in ended.indices { playEnded(index) }
        for component in snapshot.components where component.presence != .live { playRest(component) }
        restoreLists()
        restoreOrder()
        restoreFacts()
        let number = min(snapshot.sequence, TraceEvent.Action.nextPageViews.upperBound - 1) + 1
        add(.note("recorded from here on: the events above restore the earlier state", nextPageView: number))
    }

    // MARK: Ended appearances

    /// Returns the ended appearances to which the state refers. The last page of the engine is the last one.
    private func endedAppearances() -> [EndedAppearance] {
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

    private mutating func playEnded(_ index: Int) {
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
    private mutating func playEnded(of id: ComponentID, before ordinal: UInt32) {
        let earlier = ended.indices.filter { ended[$0].id.component == id && ended[$0].id.ordinal < ordinal }
        for index in earlier.sorted(by: { ended[$0].id.ordinal < ended[$1].id.ordinal }) { playEnded(index) }
    }

    // MARK: The first part: appearances

    /// Creates the components that have appeared or that a `show` listed. The others follow with their facts.
    private mutating func createComponents() {
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
    private mutating func playRest(_ component: Component) {
        // A component that waits for a new `didAppear` after a start hides nothing, so it must not have disappeared.
        if component.isAppeared, component.presence == .hidden, component.hasParts { return }
        play(component.id, until: component.ordinal)
    }

    /// Returns the steps of the first part in their order.
    private func timeline() -> [Step] {
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
    private func recordedByHand(inUpdate: Bool) -> [(scene: SceneID, page: PageContext, number: UInt64)] {
        snapshot.scenes.compactMap { scene in
            guard let last = scene.lastCounted, case .manual(let number) = last.id else { return nil }
            return isInUpdate(sequence: number) == inUpdate ? (scene.id, last.page, number) : nil
        }
    }

    private mutating func play(_ step: Step) {
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
    private func isInUpdate(order: UInt64) -> Bool { snapshot.update.map { order > $0.order } ?? false }

    /// Whether the update in progress emitted the page view with this number.
    private func isInUpdate(sequence: UInt64) -> Bool { snapshot.update.map { sequence > $0.sequence } ?? false }

    private func isCountedBefore(_ component: Component) -> Bool {
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

    private func wasInBackground(_ scene: EngineSnapshot.Scene) -> Bool {
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
    private mutating func count(_ component: Component) {
        guard let page = component.countedAs else { return }
        if component.page != nil, countsByItself(component) || !snapshot.links.isEmpty {
            // A page view by hand would carry a pending link.
            declare(component.id, page, isReady: true, payload: component.payload)
        } else {
            record(component.id, page)
        }
    }

    /// Records a page view by hand. Its number is part of the identity, to which the next page view of the scene refers.
    private mutating func recordByHand(_ page: PageContext, in scene: SceneID, number: UInt64) {
        add(.note("restores the number of a page view recorded by hand", nextPageView: number))
        add(.record(component: nil, scene: names.name(of: scene), page: page, payload: nil))
    }

    /// Opens a deep link from its original page.
    private mutating func open(_ index: Int) {
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
            options.written(
                link.visit.link, in: link.isForAnyScene ? nil : names.name(of: link.visit.scene),
                target: link.target, expires: isDefault ? nil : link.expires.map { $0 - age }))
    }

    // MARK: The second part: lists and order

    /// Restores the last list of each scene, and the order of each `didAppear`.
    private mutating func restoreLists() {
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
    private mutating func reportDidAppear(_ id: ComponentID) {
        progress[id]?.isAppeared = true
        add(id, .didAppear)
    }

    /// States the last list of a scene, and undoes its other effects.
    private mutating func show(_ scene: EngineSnapshot.Scene, inUpdate: Bool) {
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
    private mutating func restoreOrder() {
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

    // MARK: The third part: facts

    private mutating func restoreFacts() {
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

    private mutating func restoreFacts(of component: Component) {
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

    // MARK: Lines

    private mutating func create(_ id: ComponentID, _ declaration: TraceEvent.Declaration) {
        guard let progress = progress[id] else { return }
        // Without a scene, a component is in that of its container.
        let isDefault = progress.scene == snapshot.mainScene && declaration.parent == nil
        let scene = isDefault ? nil : progress.scene.flatMap { names.name(of: $0) }
        add(.create(component: progress.name, scene: scene, declaration))
    }

    private mutating func declare(_ id: ComponentID, _ page: PageContext, isReady: Bool, payload: Payload = Payload()) {
        guard let name = progress[id]?.name else { return }
        var declaration = TraceEvent.Declaration()
        declare(page, isReady, payload, of: id, in: &declaration)
        if declaration != TraceEvent.Declaration() {
            add(.create(component: name, scene: nil, declaration))
        }
    }

    /// Adds what the lines have not declared of a page yet.
    private mutating func declare(
        _ page: PageContext?, _ isReady: Bool, _ payload: Payload, of id: ComponentID,
        in declaration: inout TraceEvent.Declaration
    ) {
        guard let known = progress[id] else { return }
        if page != known.page { declaration.page = page }
        if page != known.page || isReady != known.isReady { declaration.isReady = isReady }
        if isReady, payload != (known.isReady ? known.payload : Payload()) {
            declaration.payload = options.written(payload)
        }
        progress[id]?.page = page
        progress[id]?.isReady = isReady
        progress[id]?.payload = isReady ? payload : Payload()
    }

    /// Plays appearances of a component up to an ordinal. None counts, because the component is not a ready page yet.
    private mutating func play(_ id: ComponentID, until ordinal: UInt32) {
        guard let known = progress[id], ordinal > known.ordinal, ordinal < .max else { return }
        // A page that the lines have declared would be the last page of its scene.
        let closed = known.page == nil ? nil : names.formerSceneName()
        if let closed { add(.component(known.name, .attach, scene: closed)) } else { attach(id) }
        for _ in 0..<min(ordinal - known.ordinal, Self.playedLimit) {
            didAppear(id)
            didDisappear(id)
        }
        progress[id]?.ordinal = ordinal
        if let closed { close(closed, and: id, backTo: known.scene) }
    }

    /// Closes a scene that the engine does not have, and moves a component out of it.
    private mutating func close(_ scene: String, and id: ComponentID, backTo old: SceneID?) {
        add(.scene(scene, .close))
        progress[id]?.scene = nil
        move(id, to: old)
    }

    /// Makes a page of a scene that then closes the engine's last page. So no scene is implied for a link (PV-006).
    private mutating func closeLastScene() {
        let (placeholder, closed) = (names.placeholderName(), names.formerSceneName())
        let page = PageContext(name: PageName(rawValue: closed))
        add(.create(component: placeholder, scene: closed, TraceEvent.Declaration(page: page, isReady: false)))
        add(.component(placeholder, .didAppear, scene: nil))
        add(.scene(closed, .close))
        lastScene = nil
        hasPlaceholder = true
        removePlaceholder()
    }

    private mutating func didAppear(_ id: ComponentID) {
        progress[id]?.ordinal += 1
        reportDidAppear(id)
    }

    private mutating func didDisappear(_ id: ComponentID) {
        progress[id]?.isAppeared = false
        add(id, .didDisappear)
    }

    private mutating func attach(_ id: ComponentID) {
        guard progress[id]?.isAttached == false else { return }
        progress[id]?.isAttached = true
        add(id, .attach)
    }

    private mutating func detach(_ id: ComponentID) {
        guard progress[id]?.isAttached == true else { return }
        progress[id]?.isAttached = false
        add(id, .detach)
    }

    /// Moves a component into a scene and its window.
    private mutating func move(_ id: ComponentID, to scene: SceneID?) {
        guard let known = progress[id], let scene, let name = names.name(of: scene) else { return }
        guard known.scene != scene else { return attach(id) }
        progress[id]?.scene = scene
        progress[id]?.isAttached = true
        add(.component(known.name, .attach, scene: name))
    }

    /// Moves a component into a placeholder container of a level. The engine has no such container.
    private mutating func moveToLevel(_ id: ComponentID, _ level: Int) {
        guard let name = progress[id]?.name else { return }
        let placeholder = names.placeholderName()
        add(.create(component: placeholder, scene: nil, TraceEvent.Declaration(level: level)))
        hasPlaceholder = true
        add(.create(component: name, scene: nil, TraceEvent.Declaration(parent: placeholder)))
    }

    private mutating func removePlaceholder() {
        guard hasPlaceholder else { return }
        hasPlaceholder = false
        _ = names.destroyPlaceholder()
        add(.component(names.placeholderName(), .destroy, scene: nil))
    }

    private mutating func record(_ id: ComponentID, _ page: PageContext) {
        guard let name = progress[id]?.name else { return }
        add(.record(component: name, scene: nil, page: page, payload: nil))
    }

    private mutating func add(_ id: ComponentID, _ event: ComponentEvent) {
        guard let name = progress[id]?.name else { return }
        add(.component(name, event, scene: nil))
    }

    private mutating func add(_ action: TraceEvent.Action) {
        events.append(TraceEvent(time: now, action))
    }
}

extension PendingLink {
    /// Whether a page view of the component could carry the link.
    fileprivate func concerns(_ component: EngineSnapshot.Component) -> Bool {
        isForAnyScene || component.liveScene == visit.scene
    }
}
