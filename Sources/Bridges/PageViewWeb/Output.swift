import PageViewAutomation
import PageViewLifecycle

/// The memory through which records and answers pass to JavaScript. `numbers.js` contains the offsets of its fields.
struct Output {
    // Bytes 0 to 95.
    var time = Time()
    var appearedAt = Time()
    var foreground = Time()
    var background = Time()
    /// The time as the current page.
    var current = Time()
    /// The time of an input in nanoseconds. JavaScript writes it if the caller gave a `bigint`; see `InputFlags.exactTime`.
    var inputTime: Int64 = 0
    /// How long a link waits, in nanoseconds. JavaScript writes it; see `InputFlags.expires`.
    var expires: Int64 = 0
    // Bytes 96 to 175: whole numbers up to 2⁵³, which floating-point numbers express exactly.
    /// The component that an input has created; 0 for none.
    var result = 0.0
    var component = 0.0
    var scene = 0.0
    var sequence = 0.0
    /// The appearance, or the page view by hand, of the record.
    var id = Identity()
    var previousID = Identity()
    var referrerID = Identity()
    // Bytes 176 to 235: addresses and small numbers.
    var page: UInt32 = 0
    var previousPage: UInt32 = 0
    var referrerPage: UInt32 = 0
    var payload: Int32 = 0
    /// The position of a cause, an outcome or a kind of a diagnostic among the cases of its type. For a query of a current page, 1 if the page is counted.
    var kind: Int32 = 0
    /// The lengths of the texts in the text buffer; -1 for a text that is missing.
    var textLength: Int32 = -1
    var secondTextLength: Int32 = -1
    /// Whether the record has a deep link, which is then in the text buffer.
    var hasLink: Int32 = 0
    /// The number of the payload that an input has set.
    var newPayload: Int32 = 0
    /// The numbers of the payloads that nothing holds after an input.
    var releasedPayload: Int32 = 0
    var secondReleasedPayload: Int32 = 0
    /// The number of pages that JavaScript may refer to by their address. It is 1 after a release of the others.
    var pageCount: Int32 = 0
    var text: UInt32 = 0
    var following: Int32 = 0
    /// The level of a component. JavaScript writes it; see `InputFlags.level`.
    var level: Int32 = 0

    struct Time {
        var nanoseconds: Int64 = 0
        var milliseconds = 0.0

        init(_ nanoseconds: Int64 = 0) {
            self.nanoseconds = nanoseconds
            milliseconds = Double(nanoseconds) / 1e6
        }
    }

    /// The identity of an appearance: its component and its number. For a page view by hand: 0 and its sequence number.
    struct Identity {
        var component = 0.0
        var number = 0.0
    }
}

extension WebEngine {
    /// Removes the records that have been written. Their pages may be released then.
    mutating func removeWrittenRecords() {
        // An empty array instead would allocate memory for each record.
        while writtenCount > 0 {
            rules.outbox.removeLast()
            writtenCount -= 1
        }
    }

    /// Writes the next record, which remains until the next call.
    ///
    /// - Returns: The number of the record's kind, from 1; 0 if there is none.
    mutating func nextRecord() -> Int32 {
        guard writtenCount < rules.outbox.count else { return 0 }
        writtenCount += 1
        output.hasLink = 0
        output.following = Int32(rules.outbox.count - writtenCount)
        switch rules.outbox[writtenCount - 1] {
        case .pageView(let view): write(view)
        case .pageLeave(let leave): write(leave)
        case .interaction(let interaction):
            output.time = Output.Time(interaction.time.nanoseconds)
            write(interaction.page)
            // The page of the interaction's component may be in another scene.
            output.scene = Handle.number(of: interaction.scene)
        case .deepLink(let visit):
            output.time = Output.Time(visit.time.nanoseconds)
            output.scene = Handle.number(of: visit.scene)
            writeLink(visit)
        case .currentPage(let change):
            output.time = Output.Time(change.time.nanoseconds)
            output.scene = Handle.number(of: change.scene)
            write(change.page)
        case .diagnostic(let diagnostic):
            output.time = Output.Time(diagnostic.time.nanoseconds)
            output.component = diagnostic.component.map { Handle.number(of: $0) } ?? 0
            output.kind = ordinal(diagnostic.kind)
        }
        return Int32(rules.outbox[writtenCount - 1].kind.rawValue.trailingZeroBitCount) + 1
    }

    private func identity(_ id: PageViewID) -> Output.Identity {
        switch id {
        case .appearance(let id): .init(component: Handle.number(of: id.component), number: Double(id.ordinal))
        case .manual(let number): .init(component: 0, number: Double(number))
        }
    }

    private mutating func write(_ view: PageView) {
        output.time = Output.Time(view.countedAt.nanoseconds)
        output.appearedAt = Output.Time(view.appearedAt?.nanoseconds ?? 0)
        output.scene = Handle.number(of: view.scene)
        output.sequence = Double(view.sequence)
        output.id = identity(view.id)
        output.component = output.id.component
        output.page = address(of: view.page)
        output.payload = view.payload.number
        output.kind = ordinal(view.cause)
        output.previousPage = 0
        if let previous = view.previous {
            output.previousID = identity(previous.id)
            output.previousPage = address(of: previous.page)
        }
        if let visit = view.deepLink { writeLink(visit) }
    }

    private mutating func write(_ leave: PageLeave) {
        output.time = Output.Time(leave.endedAt.nanoseconds)
        output.foreground = Output.Time(leave.foregroundNanoseconds)
        output.background = Output.Time(leave.backgroundNanoseconds)
        output.current = Output.Time(leave.currentNanoseconds)
        output.component = Handle.number(of: leave.component)
        output.scene = Handle.number(of: leave.scene)
        output.id = leave.id.map { identity(.appearance($0)) } ?? Output.Identity()
        output.page = address(of: leave.page)
        output.kind = ordinal(leave.outcome)
    }

    private mutating func writeLink(_ visit: DeepLinkVisit) {
        writeTexts(visit.link.url, visit.link.source)
        output.hasLink = 1
        write(referrer: visit.referrer)
    }

    mutating func write(referrer: PageReference?) {
        output.referrerPage = 0
        guard let referrer else { return }
        output.referrerID = identity(referrer.id)
        output.referrerPage = address(of: referrer.page)
    }

    /// Writes an appearance of a page; `nil` as a page with the address 0.
    private mutating func write(_ appearance: PageAppearance?) {
        guard let appearance else { return writeNothing() }
        output.component = Handle.number(of: appearance.component)
        output.id = identity(.appearance(appearance.id))
        output.scene = Handle.number(of: appearance.scene)
        output.page = address(of: appearance.page)
        output.kind = appearance.isCounted ? 1 : 0
        output.appearedAt = Output.Time(appearance.beganAt.nanoseconds)
    }

    private mutating func writeNothing() {
        (output.page, output.component, output.id) = (0, 0, Output.Identity())
    }

    /// Writes a counted page; `nil` as a page with the address 0.
    private mutating func write(_ reference: PageReference?) {
        guard let reference else { return writeNothing() }
        output.id = identity(reference.id)
        output.component = output.id.component
        output.page = address(of: reference.page)
    }

    /// Writes an answer to a query; see the exported function `query`.
    mutating func answer(_ query: Rules.Query, _ scene: SceneID?) {
        // Only the answer about a page that was counted last has no scene.
        output.scene = 0
        switch query {
        case .currentPage: write(scene.map { rules.currentPage(in: $0) } ?? rules.currentPage)
        case .lastPage: write(scene.map { rules.lastPage(in: $0) } ?? rules.lastPageOfAll)
        case .lastCountedPage: write(scene.map { rules.lastCountedPage(in: $0) } ?? rules.lastCounted)
        case .livePages, .isLive: writeNothing()
        }
    }
}

/// Returns the position of a case of an enumeration without associated values, which is how Swift stores the case.
private func ordinal<Case>(_ value: Case) -> Int32 { Int32(unsafe unsafeBitCast(value, to: UInt8.self)) }
