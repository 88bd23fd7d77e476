/// The memory through which records and answers pass to JavaScript. `engine.js` reads it by offset.
struct Output {
    // Bytes 0 to 31: nanoseconds.
    var time: Int64 = 0
    var appearedAt: Int64 = 0
    var foreground: Int64 = 0
    var background: Int64 = 0
    // Bytes 32 to 87: numbers that are exact as floating-point numbers.
    var component = 0.0
    var scene = 0.0
    var sequence = 0.0
    /// The appearance, or the page view by hand, of the record.
    var id = Identity()
    var previousID = Identity()
    // Bytes 80 to 95.
    var referrerID = Identity()
    // Bytes 96 to 127: addresses and small numbers.
    var page: UInt32 = 0
    var previousPage: UInt32 = 0
    var referrerPage: UInt32 = 0
    /// The number of a payload.
    var payload: Int32 = 0
    /// The ordinal of a cause, an outcome or a diagnostic; whether a page is counted.
    var kind: Int32 = 0
    /// The lengths of the texts in the text buffer; -1 for a text that is missing.
    var textLength: Int32 = -1
    var secondTextLength: Int32 = -1
    /// The number of the payload that an input has set, and of the one that its component holds afterwards.
    var newPayload: Int32 = 0
    var heldPayload: Int32 = 0

    /// The identity of an appearance: its component and its ordinal. For a page view by hand: 0 and its number.
    struct Identity {
        var component = 0.0
        var number = 0.0
    }
}

extension WebEngine {
    /// Removes the record that was written last.
    mutating func removeShownRecord() {
        if isShowingRecord { model.records.removeFirst() }
        isShowingRecord = false
    }

    /// Writes the next record, which remains until the next call.
    ///
    /// - Returns: The bit of the record's kind; 0 if there is none.
    mutating func nextRecord() -> Int32 {
        removeShownRecord()
        guard !model.records.isEmpty else { return 0 }
        isShowingRecord = true
        switch model.records[0] {
        case .pageView(let view): write(view)
        case .pageLeave(let leave): write(leave)
        case .interaction(let interaction): write(interaction)
        case .deepLink(let visit): write(visit)
        case .currentPage(let change):
            output.time = change.time.nanoseconds
            output.scene = Handle.number(of: change.scene)
            write(change.page)
        case .diagnostic(let diagnostic):
            output.time = diagnostic.time.nanoseconds
            output.component = diagnostic.component.map { Handle.number(of: $0) } ?? 0
            output.kind = diagnostic.kind.ordinal
        }
        return Int32(model.records[0].kind.rawValue)
    }

    private func identity(_ id: PageViewID) -> Output.Identity {
        switch id {
        case .appearance(let id): .init(component: Handle.number(of: id.component), number: Double(id.ordinal))
        case .manual(let number): .init(component: 0, number: Double(number))
        }
    }

    private mutating func write(_ view: PageView) {
        output.time = view.countedAt.nanoseconds
        output.appearedAt = view.appearedAt?.nanoseconds ?? 0
        output.scene = Handle.number(of: view.scene)
        output.sequence = Double(view.sequence)
        output.id = identity(view.id)
        output.page = address(of: view.page)
        output.payload = view.payload.number
        output.kind = view.cause.ordinal
        output.previousPage = 0
        if let previous = view.previous {
            output.previousID = identity(previous.id)
            output.previousPage = address(of: previous.page)
        }
        output.textLength = -1
        if let visit = view.deepLink { writeLink(visit) }
    }

    private mutating func write(_ leave: PageLeave) {
        output.time = leave.endedAt.nanoseconds
        output.foreground = leave.foregroundNanoseconds
        output.background = leave.backgroundNanoseconds
        output.component = Handle.number(of: leave.component)
        output.scene = Handle.number(of: leave.scene)
        output.id = leave.id.map { identity(.appearance($0)) } ?? Output.Identity()
        output.page = address(of: leave.page)
        output.kind = leave.outcome.ordinal
    }

    private mutating func write(_ interaction: Interaction) {
        output.time = interaction.time.nanoseconds
        output.scene = Handle.number(of: interaction.scene)
        write(interaction.page)
    }

    private mutating func write(_ visit: DeepLinkVisit) {
        output.time = visit.time.nanoseconds
        output.scene = Handle.number(of: visit.scene)
        writeLink(visit)
    }

    private mutating func writeLink(_ visit: DeepLinkVisit) {
        (output.textLength, output.secondTextLength) = write(visit.link.url, visit.link.source)
        write(referrer: visit.referrer)
    }

    mutating func write(referrer: PageReference?) {
        output.referrerPage = 0
        guard let referrer else { return }
        output.referrerID = identity(referrer.id)
        output.referrerPage = address(of: referrer.page)
    }

    /// Writes an appearance of a page; `nil` as a page with the address 0.
    mutating func write(_ appearance: PageAppearance?) {
        output.page = 0
        guard let appearance else { return }
        output.component = Handle.number(of: appearance.component)
        output.id = identity(.appearance(appearance.id))
        output.scene = Handle.number(of: appearance.scene)
        output.page = address(of: appearance.page)
        output.kind = appearance.isCounted ? 1 : 0
        output.appearedAt = appearance.beganAt.nanoseconds
    }

    /// Writes a counted page; `nil` as a page with the address 0.
    mutating func write(_ reference: PageReference?) {
        output.page = 0
        guard let reference else { return }
        output.id = identity(reference.id)
        output.page = address(of: reference.page)
    }
}

// Answers to queries, about a scene or the engine.
extension WebEngine {
    mutating func writeCurrentPage(in scene: SceneID?) {
        if let scene { write(model.currentPage(in: scene)) } else { write(model.currentPage()) }
    }

    mutating func writeLastPage(in scene: SceneID?) {
        if let scene { write(model.lastPage(in: scene)) } else { write(model.lastPageOfAll()) }
    }

    mutating func writeLastCountedPage(in scene: SceneID?) {
        if let scene { write(model.lastCountedPage(in: scene)) } else { write(model.lastCountedPageOfAll()) }
    }
}

// The positions in `allCases`. A search for them would need the comparison of strings.

extension PageView.Cause {
    var ordinal: Int32 {
        switch self {
        case .appeared: 0
        case .ready: 1
        case .attached: 2
        case .foregrounded: 3
        case .revealed: 4
        case .manual: 5
        }
    }
}

extension PageLeave.Outcome {
    var ordinal: Int32 {
        switch self {
        case .counted: 0
        case .neverReady: 1
        case .neverVisible: 2
        }
    }
}

extension Diagnostic.Kind {
    var ordinal: Int32 {
        switch self {
        case .duplicateDidAppear: 0
        case .didDisappearWithoutAppear: 1
        case .unexpectedWillAppear: 2
        case .unexpectedWillDisappear: 3
        case .eventAfterDestroy: 4
        case .timeWentBack: 5
        case .emptyPageName: 6
        case .recordWithoutPage: 7
        case .sharedNotifier: 8
        case .computedNotifier: 9
        case .replacedNotifier: 10
        case .renamedWhileCounted: 11
        case .parentCycle: 12
        case .foreignIdentity: 13
        }
    }
}

extension WebEngine {
    /// Writes the name of a cause, an outcome or a diagnostic to the text buffer, by the bit of its record and its ordinal.
    mutating func writeName(_ kind: Int32, _ ordinal: Int) {
        let name: String =
            switch EngineRecord.Kinds(rawValue: UInt8(truncatingIfNeeded: kind)) {
            case .pageViews where PageView.Cause.allCases.indices.contains(ordinal):
                PageView.Cause.allCases[ordinal].rawValue
            case .pageLeaves where PageLeave.Outcome.allCases.indices.contains(ordinal):
                PageLeave.Outcome.allCases[ordinal].rawValue
            case .diagnostics where Diagnostic.Kind.allCases.indices.contains(ordinal):
                Diagnostic.Kind.allCases[ordinal].rawValue
            default: ""
            }
        (output.textLength, output.secondTextLength) = write(name, nil)
    }
}
