/// The keys of a kind of line, in the order in which they are printed.
struct LineGrammar<Key: Equatable> {
    /// The keys whose values have a place of their own in the line notation, without the key.
    let places: [Key]
    /// The other keys.
    let keys: [Key]

    /// All keys.
    var all: [Key] { places + keys }
}

extension LineGrammar<TraceKey> {
    /// The keys of an event in the line notation, where the context of a page has a key of its own.
    init(_ event: EventKind) {
        let grammar = event.grammar
        places = grammar.places.map(\.traceKey)
        keys = grammar.keys.flatMap { $0 == .page ? [.page, .context] : [$0.traceKey] }
    }

    func allows(_ key: TraceKey) -> Bool { key == .session || all.contains(key) }
}
