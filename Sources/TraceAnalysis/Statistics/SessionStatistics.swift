import NavigationTraces
import PageViewAutomation

/// How often what happened in one session that is open.
///
/// It is kept apart until the session ends: a recording says only after some lines that they were played (rule ST-004).
struct SessionStatistics {
    private(set) var pages: [PageContext: PageStatistics] = [:]
    private(set) var steps: [TraceStatistics.Step: Int] = [:]
    /// The appearances that were there when the recording began.
    private var earlier: Set<AppearanceID> = []
    private var isRecording = false

    /// Takes a remark: what a recording plays in front of its beginning is forgotten.
    mutating func take(note text: String, live: [PageAppearance]) {
        guard !isRecording, text.utf8.starts(with: RecordingStart.words.utf8) else { return }
        isRecording = true
        pages = [:]
        steps = [:]
        for page in live {
            if let id = page.reference.id.appearance { earlier.insert(id) }
        }
    }

    mutating func count(_ record: EngineRecord) {
        switch record {
        case .pageView(let view):
            steps[TraceStatistics.Step(from: view.previous?.page, to: view.page), default: 0] += 1
            change(view.page) { page in
                guard let appearedAt = view.appearedAt else {
                    page.manual += 1
                    return
                }
                page.counted += 1
                page.timeToReady.add(view.countedAt.nanoseconds &- appearedAt.nanoseconds)
            }
        case .pageLeave(let leave): count(leave)
        case .interaction, .deepLink, .currentPage, .diagnostic: break
        }
    }

    private mutating func count(_ leave: PageLeave) {
        // How long what was there before was in the background is not known.
        let isWhole = leave.id.map { earlier.remove($0) == nil } ?? true
        switch leave.outcome {
        case .counted: if isWhole { change(leave.page) { $0.timeOnPage.add(leave.foregroundNanoseconds) } }
        case .neverReady:
            change(leave.page) { page in
                page.neverReady += 1
                if isWhole { page.timeOnPage.add(leave.foregroundNanoseconds) }
            }
        case .neverVisible: change(leave.page) { $0.neverVisible += 1 }
        }
    }

    /// The trace has ended: what is live and has not been counted waits for ever.
    mutating func endTrace(live: [PageAppearance]) {
        for page in live where !page.isCounted {
            if let id = page.reference.id.appearance, earlier.contains(id) { continue }
            change(page.page) { $0.waiting += 1 }
        }
    }

    private mutating func change(_ page: PageContext, _ body: (inout PageStatistics) -> Void) {
        body(&pages[page, default: PageStatistics(page: page)])
    }
}
