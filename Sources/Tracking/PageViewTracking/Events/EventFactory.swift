package import PageViewLifecycle

/// The values that a tracker assigns to an event (rules TK-003, TK-006): identity, number, time and user.
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

/// A factory of events from engine records (rules TK-002, TK-004).
package struct EventFactory: Sendable {
    private let seed: UInt64

    package init(seed: UInt64) {
        self.seed = seed
    }

    /// The kinds of records that become events.
    package static var kinds: EngineRecord.Kinds { [.pageViews, .pageLeaves, .interactions, .deepLinks] }

    /// Returns the page of an appearance. Its identity is equal in all events of the appearance.
    package func page(_ reference: PageReference) -> TrackedPage {
        TrackedPage(id: id(of: reference.id), page: reference.page)
    }

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

    /// Returns the identity of the page in a leave. A page that never became visible gets one of its own.
    private func id(ofLeave leave: PageLeave) -> EventID {
        if let appearance = leave.id { return id(of: .appearance(appearance)) }
        return id(of: leave.component, UInt64(bitPattern: leave.endedAt.nanoseconds) | 1 << 63)
    }

    private func id(of component: ComponentID, _ number: UInt64) -> EventID {
        id(UInt64(component.index) << 32 | UInt64(component.generation), number)
    }

    /// Returns a UUID of version 8, computed from the seed and two numbers.
    private func id(_ first: UInt64, _ second: UInt64) -> EventID {
        let high = RandomBits.mixed(RandomBits.mixed(seed ^ first) &+ second)
        let low = RandomBits.mixed(high ^ RandomBits.mixed(first &+ 0x9E37_79B9_7F4A_7C15) ^ second)
        return EventID(high: high & ~0xF000 | 0x8000, low: low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    }
}

extension EngineRecord {
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
