package import PageViewLifecycle

/// What an event has from its tracker: an identity, a number, a time, a user.
package struct EventStamp: Sendable {
    package let id: EventID
    package let sequence: UInt64
    package let time: WallTime
    package let identity: UserIdentity

    package init(id: EventID, sequence: UInt64, time: WallTime, identity: UserIdentity) {
        self.id = id
        self.sequence = sequence
        self.time = time
        self.identity = identity
    }
}

/// Makes events of what an engine tells, without its tokens: they mean nothing outside the process (rule TK-004).
package struct EventFactory: Sendable {
    private let seed: UInt64

    /// Creates a maker; from the same seed the same identities come for the same appearances.
    package init(seed: UInt64) {
        self.seed = seed
    }

    /// The kinds of records that become events.
    package static var kinds: EngineRecord.Kinds { [.pageViews, .pageLeaves, .interactions, .deepLinks] }

    /// The page of an appearance, with an identity that is the same in all that is told of it.
    package func page(_ reference: PageReference) -> TrackedPage {
        TrackedPage(id: id(of: reference.id), page: reference.page)
    }

    /// Makes an event of a record; `nil` of one that becomes none.
    package func event(
        of record: EngineRecord, _ stamp: EventStamp, scene name: (SceneID) -> String
    ) -> TrackedEvent? {
        switch record {
        case .pageView(let pageView):
            TrackedEvent(
                stamp, name: "pageView", payload: pageView.payload,
                page: TrackedPage(id: id(of: pageView.id), page: pageView.page), scene: name(pageView.scene),
                timestamp: pageView.countedAt, details: .pageView(details(of: pageView, at: stamp.time)))
        case .pageLeave(let leave):
            TrackedEvent(
                stamp, name: "pageLeave", payload: [:], page: TrackedPage(id: id(ofLeave: leave), page: leave.page),
                scene: name(leave.scene), timestamp: leave.endedAt,
                details: .pageLeave(
                    PageLeaveDetails(
                        outcome: leave.outcome, foregroundNanoseconds: leave.foregroundNanoseconds,
                        backgroundNanoseconds: leave.backgroundNanoseconds)))
        case .interaction(let interaction):
            TrackedEvent(
                stamp, name: interaction.name, payload: interaction.properties,
                page: (interaction.page?.reference).map(page), scene: name(interaction.scene),
                timestamp: interaction.time, details: .interaction)
        case .deepLink(let visit):
            TrackedEvent(
                stamp, name: "deepLink", payload: [:], page: visit.referrer.map(page), scene: name(visit.scene),
                timestamp: visit.time, details: .deepLink(details(of: visit)))
        case .currentPage, .diagnostic:
            nil
        }
    }

    private func details(of pageView: PageView, at time: WallTime) -> PageViewDetails {
        PageViewDetails(
            sequence: pageView.sequence, ordinal: pageView.id.appearance?.ordinal, cause: pageView.cause,
            appearedAt: pageView.appearedAt.map {
                time.earlier(byNanoseconds: pageView.countedAt.nanoseconds(since: $0))
            },
            previous: pageView.previous.map(page), deepLink: pageView.deepLink.map(details(of:)))
    }

    private func details(of visit: DeepLinkVisit) -> DeepLinkDetails {
        DeepLinkDetails(url: visit.link.url, source: visit.link.source, referrer: visit.referrer.map(page))
    }

    // MARK: Identities

    private func id(of pageView: PageViewID) -> EventID {
        switch pageView {
        case .appearance(let appearance):
            id(of: appearance.component, UInt64(appearance.ordinal))
        case .manual(let sequence):
            id(.max, sequence)
        }
    }

    /// One that never became visible has no appearance, and an identity of its own.
    private func id(ofLeave leave: PageLeave) -> EventID {
        if let appearance = leave.id { return id(of: .appearance(appearance)) }
        return id(of: leave.component, UInt64(bitPattern: leave.endedAt.nanoseconds) | 1 << 63)
    }

    private func id(of component: ComponentID, _ number: UInt64) -> EventID {
        id(UInt64(component.index) << 32 | UInt64(component.generation), number)
    }

    /// A UUID of version 8: its bits follow from the seed and two numbers.
    private func id(_ first: UInt64, _ second: UInt64) -> EventID {
        let high = RandomBits.mixed(RandomBits.mixed(seed ^ first) &+ second)
        let low = RandomBits.mixed(high ^ RandomBits.mixed(first &+ 0x9E37_79B9_7F4A_7C15) ^ second)
        return EventID(high: high & ~0xF000 | 0x8000, low: low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    }
}

extension EngineRecord {
    /// When it happened.
    package var time: Timestamp {
        switch self {
        case .pageView(let pageView): pageView.countedAt
        case .pageLeave(let leave): leave.endedAt
        case .interaction(let interaction): interaction.time
        case .deepLink(let visit): visit.time
        case .currentPage(let change): change.time
        case .diagnostic(let diagnostic): diagnostic.time
        }
    }
}

extension TrackedEvent {
    /// Creates an event with what it has from its tracker.
    package init(
        _ stamp: EventStamp, name: String, payload: Payload, page: TrackedPage?, scene: String?, timestamp: Timestamp,
        details: Details
    ) {
        self.init(
            id: stamp.id, sequence: stamp.sequence, name: name, payload: payload, page: page, scene: scene,
            time: stamp.time,
            timestamp: timestamp, identity: stamp.identity, details: details)
    }
}
