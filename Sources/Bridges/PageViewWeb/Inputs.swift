// The inputs that JavaScript reports.

import PageViewAutomation
import PageViewLifecycle

extension WebEngine {
    /// The inputs after the events of components and scenes. A raw value counts from `create`; the number of the input is
    /// larger by `firstAfterEvents` (see `numbers.js`).
    enum InputAfterEvents: UInt32 {
        case create
        /// Declares properties of a component that exists.
        case declare
        /// Adds an entry to the list of the next `show`.
        case entry
        case attach, move, pending, ready
        case show, begin, commit, record, interaction, deepLink, discardDeepLink, start, stop, note

        /// Whether the input needs no component.
        var needsNoComponent: Bool { rawValue >= Self.show.rawValue }
    }

    /// Applies an input; see the exported function `apply`. If it throws, nothing has been applied.
    mutating func apply(
        _ number: UInt32, _ componentNumber: Double, _ sceneNumber: Double, _ parentNumber: Double, _ address: UInt32,
        _ flags: InputFlags, time milliseconds: Double
    ) throws(CallError) {
        removeWrittenRecords()
        let time = try time(milliseconds, flags)
        let scene = try scene(sceneNumber)
        (output.result, output.newPayload, output.releasedPayload) = (0, 0, 0)
        // No component holds the payload of a call, so JavaScript forgets it.
        output.secondReleasedPayload = Payload.ofCall.number
        // names: inputs
        let (firstScene, firstAfterEvents): (UInt32, UInt32) = (10, 15)
        // end of names
        if let event = ComponentEvent(rawValue: UInt8(truncatingIfNeeded: number)), number < firstScene {
            let component = try component(componentNumber)
            rules.apply(event, to: component, at: time)
            if rules.hasFreed { freeDestroyed() }
            if event == .destroy { releasePayloads(of: component) }
            return
        }
        if number < firstAfterEvents {
            guard let scene else { throw .scene }
            guard let event = SceneEvent(rawValue: UInt8(truncatingIfNeeded: number - firstScene)) else { return }
            return apply(.scene(scene, event), time)
        }
        guard let input = InputAfterEvents(rawValue: number - firstAfterEvents) else { return }
        let page = page(address)
        // A note has no parent: this parameter then holds the number of the next page view.
        let parent = parentNumber == 0 || input == .note ? nil : try component(parentNumber, .parent)
        if input.needsNoComponent {
            let component = componentNumber == 0 ? nil : try component(componentNumber)
            output.newPayload = Payload.ofCall.number
            return try apply(input, to: scene, component, page, flags, number: parentNumber, time)
        }
        let component = try input == .create ? makeComponent() : component(componentNumber)
        let payload = flags.contains(.payload) ? newPayload(for: component) : nil
        let isReady = flags.choice(.ready, .pending)
        let level = flags.contains(.level) ? Int(output.level) : nil
        switch input {
        case .create, .declare:
            let declaration = Rules.Input.Declaration(
                page: page, payload: payload, isReady: isReady, parent: parent,
                isAttached: flags.choice(.attached, .detached), isExclusive: flags.choice(.exclusive, .inclusive),
                level: level)
            apply(.create(component: component, scene: scene, declaration), time)
            if input == .create {
                output.result = Handle.number(of: component)
                if flags.contains(.text) { makeNameUnique() }
            }
        case .entry:
            entries.append(
                Rules.Input.ShownEntry(
                    component: component, page: page, payload: payload, isReady: isReady, parent: parent,
                    isVisible: !flags.contains(.detached), level: level))
            output.newPayload = payload?.number ?? 0
            return
        case .attach:
            guard let scene else { throw .scene }
            apply(.component(component, .attach, scene: scene), time)
        case .move:
            apply(.move(component, into: parent), time)
        case .pending:
            apply(.pending(component: component, scene: nil, page: page), time)
        case .ready:
            apply(.ready(component: component, scene: nil, page: page, payload: payload), time)
        case .show, .begin, .commit, .record, .interaction, .deepLink, .discardDeepLink, .start, .stop, .note: break
        }
        output.newPayload = payload?.number ?? 0
        releasePayloads(of: component)
    }

    /// Applies an input that concerns a scene or the engine, perhaps with a component.
    private mutating func apply(
        _ input: InputAfterEvents, to scene: SceneID?, _ component: ComponentID?, _ page: PageContext?,
        _ flags: InputFlags,
        number: Double, _ time: Timestamp
    ) throws(CallError) {
        switch input {
        case .show:
            apply(.show(scene: scene, entries), time)
            entries = []
        case .begin:
            apply(.begin, time)
        case .commit:
            apply(.commit, time)
        case .record:
            let payload = flags.contains(.payload) ? Payload.ofCall : nil
            apply(.record(component: component, scene: scene, page: page, payload: payload), time)
        case .interaction:
            // The name and the properties stay in JavaScript.
            apply(.interaction(name: "", scene: scene, properties: nil, component: component), time)
        case .deepLink:
            let (url, source) = readTexts()
            rules.begin(at: time, about: nil)
            let referrer = rules.handle(
                DeepLink(url: url, source: source), in: scene, target: page?.name.rawValue,
                expires: flags.contains(.expires) ? output.expires : nil)
            rules.decide()
            write(referrer: referrer)
        case .discardDeepLink:
            apply(.discardDeepLink(scene: scene), time)
        case .start:
            apply(.start(countingVisible: flags.contains(.attached)), time)
        case .stop:
            apply(.stop, time)
        case .create, .declare, .entry, .attach, .move, .pending, .ready: break
        case .note:
            guard number == 0 || Handle.bits(number) != nil else { throw .nextPageView }
            apply(.note("", nextPageView: number == 0 ? nil : UInt64(number)), time)
        }
    }

    @inline(never)
    private mutating func apply(_ input: Rules.Input, _ time: Timestamp) {
        rules.apply(input, at: time)
        if rules.hasFreed { freeDestroyed() }
    }

    /// Returns the time of an input, and writes it to the output.
    private mutating func time(_ milliseconds: Double, _ flags: InputFlags) throws(CallError) -> Timestamp {
        if !flags.contains(.exactTime) {
            let nanoseconds = (milliseconds * 1e6).rounded(.toNearestOrEven)
            // A larger time does not fit into 64 bits. NaN is an error, too.
            guard nanoseconds.magnitude <= 9.2e18 else { throw .time }
            output.inputTime = Int64(nanoseconds)
        }
        if flags.contains(.clock) { output.inputTime = max(output.inputTime, rules.latest?.nanoseconds ?? .min) }
        return Timestamp(nanoseconds: output.inputTime)
    }
}

extension InputFlags {
    /// Returns whether the first flag is set; `nil` if neither is.
    fileprivate func choice(_ first: InputFlags, _ second: InputFlags) -> Bool? {
        contains(first) ? true : contains(second) ? false : nil
    }
}
