import PageViewAutomation

extension Explanation {
    /// Explains what became of anything in a trace; `nil` of what needs no explanation.
    package init?(_ item: TraceHistory.Item) {
        switch item {
        case .appearance(let story): self.init(story)
        case .manual(let story): self.init(story)
        case .link(let story): self.init(story)
        case .remark(let remark): self.init(remark)
        case .interaction: return nil
        }
    }

    private init(_ story: TraceHistory.ManualStory) {
        self.init(.manual(story), .counted, about: "manual/\(story.count.sequence)")
        begin(with: story.page)
        say(
            "was counted by hand at \(story.count.time.seconds) as page view \(story.count.sequence), with no appearance to count",
            by: "RD-011")
        say(story.count.previous.map { "after \($0)" } ?? "as the first of its scene", by: "PV-003")
        if let link = story.count.link { say("led to by the link \(link)", by: "PV-006") }
    }

    private init(_ story: TraceHistory.LinkStory) {
        self.init(.link(story), .link, about: story.link.url)
        let source = story.link.source.map { " from \($0)" } ?? ""
        let referrer = story.referrer.map { "on \($0)" } ?? "before there was any page"
        say("was opened\(source) at \(story.time.seconds) \(referrer)", by: "PV-006")
        say(story.rodeOn.map { "rode on \($0)" } ?? "no page view has carried it")
    }

    private init(_ remark: TraceHistory.Remark) {
        self.init(.remark(remark), .odd, about: remark.component ?? remark.report)
        let (text, rule) = Self.reason(of: remark.kind)
        say("\(remark.report) at \(remark.time.seconds) \(text)", by: rule)
        parts.append(.text(" [\(remark.kind.rawValue)]"))
    }

    /// Why a report was odd, and the rule that says so.
    private static func reason(of kind: Diagnostic.Kind) -> (text: String, rule: String?) {
        switch kind {
        case .duplicateDidAppear: ("changed nothing: it is in front of the user already", "AP-004")
        case .didDisappearWithoutAppear: ("changed nothing: it was not in front of the user", "AP-005")
        case .unexpectedWillAppear: ("announced nothing: it is on its way, or there, already", "LC-002")
        case .unexpectedWillDisappear: ("announced nothing: nothing is there that could go", "LC-002")
        case .eventAfterDestroy: ("was ignored: it has been destroyed", "AP-010")
        case .timeWentBack: ("carries an earlier time than the one before, which was taken instead", "ORD-006")
        case .emptyPageName: ("was refused: the page has a blank name", "RD-009")
        case .recordWithoutPage: ("counted nothing: there is no page to count", "RD-011")
        case .sharedNotifier: ("shares a notifier with another component", "RD-007")
        case .parentCycle: ("did not change the parent: it would be its own ancestor", "QU-002")
        case .foreignIdentity: ("was ignored: its identity is of another notifier", "AP-011")
        default: ("was odd", nil)
        }
    }
}
