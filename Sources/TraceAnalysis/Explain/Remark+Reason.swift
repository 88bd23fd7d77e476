import NavigationTraces
import PageViewAutomation

extension TraceHistory.Remark {
    /// What the report changed or why it was rejected, and the rule that says so; `nil` of an unknown kind of diagnostic.
    var reason: (text: String, rule: String?)? {
        switch kind {
        case .duplicateDidAppear where presence == .held:
            ("changed nothing: it is said to be shown already, and cannot be seen yet", "AP-002")
        case .duplicateDidAppear where !isSceneForeground:
            ("changed nothing: it is said to be shown already", "AP-004")
        case .duplicateDidAppear: ("changed nothing: it is in front of the user already", "AP-004")
        case .didDisappearWithoutAppear: ("changed nothing: it was not in front of the user", "AP-005")
        case .unexpectedWillAppear: ("announced nothing: \(reasonNotToAnnounce)", "LC-002")
        case .unexpectedWillDisappear where presence == .hidden:
            ("announced nothing: nothing is there that could go", "LC-002")
        case .unexpectedWillDisappear: ("announced nothing: it is on its way out already", "LC-002")
        case .eventAfterDestroy: ("was ignored: it has been destroyed", "AP-010")
        case .timeWentBack: (lateTime, "ORD-006")
        case .emptyPageName where report == TraceEvent.Action.createWord:
            ("was applied without the name of the page, which is blank", "RD-009")
        case .emptyPageName: ("was refused: the page has a blank name", "RD-009")
        case .recordWithoutPage: ("counted nothing: there is no page to count", "RD-011")
        case .sharedNotifier: ("shares a notifier with another component", "RD-007")
        case .parentCycle: ("did not change the parent: it would be its own ancestor", "QU-002")
        case .foreignIdentity: ("was ignored: its identity is of another notifier", "AP-011")
        case .renamedWhileCounted: (otherPage, "PV-004")
        default: nil
        }
    }

    private var reasonNotToAnnounce: String {
        switch presence {
        case .live where isSceneForeground: "it is in front of the user already"
        case .live, .held: "it is said to be shown already"
        case .hidden: "it is on its way already"
        }
    }

    private var otherPage: String {
        let names = renaming.map { " as \($0.counted) and now declares \($0.declared)" } ?? " under another name"
        return "counts nothing: the component was counted\(names), another page in a container that is used again"
    }

    private var lateTime: String {
        guard let writtenTime else { return "carries an earlier time than the one before, which was taken instead" }
        let written = "carries the time \(writtenTime.seconds)"
        return time == .zero
            ? "\(written), and a trace begins at 0, which was taken instead"
            : "\(written), which is before that of what came before, \(time.seconds), which was taken instead"
    }
}

extension TraceEvent.Action {
    static var recordWord: String { EventName.record.rawValue }
    fileprivate static var createWord: String { EventName.create.rawValue }
}
