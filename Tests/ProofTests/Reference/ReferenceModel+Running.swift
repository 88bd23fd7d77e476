import PageViewAutomation

/// ORD-005: stop and start.
extension ReferenceModel {
    mutating func stop() -> [ReferenceRecord] {
        // Reading: a stop of a stopped engine and a start of a running engine have no effect.
        guard isRunning else { return [] }
        let records = report { model in
            let (visible, held) = (model.visible(), model.held())
            model.endAll()
            // The stopped engine still follows the components: visible ones stay visible, and held ones stay held.
            for place in visible { model.components[place].stay = .passedOver }
            for place in held { model.components[place].stay = .held }
            for scene in model.scenes.keys { model.scenes[scene]?.link = nil }
        }
        isRunning = false
        return records
    }

    mutating func start(countingVisible isCountingVisible: Bool) -> [ReferenceRecord] {
        guard !isRunning else { return [] }
        isRunning = true
        return report { model in
            // Reading: on request, a start begins the visible components in the order in which they began before the
            // stop or became visible since. Components in the background begin when they return to the foreground.
            guard isCountingVisible else { return }
            for place in model.visible() {
                model.components[place].stay = .held
                model.beginIfVisible(place, .appeared)
            }
        }
    }

    /// Ends all live and held components, in the order of ORD-002.
    mutating func endAll() {
        for place in visible().reversed() + held().reversed() { end(place) }
    }
}
