import PageViewLifecycle

@testable import PageViewAutomation

/// The whole state of an engine up to renaming: two states with the same key answer every sequence of reports alike,
/// but for numbers that only ever grow.
///
/// What is renamed, and why nothing is lost by it:
/// - numbers in the order of beginnings are replaced by their ranks among the components, and by whether a live
///   appearance began after a deep link came, because that is all they are compared for; those in the order in which
///   scenes came to the front are replaced by their ranks among the scenes;
/// - the members of a scene and of a container are sets, because nothing is told in the order of those lists;
/// - an appearance in a memory (`last…`, the referrer of a link) is what it shows, and whether it is the one that is
///   live now, because its number is only ever compared with that one's;
/// - of the page that was current last, the scene that it makes be meant where none is named: it is asked for that
///   alone, while no page is current, and set anew when none is any more;
/// - generations of places, incarnations and sequence numbers are left out, because only whether they are equal to the
///   present one is ever asked;
/// - of the scenes whose current page is to be published only whether the list of them is right belongs to it: no rule
///   asks for them, and whoever publishes takes all;
/// - which places of scenes are free is left out, because places are renamed; that the free ones are those that nothing
///   is in shows in the key, and so do other traces of wrong books, so that a state with wrong ones is a new state;
/// - times stand still, because no decision depends on them;
/// - places of scenes are replaced by the scenes' numbers.
struct StateKey {
    /// Hashed at once, where an array would hash one byte after the other.
    struct Bytes: Hashable, Sendable {
        fileprivate(set) var array: [UInt8] = []

        func hash(into hasher: inout Hasher) {
            unsafe array.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        }

        func precedes(_ other: Bytes) -> Bool { array.lexicographicallyPrecedes(other.array) }
    }

    private(set) var bytes = Bytes()
    private let model: ModelView
    private let components: [Int]
    private let withMemories: Bool
    private let withFronts: Bool
    private var orders: [UInt64] = []
    private var fronts: [UInt64] = []

    /// The key of a state, with the components taken in this order.
    init(
        _ world: ExploredWorld, scenes: Int, order components: [Int], withMemories: Bool, withFronts: Bool = true
    ) {
        model = world.model
        self.withMemories = withMemories
        self.withFronts = withFronts
        self.components = components
        bytes.array.reserveCapacity(96)
        collectRanks()
        add(model.model.isRunning)
        for scene in 0..<scenes { add(scene: scene) }
        for component in components { add(component: component) }
        addBooks()
        if withFronts { addImpliedScene() }
        guard withMemories else { return }
        add(model.model.lastPage.value { model.model.scenes[$0].last })
        // Whether the scene that it was in is still the same.
        add(!model.model.lastPage.scene.isNone)
        add(model.model.lastCountedPageOfAll())
    }

    /// What is the same in every state whose books are right.
    private mutating func addBooks() {
        let used = model.model.scenePlaces.count { !$0.isNone }
        add(model.model.scenes.count - used - model.model.freeScenePlaces.count)
        add(model.model.currentScene() == nil)
        // Their ranking says no more than when scenes came to the front.
        if withFronts {
            add(rank: model.model.inForeground)
            add(rank: model.model.inBackground)
        }
        add(isSettledRight)
        add(!model.isFinished)
        add(
            model.model.components.indices.contains {
                model[$0].lifetime != .alive && !StateInvariants.isBlank(model[$0])
            })
    }

    /// The ends of a row of scenes.
    private mutating func add(rank: Row) {
        add(scenePlace: rank.first)
        add(scenePlace: rank.last)
    }

    /// A scene by its number.
    private mutating func add(scenePlace place: Place) {
        add(place.isNone ? 255 : Int(model.model.scenes[place].id.index))
    }

    /// Whether as many scenes are in the list of those that are settled as are flagged.
    private var isSettledRight: Bool {
        var count = model.model.scenes.indices.count { model.model.scenes[$0].isSettled }
        var scene = model.model.settled
        while !scene.isNone, count >= 0 {
            count -= 1
            scene = model.model.scenes[scene].nextSettled
        }
        return count == 0
    }

    /// The scene that is meant where none is named; with a current page that follows from the rest.
    private mutating func addImpliedScene() {
        let place = model.model.lastPage.scene
        guard model.model.currentScene() == nil, !place.isNone else { return add(0) }
        add(1 + Int(model.scene(place).id.index))
    }

    private mutating func collectRanks() {
        for component in components where component < model.componentCount {
            if let order = order(of: model[Place(component)]) { orders.append(order) }
        }
        fronts = model.model.scenes.indices.map { model.model.scenes[$0].front }
        orders.sort()
        fronts.sort()
    }

    /// The place that a component has in an order, if it has one.
    private func order(of component: ComponentView) -> UInt64? {
        switch component.presence {
        case .away, .cutOff: nil
        case .passedOver, .held, .live: component.order
        }
    }

    private mutating func add(_ byte: Int) { bytes.array.append(UInt8(truncatingIfNeeded: byte)) }
    private mutating func add(_ flag: Bool) { bytes.array.append(flag ? 1 : 0) }

    private mutating func add(_ number: UInt64, among all: [UInt64]) {
        add(number == 0 ? 0 : 1 + (all.firstIndex(of: number) ?? 254))
    }

    /// A component by its place in the order taken, so that a permutation renames it.
    private mutating func add(place: Place) {
        add(place.isNone ? 255 : components.firstIndex(of: Int(place)) ?? 254)
    }

    private mutating func add(links: Links) {
        add(place: links.previous)
        add(place: links.next)
    }

    private mutating func add(row: Row) {
        add(place: row.first)
        add(place: row.last)
    }

    private mutating func add(_ page: PageContext?) {
        guard let page else { return add(255) }
        add(components.firstIndex { ExploredWorld.page($0) == page } ?? 254)
    }

    private mutating func add(_ id: AppearanceID) {
        let component = Int(id.component.index)
        add(place: Place(component))
        let record = model[Place(component)]
        add(record.id == id.component && record.appearance?.ordinal == id.ordinal)
    }

    private mutating func add(_ page: PageAppearance?) {
        guard let page else { return add(255) }
        add(page.id)
        add(page.page)
        add(Int(page.scene.index))
        add(page.isCounted)
    }

    private mutating func add(_ reference: PageReference?) {
        guard let reference else { return add(255) }
        if let appearance = reference.id.appearance { add(appearance) } else { add(253) }
        add(reference.page)
    }

    private mutating func add(scene number: Int) {
        guard number < model.model.scenePlaces.count, !model.model.scenePlaces[number].isNone else { return add(255) }
        let scene = model.scene(model.model.scenePlaces[number])
        // One of which nothing is known but that it is there is like one that is not, which comes like that.
        if scene.isOpen, scene.isForeground, scene.firstMember.isNone, scene.link == nil,
            !withMemories || (scene.last == nil && scene.lastCounted == nil), !withFronts || scene.front == 0
        {
            return add(255)
        }
        add((scene.isOpen ? 1 : 0) + (scene.isForeground ? 2 : 0) + (scene.isTouched ? 4 : 0))
        if withFronts { add(scene.front, among: fronts) }
        for component in components { add(isMember(Place(component), of: scene)) }
        add(row: scene.live)
        add(row: scene.held)
        add(row: scene.uncovered)
        add(place: scene.current)
        if withFronts {
            add(scenePlace: scene.rank.previous)
            add(scenePlace: scene.rank.next)
        }
        add(place: scene.told)
        add(scene.toldPage)
        add(scene.link != nil)
        guard withMemories else { return }
        add(scene.last)
        add(scene.lastCounted)
        add(scene.link?.visit.value.referrer)
    }

    private mutating func add(component: Int) {
        guard component < model.componentCount, model[Place(component)].lifetime == .alive else {
            // One that was never there, or is gone, comes alike.
            return add(255)
        }
        let record = model[Place(component)]
        add(Int(record.machine.state.rawValue))
        add((record.isAttached ? 1 : 0) + (record.isReady ? 2 : 0))
        add(record.page)
        switch record.presence {
        case .away: add(0)
        case .cutOff: add(1)
        case .passedOver:
            add(2)
            add(record.order, among: orders)
        case .held:
            add(3)
            add(record.order, among: orders)
        case .live:
            add(4)
            add(record.order, among: orders)
            add(model.model.scenes[record.scene].link.map { record.order > $0.order } ?? false)
            add(record.appearance?.sawWillDisappear ?? false)
            add(record.countedAs)
        }
        let scene = record.scene.isNone ? 255 : Int(model.model.scenes[record.scene].id.index)
        add(scene)
        add(isLinkedBack(Place(component), record))
        add(links: record.row)
        add(links: record.uncovered)
        add(place: record.parent)
        for component in components { add(isChild(Place(component), of: record)) }
        add(record.livePagesBelow)
    }

    /// Whether the lists that are sets here lead back to where they came from.
    private func isLinkedBack(_ place: Place, _ record: ComponentView) -> Bool {
        let next = (record.member.next, record.sibling.next)
        let previous = (record.member.previous, record.sibling.previous)
        return (next.0.isNone || model[next.0].member.previous == place)
            && (next.1.isNone || model[next.1].sibling.previous == place)
            && (previous.0.isNone || model[previous.0].member.next == place)
            && (previous.1.isNone || model[previous.1].sibling.next == place)
    }

    private func isMember(_ place: Place, of scene: SceneRecord) -> Bool {
        var member = scene.firstMember
        while !member.isNone, member != place { member = model[member].member.next }
        return !member.isNone
    }

    private func isChild(_ place: Place, of container: ComponentView) -> Bool {
        var child = container.firstChild
        while !child.isNone, child != place { child = model[child].sibling.next }
        return !child.isNone
    }
}
