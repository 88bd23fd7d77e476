// The inputs that JavaScript reports.

extension WebEngine {
    /// The numbers of the inputs; see `numbers.js`. The numbers 0 to 6 are the events of components, 7 to 11 those of scenes.
    enum InputNumber: UInt32 {
        case create = 12
        case move, pending, ready, record, interaction, deepLink, discardDeepLink, start, stop, note
        /// Restores the last page view of an earlier engine.
        case restore
        /// Declares properties of a component that exists.
        case declare
        case attach
    }

    /// Applies an input; see the exported function `apply`. If it throws, nothing has been applied.
    @inline(__always)
    mutating func apply(
        _ number: UInt32, _ componentNumber: Double, _ sceneNumber: Double, _ parentNumber: Double, _ address: UInt32,
        _ flags: InputFlags, time milliseconds: Double
    ) throws(CallError) {
        removeShownRecord()
        let time = try time(milliseconds, flags)
        let scene = try scene(sceneNumber)
        (output.result, output.newPayload) = (0, 0)
        (output.releasedPayload, output.secondReleasedPayload) = (0, Payload.ofCall.number)
        if number < 7, let event = ComponentEvent(rawValue: UInt8(number)) {
            let component = try component(componentNumber)
            rules.apply(event, to: component, at: time)
            if rules.hasFreed { freeDestroyed() }
            if event == .destroy { writePayloads(Payload(), of: component) }
            return
        }
        if number < 12, let event = SceneEvent(rawValue: UInt8(number - 7)) {
            guard let scene else { throw .scene }
            return apply(.scene(scene, event), time)
        }
        guard let input = InputNumber(rawValue: number) else { return }
        let page = page(address)
        switch input {
        case .create, .declare:
            let parent = parentNumber == 0 ? nil : try component(parentNumber, .parent)
            let component = input == .create ? try makeComponent() : try component(componentNumber)
            var declaration = Rules.Input.Declaration(page: page, parent: parent)
            if !flags.isDisjoint(with: [.attached, .detached]) { declaration.isAttached = flags.contains(.attached) }
            if !flags.isDisjoint(with: [.ready, .pending]) { declaration.isReady = flags.contains(.ready) }
            let payload = newPayload(for: component)
            if flags.contains(.payload) { declaration.payload = payload }
            apply(.create(component: component, scene: scene, declaration), time)
            if input == .create {
                output.result = Handle.number(of: component)
                if flags.contains(.text) { makeNameUnique() }
            }
            writePayloads(payload, of: component)
        case .attach:
            guard let scene else { throw .scene }
            let component = try component(componentNumber)
            apply(.component(component, .attach, scene: scene), time)
        case .move:
            let component = try component(componentNumber)
            let parent = parentNumber == 0 ? nil : try self.component(parentNumber, .parent)
            apply(.move(component, into: parent), time)
        case .pending:
            let component = try component(componentNumber)
            apply(.pending(component: component, scene: nil, page: page), time)
            writePayloads(Payload(), of: component)
        case .ready:
            let component = try component(componentNumber)
            let payload = flags.contains(.payload) ? newPayload(for: component) : Payload()
            apply(.ready(component: component, scene: nil, page: page, payload: payload), time)
            writePayloads(payload, of: component)
        case .record:
            let component = componentNumber == 0 ? nil : try component(componentNumber)
            let payload = flags.contains(.payload) ? Payload.ofCall : nil
            output.newPayload = Payload.ofCall.number
            apply(.record(component: component, scene: scene, page: page, payload: payload), time)
        case .interaction:
            // The name and the properties stay in JavaScript.
            output.newPayload = Payload.ofCall.number
            apply(.interaction(name: "", scene: scene, properties: nil), time)
        case .deepLink:
            let (url, source) = readTexts()
            apply(.deepLink(url: url, scene: scene, source: source), time)
        case .discardDeepLink:
            apply(.discardDeepLink(scene: scene), time)
        case .start:
            apply(.start(countingVisible: flags.contains(.attached)), time)
        case .stop:
            apply(.stop, time)
        case .note:
            let number = parentNumber == 0 ? nil : try nextPageView(parentNumber)
            apply(.note("", nextPageView: number), time)
        case .restore:
            try restore(page, appearances: componentNumber, nextPageView: nextPageView(parentNumber), time)
        }
    }

    /// Applies an input at a time.
    @inline(never)
    private mutating func apply(_ input: Rules.Input, _ time: Timestamp) {
        rules.apply(input, at: time)
    }

    /// Restores the last page view of an earlier engine: a component appears and disappears. No receiver gets a record of it.
    ///
    /// The identity of a page view contains the number of the appearance. So the component appears that many times, at most 99.
    private mutating func restore(
        _ page: PageContext?, appearances: Double, nextPageView: UInt64, _ time: Timestamp
    ) throws(CallError) {
        guard let page, !page.name.rawValue.isBlank else { throw .page }
        // The text is the identity of the page view: the name of its component, a slash and the number of the appearance.
        var length = Int(output.textLength) - 1
        while unsafe length >= 0 && text[length] != UInt8(ascii: "/") { length -= 1 }
        guard length >= 0, Handle.bits(appearances) != nil else { throw .id }
        output.textLength = Int32(length)
        let component = try makeComponent()
        output.result = Handle.number(of: component)
        makeNameUnique()
        apply(.create(component: component, scene: nil, Rules.Input.Declaration(page: page)), time)
        var count = min(appearances, 99)
        while count > 0 {
            apply(.component(component, .didAppear, scene: nil), time)
            apply(.component(component, .didDisappear, scene: nil), time)
            count -= 1
        }
        apply(.component(component, .destroy, scene: nil), time)
        freeDestroyed()
        apply(.note("", nextPageView: nextPageView), time)
        rules.outbox = []
    }

    private func nextPageView(_ number: Double) throws(CallError) -> UInt64 {
        guard let bits = Handle.bits(number) else { throw .nextPageView }
        return bits + 1
    }

    /// Returns the time of an input, and writes it to the output.
    private mutating func time(_ milliseconds: Double, _ flags: InputFlags) throws(CallError) -> Timestamp {
        if !flags.contains(.exactTime) {
            let nanoseconds = (milliseconds * 1e6).rounded(.toNearestOrEven)
            // A larger time does not fit into 64 bits. NaN is an error, too.
            guard nanoseconds.magnitude <= 9.2e18 else { throw .time }
            output.inputTime = Int64(nanoseconds)
            if flags.contains(.clock) { output.inputTime = max(output.inputTime, rules.latest?.nanoseconds ?? .min) }
        }
        return Timestamp(nanoseconds: output.inputTime)
    }

    /// Writes the number of an input's payload, and the numbers of the payloads that its component no longer holds.
    private mutating func writePayloads(_ payload: Payload, of component: ComponentID) {
        output.newPayload = payload.number
        let (first, second) = payloads(of: component)
        let held = heldPayload(of: component)
        output.releasedPayload = held == first ? 0 : first
        output.secondReleasedPayload = held == second ? 0 : second
    }
}
