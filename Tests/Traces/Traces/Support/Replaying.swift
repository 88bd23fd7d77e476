import NavigationTraces
import PageViewAutomation

/// Returns the records of a replay under the policy of the trace.
func records(of lines: [TraceLine]) -> [TraceReplay.Record] {
    var replay = TraceReplay()
    var records: [TraceReplay.Record] = []
    for line in lines {
        switch line {
        case .header(let header): replay = TraceReplay(policy: header.policy)
        case .event(let event): records += replay.apply(event)
        case .expectation: break
        }
    }
    return records
}

/// Returns the page views of a replay under the policy of the trace.
func pageViews(of lines: [TraceLine]) -> [PageView] {
    records(of: lines).compactMap { if case .pageView(let pageView) = $0.record { pageView } else { nil } }
}

/// Returns the current pages of a replay in order; `none` for no page.
func currentPages(of lines: [TraceLine]) -> [String] {
    records(of: lines).compactMap { record in
        guard case .currentPage(let change) = record.record else { return nil }
        return change.page?.page.name.rawValue ?? "none"
    }
}
