import NavigationTraces
import PageViewAutomation

/// An open session: its engine and its counts (ST-003). These counts are separate from the counts of the trace until the
/// session ends. A recorder's note then drops only the counts of its own session (ST-004).
final class SessionStatistics {
    private let session: ReplaySession
    private(set) var pages: [PageContext: PageStatistics] = [:]
    private(set) var steps: [TraceStatistics.Step: Int] = [:]
    /// The appearances that were live when the recording began.
    private var earlier: Set<AppearanceID> = []
    private var isRecording = false
    /// The time as the current page below which an appearance is left out, in nanoseconds (ST-005).
    private let minimumDuration: Int64
    private(set) var leftOutCount = 0
    /// The live counted appearances that may be left out, each with its time until ready.
    private var counted: [AppearanceID: Int64] = [:]
    private var waitingSteps: [SceneID: StepQueue] = [:]
    /// The pages that were never reported as shown.
    private var declared = DeclaredPages<PageContext>()

    init(policy: EnginePolicy, minimumDuration: Int64) {
        self.minimumDuration = minimumDuration
        // Statistics do not use the name of a session, so the session does not store it.
        session = ReplaySession(name: nil, policy: policy)
    }

    func apply(_ event: TraceEvent) {
        // A note without a time does not reach the engine.
        let isNote = if case .note = event.action { true } else { false }
        if event.time != nil || !isNote {
            let records = session.apply(event)
            declare(event.action)
            for record in records { count(record) }
        }
        if case .note(let text, _) = event.action { take(note: text) }
    }

    /// The first note of a recorder drops all counts before it (ST-004).
    private func take(note text: String) {
        guard !isRecording, text.utf8.starts(with: RecordingStart.words.utf8) else { return }
        isRecording = true
        pages = [:]
        steps = [:]
        (leftOutCount, counted, waitingSteps, declared) = (0, [:], [:], DeclaredPages())
        earlier = Set(livePages.compactMap(\.reference.id.appearance))
    }

    private var livePages: [PageAppearance] { session.engine.core.query { $0.livePages() } }

    private func declare(_ action: TraceEvent.Action) {
        switch action {
        case .create(let name, _, _), .pending(let name, _, _), .ready(let name, _, _, _),
            .component(let name, .didAppear, _), .component(let name, .destroy, _):
            declare(name)
        case .record(let name?, _, _, _): declare(name, isRecord: true)
        case .show(_, let entries): for entry in entries { declare(entry.component) }
        case .component, .move, .declare, .scene, .begin, .commit, .interaction, .deepLink, .discardDeepLink, .record,
            .start, .stop, .note:
            break
        }
    }

    private func declare(_ name: String, isRecord: Bool = false) {
        guard let id = session.component(named: name) else { return }
        declared.update(id, session.engine.core.query { $0.status(of: id) }, isRecord: isRecord) { $0 }
    }

    private func count(_ record: EngineRecord) {
        switch record {
        case .pageView(let view):
            let id = minimumDuration > 0 ? view.id.appearance : nil
            addStep(to: view, id)
            guard let appearedAt = view.appearedAt else { return change(view.page) { $0.manual += 1 } }
            let time = view.countedAt.nanoseconds &- appearedAt.nanoseconds
            if let id { counted[id] = time } else { count(view.page, after: time) }
        case .pageLeave(let leave): count(leave)
        case .interaction, .deepLink, .currentPage, .diagnostic: break
        }
    }

    private func count(_ leave: PageLeave) {
        // The trace does not contain the time on the page of an appearance that began before the recording.
        let isComplete = leave.id.map { earlier.remove($0) == nil } ?? true
        if let id = leave.id {
            let isShort = isComplete && leave.currentNanoseconds < minimumDuration
            let time = counted.removeValue(forKey: id)
            decideStep(to: id, in: leave.scene, isLeftOut: isShort)
            if isShort {
                leftOutCount += 1
                return
            }
            if let time { count(leave.page, after: time) }
        }
        switch leave.outcome {
        case .counted: if isComplete { change(leave.page) { $0.timeOnPage.add(leave.foregroundNanoseconds) } }
        case .neverReady:
            change(leave.page) { page in
                page.neverReady += 1
                if isComplete { page.timeOnPage.add(leave.foregroundNanoseconds) }
            }
        case .neverVisible: change(leave.page) { $0.neverVisible += 1 }
        }
    }

    private func count(_ page: PageContext, after time: Int64) {
        change(page) { page in
            page.counted += 1
            page.timeToReady.add(time)
        }
    }

    /// Adds the appearances that are live at the end of the session or of the trace, and the pages that were never shown.
    func end() {
        let live = livePages
        for page in live {
            guard let id = page.reference.id.appearance, let time = counted.removeValue(forKey: id) else { continue }
            count(page.page, after: time)
        }
        for scene in waitingSteps.keys { countSteps(in: scene, isEnd: true) }
        for page in declared.pages.values { change(page) { $0.neverVisible += 1 } }
        for page in live where !page.isCounted {
            if let id = page.reference.id.appearance, earlier.contains(id) { continue }
            change(page.page) { $0.waiting += 1 }
        }
    }

    // MARK: Steps

    /// The page views of a scene, from the first one whose step is not counted.
    private struct StepQueue {
        var last: PageContext?
        /// The page of the newest page view, whether it is left out or not.
        var newest: PageContext?
        /// The page views. `id` is `nil` once it is decided whether the page view is left out; then `page` is `nil` if
        /// it is.
        var views: [(id: AppearanceID?, page: PageContext?, isFirst: Bool)] = []
        /// The number of page views at the beginning whose steps are counted.
        var next = 0
    }

    /// Adds the step to a page view. With an `id`, the step waits until it is decided whether this appearance is left out.
    private func addStep(to view: PageView, _ id: AppearanceID?) {
        var queue = waitingSteps.removeValue(forKey: view.scene) ?? StepQueue(last: view.previous?.page)
        queue.newest = view.page
        queue.views.append((id, view.page, view.previous == nil))
        waitingSteps[view.scene] = queue
        countSteps(in: view.scene, isEnd: false)
    }

    private func decideStep(to id: AppearanceID, in scene: SceneID, isLeftOut: Bool) {
        guard let queue = waitingSteps[scene],
            let index = queue.views.indices[queue.next...].firstIndex(where: { queue.views[$0].id == id })
        else { return }
        waitingSteps[scene]?.views[index].id = nil
        if isLeftOut { waitingSteps[scene]?.views[index].page = nil }
        countSteps(in: scene, isEnd: false)
    }

    /// Counts the steps to the first page views of a scene that are decided, or to all of them at the end.
    private func countSteps(in scene: SceneID, isEnd: Bool) {
        guard var queue = waitingSteps.removeValue(forKey: scene) else { return }
        while queue.next < queue.views.count, isEnd || queue.views[queue.next].id == nil {
            // A scene that has closed and opens again has no previous page (AP-009).
            if queue.views[queue.next].isFirst { queue.last = nil }
            if let page = queue.views[queue.next].page {
                steps[TraceStatistics.Step(from: queue.last, to: page), default: 0] += 1
                queue.last = page
            }
            queue.next += 1
        }
        if queue.next > queue.views.count / 2 {
            queue.views.removeFirst(queue.next)
            queue.next = 0
        }
        // The scene may close, so nothing is kept for it: the next page view names the page that was counted before it.
        let isDone = queue.views.isEmpty && queue.last == queue.newest
        if !isEnd, !isDone { waitingSteps[scene] = queue }
    }

    private func change(_ page: PageContext, _ body: (inout PageStatistics) -> Void) {
        body(&pages[page, default: PageStatistics(page: page)])
    }
}
