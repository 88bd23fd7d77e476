import PageViewAutomation

/// The rows of the table of LC-002 in which the state changes or the report is an anomaly; in all others neither.
func referenceTransition(
    _ state: LifecycleState, _ event: ComponentEvent
) -> (next: LifecycleState, anomaly: Diagnostic.Kind?) {
    switch (state, event) {
    case (.disappeared, .willAppear): (.appearing, nil)
    case (.disappeared, .didAppear): (.appeared, nil)
    case (.disappeared, .willDisappear): (.disappeared, .unexpectedWillDisappear)

    case (.appearing, .willAppear): (.appearing, .unexpectedWillAppear)
    case (.appearing, .didAppear): (.appeared, nil)
    case (.appearing, .willDisappear): (.disappearing, nil)
    case (.appearing, .didDisappear), (.appearing, .detach), (.appearing, .destroy): (.disappeared, nil)

    case (.appeared, .willAppear): (.appeared, .unexpectedWillAppear)
    case (.appeared, .didAppear): (.appeared, .duplicateDidAppear)
    case (.appeared, .willDisappear): (.disappearing, nil)
    case (.appeared, .didDisappear), (.appeared, .detach), (.appeared, .destroy): (.disappeared, nil)

    case (.disappearing, .willAppear): (.appearing, nil)
    case (.disappearing, .didAppear): (.appeared, nil)
    case (.disappearing, .willDisappear): (.disappearing, .unexpectedWillDisappear)
    case (.disappearing, .didDisappear), (.disappearing, .detach), (.disappearing, .destroy): (.disappeared, nil)

    // `unexpectedDidDisappear` is no diagnostic of the engine: AP-005 has rules of its own.
    default: (state, nil)
    }
}

extension ReferenceModel {
    /// Moves a component's state; the anomaly, if the report was one.
    mutating func transit(_ place: Int, _ event: ComponentEvent) -> Diagnostic.Kind? {
        let (next, anomaly) = referenceTransition(components[place].state, event)
        components[place].state = next
        return anomaly
    }
}
