import PageViewAutomation

/// Where an event happened: its scene, its pages and its link (rule TK-009).
extension EventCleaner {
    /// Cleans the places of an event. Names of pages have been looked into once for all.
    mutating func cleanPlaces(of event: inout TrackedEvent) {
        if let page = event.page?.page, !isClean(page) { event.page = event.page.map { cleaned($0) } }
        switch event.details {
        case .custom, .interaction, .pageLeave: break
        case .pageView(var view):
            guard view.previous != nil || view.deepLink != nil else { break }
            view.previous = view.previous.map { cleaned($0) }
            view.deepLink = view.deepLink.map { cleaned($0) }
            event.details = .pageView(view)
        case .deepLink(let link):
            event.details = .deepLink(cleaned(link))
        }
    }

    private mutating func cleaned(_ link: DeepLinkDetails) -> DeepLinkDetails {
        var link = link
        clean(&link.url)
        link.source = link.source.map { source in
            var source = source
            clean(&source)
            return source
        }
        link.referrer = link.referrer.map { cleaned($0) }
        return link
    }

    private mutating func cleaned(_ page: TrackedPage) -> TrackedPage {
        guard !isClean(page.page) else { return page }
        var (name, context) = (page.name, page.context ?? "")
        clean(&name)
        clean(&context)
        return TrackedPage(
            id: page.id,
            page: PageContext(
                name: PageName(rawValue: name), context: page.context.map { _ in ContextName(rawValue: context) }))
    }

    private func isClean(_ page: PageContext) -> Bool {
        isClean(page.name.rawValue) && page.context.map { isClean($0.rawValue) } ?? true
    }

    private func isClean(_ name: String) -> Bool { name.utf8.count <= limits.textBytes && !name.utf8.contains(0) }
}
