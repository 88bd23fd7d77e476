import PageViewTesting

/// Stores the page views of an engine by the numbers that the screens show.
final class Counted: PageViewReceiver {
    private struct State {
        var counts: [ScreenReader.Count] = []
        var total = 0
        var diagnostics: [Diagnostic.Kind] = []
    }

    private let protected = Locked(State())

    init(_ engine: PageViewEngine) { engine.addReceiver(self) }

    func receive(_ record: EngineRecord) {
        switch record {
        case .pageView(let view):
            guard case .int(let number)? = view.payload["number"] else { return }
            let stay = view.id.appearance.map { Int($0.ordinal) } ?? 0
            protected.withLock { state in
                state.total += 1
                state.counts.append(
                    ScreenReader.Count(name: view.page.name.rawValue, number: Int(number), stay: stay))
            }
        case .diagnostic(let diagnostic): protected.withLock { $0.diagnostics.append(diagnostic.kind) }
        default: break
        }
    }

    /// Removes and returns the counts since the last call.
    func take() -> [ScreenReader.Count] {
        protected.withLock { state in
            defer { state.counts = [] }
            return state.counts
        }
    }

    var total: Int { protected.withLock { $0.total } }
    var diagnostics: [Diagnostic.Kind] { protected.withLock { $0.diagnostics } }
}
