import PageViewAutomation

/// ORD-005: stop and start.
extension ReferenceModel {
    mutating func stop() -> [ReferenceRecord] {
        // Reading: a stop of a stopped engine and a start of a running engine have no effect.
        updateDepth = 0
        guard isRunning else { return [] }
        records = []
        voidDetached(components.indices.filter { components[$0].live != nil })
        let passedOver = components.indices.map { place in
            let component = components[place]
            return isShown(place) && component.appearance?.scene == component.scene ? component.appearance : nil
        }
        // A held `didAppear` has one outcome (PV-007).
        let held = components.indices.filter { components[$0].isHeld }
        endAll()
        isRunning = false
        for place in held { components[place].hasLed = true }
        // The stopped engine still follows the components: visible ones stay visible, and held ones stay held.
        for place in components.indices {
            components[place].appearance = passedOver[place]
            components[place].appearance?.isPassedOver = true
        }
        for scene in scenes.keys { scenes[scene]?.link = nil }
        decide(Decision())
        return records
    }

    mutating func start(countingVisible isCountingVisible: Bool) -> [ReferenceRecord] {
        guard !isRunning else { return [] }
        isRunning = true
        records = []
        // Components in the background begin when they return to the foreground.
        if isCountingVisible {
            for place in components.indices { components[place].appearance = nil }
        }
        if updateDepth == 0 {
            prepare()
            decide(Decision())
        }
        return records
    }

    /// Ends all live and held components, in the order of ORD-002, and an update (AP-015).
    mutating func endAll() {
        updateDepth = 0
        prepare()
        before = (current, foremostPlace)
        end(Array(components.indices), held: components.indices.filter { components[$0].isHeld })
        decideCurrentPages()
        emitChanges()
    }
}
