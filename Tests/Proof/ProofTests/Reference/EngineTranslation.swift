import NavigationTraces

@testable import PageViewAutomation

/// Translates records and answers of an engine into the terms of the reference model.
struct EngineTranslation {
    let session: ReplaySession

    func record(_ record: EngineRecord) -> ReferenceRecord {
        switch record {
        case .pageView(let view): .pageView(pageView(view))
        case .pageLeave(let leave): .pageLeave(pageLeave(leave))
        case .interaction(let interaction):
            .interaction(
                name: interaction.name, properties: interaction.properties, scene: session.name(of: interaction.scene),
                page: interaction.page.map(page), time: interaction.time)
        case .deepLink(let link): .deepLink(visit(link))
        case .currentPage(let change):
            .currentPage(scene: session.name(of: change.scene), page: change.page.map(page), time: change.time)
        case .diagnostic(let diagnostic):
            .diagnostic(diagnostic.kind, component: diagnostic.component.map(session.name(of:)), time: diagnostic.time)
        }
    }

    private func pageView(_ view: PageView) -> ReferencePageView {
        ReferencePageView(
            sequence: view.sequence, id: session.label(of: view.id), page: view.page, payload: view.payload,
            scene: session.name(of: view.scene), component: view.component.map(session.name(of:)),
            appearedAt: view.appearedAt, countedAt: view.countedAt, cause: view.cause,
            previous: view.previous.map(mention), deepLink: view.deepLink.map(visit))
    }

    private func pageLeave(_ leave: PageLeave) -> ReferencePageLeave {
        ReferencePageLeave(
            id: leave.id.map { session.label(of: .appearance($0)) }, page: leave.page,
            scene: session.name(of: leave.scene), component: session.name(of: leave.component), outcome: leave.outcome,
            foreground: leave.foregroundNanoseconds, background: leave.backgroundNanoseconds,
            current: leave.currentNanoseconds, endedAt: leave.endedAt)
    }

    private func visit(_ visit: DeepLinkVisit) -> ReferenceVisit {
        ReferenceVisit(
            url: visit.link.url, source: visit.link.source, scene: session.name(of: visit.scene),
            referrer: visit.referrer.map(mention), time: visit.time)
    }

    func page(_ page: PageAppearance) -> ReferencePage {
        ReferencePage(
            id: session.label(of: .appearance(page.id)), page: page.page, scene: session.name(of: page.scene),
            component: session.name(of: page.component), isCounted: page.isCounted, since: page.beganAt)
    }

    func mention(_ page: PageReference) -> ReferenceMention {
        ReferenceMention(
            id: session.label(of: page.id), page: page.page, component: page.id.component.map(session.name(of:)))
    }

    func answer(_ answer: PageViewEngine.Answer) -> ReferenceAnswer {
        switch answer {
        case .page(let found): .page(found.map(page))
        case .reference(let found): .mention(found.map(mention))
        case .pages(let found): .pages(found.map(page))
        case .condition(let isTrue): .condition(isTrue)
        }
    }

    /// Returns the part of a label that names the component.
    func label(of component: ComponentID) -> String {
        String(session.label(of: .appearance(AppearanceID(component: component, ordinal: 0))).dropLast(2))
    }
}
