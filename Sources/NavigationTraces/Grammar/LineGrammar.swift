/// Which words and keys a line of the line notation has (TR-001).
struct LineGrammar {
    /// The keys whose values are words with a place of their own, in order.
    let places: [TraceKey]
    /// The other keys.
    let keys: [TraceKey]

    func allows(_ key: TraceKey) -> Bool { key == .session || places.contains(key) || keys.contains(key) }
}

extension EventName {
    var grammar: LineGrammar {
        switch self {
        case .create:
            LineGrammar(
                places: [.component], keys: [.scene, .page, .context, .state, .payload, .parent, .attached])
        case .willAppear, .didAppear, .willDisappear, .didDisappear, .attach, .detach, .destroy:
            LineGrammar(places: [.component], keys: [.scene])
        case .pending:
            LineGrammar(places: [.component], keys: [.scene, .page, .context])
        case .ready, .record:
            LineGrammar(places: [.component], keys: [.scene, .page, .context, .payload])
        case .sceneForeground, .sceneBackground, .sceneActive, .sceneInactive, .sceneClose:
            LineGrammar(places: [.scene], keys: [])
        case .interaction:
            LineGrammar(places: [.name], keys: [.scene, .properties])
        case .deepLink:
            LineGrammar(places: [.url], keys: [.scene, .source])
        case .sessionEnd:
            LineGrammar(places: [], keys: [])
        case .note:
            LineGrammar(places: [.text], keys: [])
        }
    }
}

extension ExpectationName {
    var grammar: LineGrammar {
        switch self {
        case .pageView:
            LineGrammar(
                places: [.page],
                keys: [
                    .context, .component, .scene, .payload, .previous, .cause, .t, .appearedAt, .appearance, .seq,
                    .deepLink,
                ])
        case .nothing:
            LineGrammar(places: [], keys: [])
        case .currentPage, .lastPage, .lastCountedPage:
            LineGrammar(places: [.page], keys: [.context, .component, .scene])
        case .pageLeave:
            LineGrammar(places: [.page], keys: [.context, .component, .outcome, .foreground, .background])
        case .interaction:
            LineGrammar(places: [.name], keys: [.page, .context, .component])
        case .deepLink:
            LineGrammar(places: [.url], keys: [.referrer])
        case .diagnostic:
            LineGrammar(places: [.kind], keys: [.component])
        }
    }
}
