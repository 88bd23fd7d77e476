import PageViewAutomation

/// Returns the next state and the anomaly of a report, after the table of LC-002. Rows that change nothing are the
/// default.
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

    // `unexpectedDidDisappear` is no diagnostic of the engine, because AP-005 has rules of its own.
    default: (state, nil)
    }
}

extension ReferenceModel {
    /// Changes the state of a component, and returns the anomaly of the report.
    mutating func transit(_ place: Int, _ event: ComponentEvent) -> Diagnostic.Kind? {
        let (next, anomaly) = referenceTransition(components[place].state, event)
        components[place].state = next
        return anomaly
    }
}
