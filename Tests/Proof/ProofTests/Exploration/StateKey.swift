import PageViewLifecycle

@testable import PageViewAutomation

/// The whole state of an engine, up to renaming.
///
/// Two states with the same key give the same answers to every sequence of inputs, except for numbers that only grow, and for
/// references to the past. The key replaces or omits these facts, for these reasons:
/// - **Orders and ages** become ranks among those that the rules compare: ages of live appearances; beginnings and deep links;
///   `didAppear`s that have not been withdrawn; first mentions of scenes.
/// - **The last number before an update** becomes whether each live appearance was counted before it.
/// - **Times** become whether a return is late enough for the policy and whether a link still waits, judged at the next step.
///   Durations are omitted: the rules only add to them, and `StepInvariants` checks each addition.
/// - **Indices of scenes** become their numbers. Free indices are omitted.
/// - **Generations, ordinals and sequence numbers** are omitted, because they are only compared with the present ones.
/// - **Last pages, last counted pages, payloads, notifiers and referrers** are omitted, because no decision depends on them.
/// - **Parts of a container and live pages of a scene** follow from the components; `StateInvariants` checks that.
/// - **The queues of a decision** are empty between two steps, or marked in their elements; `StateInvariants` checks that.
struct StateKey: Hashable, Sendable {
    /// The stored properties that the key reads, and those that it omits for the reasons above.
    static let properties: [(type: any Sendable, read: String, omitted: String)] = [
        (
            Rules(policy: .standard, mainScene: Alphabet.scene(0)),
            """
            isRunning updateDepth before components scenes sceneIndices sceneOrder lastScene hasLevels acts destroyed \
            detached hasMoved
            """,
            """
            policy mainScene clock outbox wanted hasNewCurrentPage latest isTimeKnown sequence orderCount freeScenes lastPage \
            lastCounted changed changedScenes withdrawn cancelled freed stopCount hasBegunShown ending counting beginning \
            hadLink examined showCount
            """
        ),
        (
            Component(ComponentID(index: 0, generation: 0, issuer: 1, tag: 0), in: 0),
            """
            lifetime isChanged machine isAttached hasAppeared hasReported isVoid scene parent isExclusive selection level page \
            isReady appearedOrder hasBegun listing mutedScene liveScene appearance countedAs
            """, "id parts payload notifier appearanceCount isHidden"
        ),
        (
            Appearance(),
            "beganAt order age beganByReturn countedSequence wasRenamed sawWillDisappear",
            "backgroundBefore currentNanoseconds"
        ),
        (
            Scene(Alphabet.scene(0), mention: 0),
            "id mention isOpen isForeground entries shown backgroundSince returnedAfter current hasEndedCurrent isChanged reported link",
            "memberCount hasBegunShown live backgroundTotal currentSince lastPage lastCounted"
        ),
        (
            PendingLink(
                DeepLinkVisit(link: DeepLink(url: ""), scene: Alphabet.scene(0)), isForAnyScene: false, order: 0,
                target: nil, expires: nil),
            "isForAnyScene order target expires", "visit"
        ),
    ]

    private var bytes: [UInt8] = []

    func hash(into hasher: inout Hasher) { unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) } }

    init(_ world: ExploredWorld) {
        let (rules, next) = (world.rules, Timestamp(nanoseconds: world.now.nanoseconds + 1))
        let live = rules.components.compactMap(\.live)
        func number(_ scene: Int?) -> Int { scene.map { Int(rules.scenes[$0].id.index) } ?? -1 }

        add(rules.isRunning, rules.hasLevels, rules.hasMoved)
        add(rules.updateDepth, number(rules.lastScene))
        for scene in rules.sceneOrder { add(number(scene)) }
        for act in rules.acts {
            switch act {
            case .focus(let id): add(1, rules.components.slot(of: id) ?? -1)
            case .active(let scene): add(2, number(scene))
            case .order(let scene): add(3, number(scene))
            }
        }
        add(-2)
        let minimum = rules.policy.foreground.minimumNanoseconds ?? .max
        for index in rules.sceneIndices {
            guard let index else { add(-1); continue }
            let scene = rules.scenes[index]
            let isLongAway = !scene.isForeground && next.nanoseconds(since: scene.backgroundSince) >= minimum
            add(scene.isOpen, scene.isForeground, scene.hasEndedCurrent, scene.isChanged, isLongAway)
            add(rules.sceneOrder.count { rules.scenes[$0].mention < scene.mention }, scene.current ?? -1)
            add(scene.returnedAfter.map { $0 >= minimum ? 1 : 0 } ?? -1, scene.reported?.component ?? -1)
            add(scene.reported?.page)
            for entry in scene.entries { if let slot = rules.components.slot(of: entry) { add(slot) } }
            add(-2)
            for (id, listing) in scene.shown {
                if let slot = rules.components.slot(of: id), rules.components[slot].listing == listing { add(slot) }
            }
            add(-2)
            guard let link = scene.link else { add(-1); continue }
            add(link.target == nil ? 0 : 1)
            add(link.isForAnyScene, link.waits(at: next))
            for appearance in live { add(appearance.order > link.order, link.waits(at: appearance.beganAt)) }
        }
        for (slot, component) in rules.components.enumerated() {
            guard component.lifetime == .alive || rules.destroyed.contains(slot) else { add(-1); continue }
            let isAppeared = component.machine.isAppeared
            add(component.isAttached, component.hasAppeared, component.hasReported, component.isVoid, isAppeared)
            add(component.isReady, component.isMuted, component.isExclusive, component.isChanged)
            add(isAppeared && component.hasBegun, component.lifetime == .alive, rules.detached.contains(slot))
            add(
                Int(component.machine.state.rawValue), number(component.scene), component.parent ?? -1,
                component.level ?? -1, number(component.mutedScene))
            switch component.selection {
            case .none: add(-1)
            case .empty: add(-2)
            case .part(let part): add(part)
            }
            add(component.page)
            let others = isAppeared ? rules.components.filter(\.machine.isAppeared) : []
            add(others.count { $0.appearedOrder < component.appearedOrder })
            guard let appearance = component.live else { add(-1); continue }
            add(
                number(component.liveScene), live.count { $0.age < appearance.age },
                live.count { $0.order < appearance.order })
            let isOld = appearance.order <= rules.before.order && appearance.countedSequence <= rules.before.sequence
            add(
                appearance.beganByReturn, appearance.wasRenamed, appearance.sawWillDisappear,
                rules.updateDepth > 0 && isOld)
            add(component.countedAs)
        }
    }

    private mutating func add(_ numbers: Int...) { bytes += numbers.map { UInt8(truncatingIfNeeded: $0) } }

    private mutating func add(_ flags: Bool...) { bytes.append(flags.reduce(0) { $0 << 1 | ($1 ? 1 : 0) }) }

    /// The names of the pages are one letter.
    private mutating func add(_ page: PageContext?) { bytes.append(page?.name.rawValue.utf8.first ?? 0) }
}
