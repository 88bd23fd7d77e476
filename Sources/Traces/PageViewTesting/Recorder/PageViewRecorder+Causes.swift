import NavigationTraces
import PageViewAutomation
import PageViewLifecycle

/// The causes of failures, with their remedies and rules (TS-003).
extension PageViewRecorder {
    /// Returns why the engine emitted another page view than the expected one, as the end of a message.
    func causes(of pageView: PageView, insteadOf expected: ExpectedPageView, _ ledger: Ledger) -> String {
        var causes: [String] = []
        if pageView.page.name != expected.page {
            if let cause = replacement(of: pageView.page.name, by: pageView.id.appearance, ledger) {
                causes.append(cause)
            }
            if !ledger.unexpected.contains(where: { $0.page.name == expected.page }) {
                causes.append(explanation(of: expected.page, ledger))
            }
        } else if let cause = linkCause(expected.deepLink, pageView, ledger) {
            causes.append(cause)
        }
        return causes.map { "\n\n  \($0)" }.joined() + notes(ledger)
    }

    /// Returns the reason why the engine emitted the first of some page views, and why one of them replaced another component.
    func reason(for pageViews: ArraySlice<PageView>, _ ledger: Ledger) -> String {
        guard let first = pageViews.first else { return "" }
        let reason =
            switch first.cause {
            case .appeared: "it appeared and was ready"
            case .ready: "it was in front of the user when it became ready"
            case .attached: "it had appeared and got its window"
            case .foregrounded: "it had appeared and its scene came to the foreground"
            case .revealed: "the pages above it ended, and the policy counts that"
            case .manual: "the app recorded it by hand"
            }
        let cause = pageViews.compactMap { replacement(of: $0.page.name, by: $0.id.appearance, ledger) }.first
        return "  \(first.page.name) was counted because \(reason)." + (cause.map { "\n  " + $0 } ?? "")
    }

    func explanation(of page: PageName, _ ledger: Ledger) -> String {
        let live = engine.livePages.last { $0.page.name == page }
        if let live, live.isCounted {
            return "\(page) is in front of the user and was counted: an appearance is counted once (RD-002)."
                + changedPayload(of: page, ledger)
        }
        if let live {
            let remedy =
                remedy(for: live.id, of: page, ledger).map { ". " + $0 } ?? """
                    : call `markReady()` of the notifier that was declared (RD-002). If the test has called it, the page has got \
                    another notifier since (RD-007).
                    """
            return "\(page) is in front of the user, but pending\(remedy)"
        }
        let leave = ledger.leaves.last { $0.page.name == page }
        switch leave?.outcome {
        case .neverReady:
            let remedy = remedy(for: leave?.id, of: page, ledger).map { "\n  " + $0 } ?? ""
            return "\(page) was left before it was ready, so it is never counted (RD-004).\(remedy)"
        case .neverVisible: return "\(page) appeared, but never had a window in a visible scene (AP-002)."
        case .counted:
            return "\(page) was left; each of its appearances was counted." + changedPayload(of: page, ledger)
        case nil:
            if let renamed = renamed(to: page, ledger) { return renamed }
            if pagesWithoutTree.contains(page) {
                return """
                    A view declared \(page) in an environment without a tree, which reports nothing: pass `PageTree.environment` \
                    down from the root of the window (DV-005).
                    """
            }
            let other =
                isInAnotherEngine(page) ? "The page is in another engine" : "Its screen may report to another engine"
            return """
                \(page) has not been in front of the user as a page: its component must be declared, reported by `didAppear`, \
                and in a window of a scene in the foreground (AP-002).
                  \(other), such as the app's: pass `recorder.engine` to the screen.
                """
        }
    }

    private var snapshot: EngineSnapshot { engine.core.query { EngineSnapshot(of: $0) } }

    /// Returns whether an engine of the app has a page, and not only one of another test.
    private func isInAnotherEngine(_ page: PageName) -> Bool {
        EngineRegistry.all.contains { core in
            // The engine of another test does not have the system's clock.
            core !== engine.core && core.clock.calendarTimeOfZero != nil
                && core.query { EngineSnapshot(of: $0) }.components.contains { $0.page?.name == page }
        }
    }

    /// Returns that the payload of a page has changed since the page view, as the end of a message; empty if it has not.
    private func changedPayload(of page: PageName, _ ledger: Ledger) -> String {
        guard let pageView = ledger.pageViews.last(where: { $0.page.name == page }),
            let component = snapshot.components.first(where: { $0.id == pageView.component }),
            component.isReady, component.page?.name == page, component.payload != pageView.payload
        else { return "" }
        return "\n  " + """
            Its payload was \(Text.payload(pageView.payload.entries)) when it was counted, and is \
            \(Text.payload(component.payload.entries)) now. If this is another item, give an `id:` (DV-008), or show it with \
            another component (AP-011).
            """
    }

    /// Returns that an appearance replaced that of another component of its page at once; `nil` if it did not.
    private func replacement(of page: PageName, by appearance: AppearanceID?, _ ledger: Ledger) -> String? {
        // What ends in an update precedes what counts or becomes current in it.
        guard let appearance, let index = ledger.records.firstIndex(where: { $0.shown?.id == appearance }), index > 0,
            case .pageLeave(let leave) = ledger.records[index - 1], leave.page.name == page,
            leave.component != appearance.component, leave.page == ledger.records[index].shown?.page
        else { return nil }
        return """
            \(page) has replaced another component of this page. If it shows the same item, its view has another notifier or \
            `id:` than before: keep the first one with the state of the view (DV-008).
            """
    }

    /// Returns how to correct a mistake with the notifier or the state of a component; `nil` without such a mistake.
    private func remedy(for appearance: AppearanceID?, of page: PageName, _ ledger: Ledger) -> String? {
        let kinds = ledger.diagnostics.filter { $0.component == appearance?.component }.map(\.kind)
        if kinds.contains(.replacedNotifier) { return Diagnostic.Kind.replacedNotifier.remedy }
        if kinds.contains(.computedNotifier) || ledger.computedNotifiers.contains(page) {
            return Diagnostic.Kind.computedNotifier.remedy
        }
        let own = appearance.flatMap { engine.declaredPage(of: $0.component) }
        if snapshot.components.contains(where: {
            $0.page?.name == page && $0.isReady && $0.ordinal == 0 && (own == nil || $0.page == own)
        }) {
            return """
                Another component of \(page) is ready, and was not shown: the framework probably made the view twice. Keep the \
                state of the view, so that the component that it shows becomes ready (RD-001).
                """
        }
        return replacement(of: page, by: appearance, ledger)
    }

    /// Returns why a page has no page view although a live component declares it; `nil` if that is not the reason.
    private func renamed(to page: PageName, _ ledger: Ledger) -> String? {
        for diagnostic in ledger.diagnostics.reversed() {
            let declared = diagnostic.component.flatMap { engine.declaredPage(of: $0) }
            switch diagnostic.kind {
            case .renamedWhileCounted where declared?.name == page:
                return """
                    \(page) was declared for a component in front of the user that was already counted as another page. An \
                    appearance is counted once: make another component for another page (PV-004).
                    """
            case .replacedNotifier:
                return """
                    A notifier became ready after \(declared.map { "that of \($0.name)" } ?? "another one") had replaced it: \
                    make another component for another page, or declare one notifier and change its state (RD-007).
                    """
            default: continue
            }
        }
        return nil
    }

    /// Returns why a page view carries another link than the expected one; `nil` if it carries the expected one.
    private func linkCause(_ expected: Expected<String>, _ pageView: PageView, _ ledger: Ledger) -> String? {
        guard !expected.matches(pageView.deepLink?.link.url) else { return nil }
        if let visit = pageView.deepLink {
            return """
                \(visit.link.url) waited since \(visit.time) for a page. If it leads to another page, name that page as its \
                `target:`. If it leads to none, call `discardDeepLink` (PV-006).
                """
        }
        guard case .value(let url) = expected else { return nil }
        let (page, records) = (pageView.page.name, ledger.records)
        let visits = records.compactMap {
            if case .deepLink(let visit) = $0, visit.link.url == url { visit } else { nil }
        }
        guard let visit = visits.last else { return "\(url) was never handled: call `handle` (PV-006)." }
        if !records.drop(while: { $0 != .deepLink(visit) }).contains(.pageView(pageView)) {
            return "\(page) was counted before \(url) was handled: handle a link before its page appears (PV-006)."
        }
        let carrier = ledger.pageViews.first { $0.deepLink == visit }
        if let carrier, carrier.sequence < pageView.sequence {
            return
                "\(url) was carried by \(carrier.page.name): name the page that it leads to as its `target:` (PV-009)."
        }
        let link = snapshot.links.first { $0.visit == visit }
        if let target = link?.target, !target.isSame(as: page.rawValue) {
            return "\(url) waits since \(visit.time) for the page \(target), its `target:` (PV-009)."
        }
        if visit.scene != pageView.scene, link?.isForAnyScene == false {
            return "\(url) waits since \(visit.time) in another scene: pass the scene of the page to `handle` (PV-006)."
        }
        if link != nil || carrier != nil {
            return """
                \(url) waited since \(visit.time) for a page that appears after it. \(page) had appeared before, or only came \
                back: handle a link before its page appears (PV-006).
                """
        }
        return "\(url) was handled at \(visit.time), "
            + (ledger.diagnostics.contains { $0.kind == .deepLinkExpired }
                ? "and has expired: pass a longer `expires:` or a `target:` (PV-009)."
                : "and was dropped: by another link, by `discardDeepLink`, or because its scene left the foreground (PV-006).")
    }

    /// Returns mistakes that no cause above names, and unknown names in `pages:`, as the end of a message; empty without any.
    func notes(_ ledger: Ledger) -> String {
        let mistakes = ledger.mistakes.filter {
            ![.computedNotifier, .replacedNotifier, .renamedWhileCounted, .deepLinkExpired].contains($0.kind)
        }
        return (mistakes.isEmpty ? "" : "\n\n  The engine has found a mistake:\n\n\(text(of: mistakes))")
            + ledger.suppliedPages.compactMap { pages in
                pages.unknownFinding.map { "\n\n  \(pages.location): \($0)" }
            }.joined()
    }

    func text(of diagnostics: [Diagnostic], sign: Character = "+") -> String {
        diagnostics.map { diagnostic in
            let page = diagnostic.component.flatMap { engine.declaredPage(of: $0) }.map { " of \($0.name)" } ?? ""
            return "  \(sign) \(diagnostic.kind)\(page) at \(diagnostic.time)"
                + (diagnostic.kind.remedy.map { "\n    " + $0 } ?? "")
        }.joined(separator: "\n")
    }
}

extension EngineRecord {
    /// The appearance that the record counts, or whose page it makes the current one, and this page.
    fileprivate var shown: (id: AppearanceID?, page: PageContext)? {
        switch self {
        case .currentPage(let change): change.page.map { ($0.id, $0.page) }
        case .pageView(let view): (view.id.appearance, view.page)
        case .pageLeave, .interaction, .deepLink, .diagnostic: nil
        }
    }
}

extension Diagnostic.Kind {
    /// The mistake of the app or of its adapter, and how to correct it; `nil` for a repeated report, which is harmless (TS-002).
    var remedy: String? {
        switch self {
        case .duplicateDidAppear, .didDisappearWithoutAppear, .unexpectedWillAppear, .unexpectedWillDisappear: nil
        case .eventAfterDestroy: "A destroyed component was reported. Report nothing of it after `destroy` (AP-010)."
        case .timeWentBack:
            "A report had an earlier time than one before it. Report in order, or without times (ORD-006)."
        case .emptyPageName: "A page has a blank name, and was rejected. Give it a name (RD-009)."
        case .recordWithoutPage: "A page view by hand named no page. Pass the page (RD-011)."
        case .sharedNotifier: "Two components share one notifier. Give each component a notifier of its own (RD-007)."
        case .computedNotifier:
            "Its `pageViewNotifier` is another object at each access. Store it: `let pageViewNotifier = …` (RD-007)."
        case .replacedNotifier:
            "A notifier became ready after another one had replaced it. Declare one, and change its state (RD-007)."
        case .renamedWhileCounted:
            "It was counted as another page. Make another component for another page (PV-004)."
        case .parentCycle: "A component was declared to be inside itself. Declare the container that shows it (QU-002)."
        case .foreignIdentity:
            "A component or scene is that of another engine. Make it with `recorder.engine` (AP-011)."
        case .selectWithoutContainer: "A selected component is in no container. Declare its container first (AP-014)."
        case .commitWithoutBegin: "An update ended that had not begun. End each update once (AP-015)."
        case .duplicateKey: "A `show` listed a component twice. Give each entry a key of its own (AP-016)."
        case .deepLinkExpired:
            "No page appeared in time for a link. If a link leads to no page, call `discardDeepLink` (PV-006)."
        }
    }
}
