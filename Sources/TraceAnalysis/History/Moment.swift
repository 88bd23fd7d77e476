import NavigationTraces
import PageViewAutomation

/// An event and where it stands; what it means for a component.
struct Moment {
    let event: TraceEvent
    let session: ReplaySession
    let line: Int
    let time: Timestamp

    private func isAbout(_ component: ComponentID) -> Bool { session.component == component }

    /// What the event says that its component is called.
    var page: PageContext? {
        switch event.action {
        case .create(_, _, let declaration): declaration.page
        case .pending(_, _, let page), .ready(_, _, let page, _): page
        case .component, .move, .declare, .scene, .interaction, .deepLink, .discardDeepLink, .record, .start, .stop,
            .note:
            nil
        }
    }

    func isDidAppear(of component: ComponentID) -> Bool {
        if case .component(_, .didAppear, _) = event.action { isAbout(component) } else { false }
    }

    /// What made an appearance of a component begin, if it began with this event.
    ///
    /// - Parameter hasMoved: Whether it was held in another scene until then.
    func beginning(
        of component: ComponentID, isHeld: Bool, hasMoved: Bool, isReplacement: Bool
    ) -> AppearanceStory.Beginning {
        switch event.action {
        case .scene(_, .foreground): isHeld ? .foregrounded : .returned
        case .component(_, .attach, _), .create: isAbout(component) ? hasMoved ? .moved : .attached : .revealed
        case .component(_, .didAppear, _): isReplacement ? .appearedAgain : .appeared
        case .component, .move, .pending, .ready, .declare, .scene, .interaction, .deepLink, .discardDeepLink, .record,
            .start, .stop, .note:
            .revealed
        }
    }

    /// What made an appearance of a component end, if it ended with this event.
    func end(of component: ComponentID) -> AppearanceStory.End {
        switch event.action {
        case .stop: .sessionEnded
        case .scene(_, .close): .sceneClosed
        case .component(_, .didDisappear, _) where isAbout(component): .disappeared
        case .component(_, .detach, _) where isAbout(component): .detached
        case .component(_, .destroy, _) where isAbout(component): .destroyed
        case .component(_, .attach, _) where isAbout(component): .moved
        case .create(_, _, let declaration) where isAbout(component):
            declaration.isAttached == false ? .detached : .moved
        case .create, .component, .move, .pending, .ready, .declare, .scene, .interaction, .deepLink, .discardDeepLink,
            .record, .start, .note:
            .replaced
        }
    }
}

extension TraceEvent.Action {
    /// Its word in the line notation.
    var word: String { values.kind.name.rawValue }
}
