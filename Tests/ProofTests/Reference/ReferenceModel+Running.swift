import PageViewAutomation

/// ORD-005: stop and start.
extension ReferenceModel {
    mutating func stop() -> [ReferenceRecord] {
        // Reading: to stop what is stopped, and to start what runs, is nothing.
        guard isRunning else { return [] }
        let records = report { model in
            let (visible, held) = (model.visible(), model.held())
            model.endAll()
            // It still follows what is shown: what was before the user still is, and what was held still is.
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
            // Reading: what the start is asked to count begins in the order in which it began before the stop and, where
            // it did not, became visible; what is in the background by now, when it can be seen.
            guard isCountingVisible else { return }
            for place in model.visible() {
                model.components[place].stay = .held
                model.beginIfVisible(place, .appeared)
            }
        }
    }

    /// Ends all there is, in the order of ORD-002.
    mutating func endAll() {
        for place in visible().reversed() + held().reversed() { end(place) }
    }
}
