import PageViewAutomation

/// Stores the records that it receives.
final class Recorder: PageViewReceiver {
    let interests: EngineRecord.Kinds
    private let storage = Locked<[EngineRecord]>([])

    init(_ interests: EngineRecord.Kinds = .all) { self.interests = interests }

    func receive(_ record: EngineRecord) { storage.withLock { $0.append(record) } }

    var records: [EngineRecord] { storage.withLock { $0 } }

    var pageViews: [PageView] {
        records.compactMap { if case .pageView(let pageView) = $0 { pageView } else { nil } }
    }

    var names: [String] { pageViews.map(\.page.name.rawValue) }

    var leaves: [PageLeave] {
        records.compactMap { if case .pageLeave(let leave) = $0 { leave } else { nil } }
    }

    var diagnostics: [Diagnostic.Kind] {
        records.compactMap { if case .diagnostic(let diagnostic) = $0 { diagnostic.kind } else { nil } }
    }
}

extension ManualClock {
    func set(seconds: Int64) { now = Timestamp(nanoseconds: seconds * 1_000_000_000) }
}

/// An engine with a manual clock and a recorder.
struct Stage {
    let recorder = Recorder()
    let clock = ManualClock()
    let engine: PageViewEngine

    init(policy: EnginePolicy = .standard) {
        engine = PageViewEngine(policy: policy, clock: clock, receivers: [recorder])
    }

    /// Makes a component that is a ready or pending page.
    func page(_ name: String, isReady: Bool = true) -> (component: ComponentID, notifier: PageViewNotifier) {
        let context = PageContext(name: PageName(rawValue: name))
        let notifier = PageViewNotifier(isReady ? .ready(PageViewEvent(pageContext: context)) : .pending(context))
        let component = engine.makeComponent(page: notifier)
        return (component, notifier)
    }
}
