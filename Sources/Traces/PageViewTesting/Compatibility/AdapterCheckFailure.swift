import PageViewAutomation
import PageViewLifecycle

/// The error of a failed check of an adapter (TS-009).
struct AdapterCheckFailure: Error {
    let reason: String
    let trace: String
}

struct Difference: Error {
    let text: String
    var isMissingPageView = false

    init(_ text: String) { self.text = text }

    init(expected: [String], found: [String], _ record: String) {
        func text(_ names: [String]) -> String {
            names.count == 1 ? "a \(record) of \(names[0])" : "\(record)s of \(Self.list(names))"
        }
        isMissingPageView = found.isEmpty && record == "page view"
        self.text =
            "expected \(expected.isEmpty ? "no \(record)" : text(expected)), found \(found.isEmpty ? "none" : text(found))"
    }

    /// Returns page names as text: `home and item`, or `no page`.
    static func list(_ names: [String]) -> String {
        switch names.count {
        case 0: "no page"
        case 1: names[0]
        default: "\(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1])"
        }
    }
}

/// The likely causes of failed checks, with their remedies (TS-009).
enum LikelyCause {
    /// Finds the cause; `nil` if none is likely. A later cause can follow from an earlier one, so the first that applies wins.
    /// `declared` has the engines that observe each notifier; the other parameters describe the failing call.
    static func text(
        declared: [[ObjectIdentifier]], engine: ObjectIdentifier, diagnostics: Set<Diagnostic.Kind>, method: String?,
        hasReported: Bool, isInUpdate: Bool, isSecondPageMissing: Bool
    ) -> String? {
        if declared.contains(where: { !$0.isEmpty && !$0.contains(engine) }) { return anotherEngine }
        if diagnostics.contains(.foreignIdentity) { return foreignIdentity }
        if isInUpdate { return openUpdate }
        let isInKeptView = method == "showInPlace(_:id:)"
        if diagnostics.contains(.renamedWhileCounted) || isInKeptView && isSecondPageMissing { return keptView }
        let showsOrLoads = ["show(_:)", "cover(with:)", "showInSecondWindow(_:)", "markReady(payload:)"].contains(
            method)
        if isInKeptView && !hasReported || showsOrLoads && declared.allSatisfy(\.isEmpty) { return undeclared }
        switch method {
        case "update()", "markReady(payload:)", nil: return nil
        case _ where !hasReported: return nothingReported
        case "showInOneTurn(_:)", "hideInOneTurn(_:)", "hideAndShowInOneTurn(_:)", "select(_:showing:in:)": return turn
        case "recreate()": return recreation
        case "showTabs(_:in:)", "push(_:in:)", "pop(_:in:)": return selection
        case "replaceBelowSheet(_:with:)": return level
        default: return nil
        }
    }

    private static let anotherEngine = """
          The adapter declares pages to another engine, such as a global one. Pass the engine of the check to the adapter, and
          report everything to that engine.
        """

    private static let foreignIdentity = """
          The adapter reports components or scenes that another engine issued, such as a global one. Make them with the engine
          of the check.
        """

    private static let openUpdate = """
          The adapter has begun an update and has not committed it, so the engine has decided nothing. Commit it at the end of the
          turn. If the run loop ends the turn later, make this method `async`, and wait for the end of the turn.
        """

    private static let keptView = """
          The framework has kept the view, and the adapter reports one component for both pages. Report another component when
          the page's name or its `id:` changes: `PageNode.update(_:id:in:)` does so if the adapter calls it in each pass with
          the `id:` of the view.
        """

    private static let undeclared = """
          No engine observes the page. There are these likely reasons:

          - The adapter does not declare the page, or declares a copy of its notifier. Declare the notifier that
            `makePage(_:)` received.
          - The views of a declarative framework are in an environment without a tree, `PageEnvironment.none`, which is the
            default. Pass `PageTree.environment` down from the root of each window, and do not replace it below.
          - The adapter reports to another engine, such as a global one.
          - The framework did not show the page, or shows it later. Check this method of your `AdapterUnderTest`. If the
            framework calls the adapter later, make the method `async`, and wait for the framework.
        """

    private static let nothingReported = """
          The engine of the check received no report during this call. There are these likely reasons:

          - The framework did nothing, or does it later. Check this method of your `AdapterUnderTest`. If the framework calls
            the adapter later, make the method `async`, and wait for the framework.
          - The framework called the adapter, and the adapter does not report this callback, or reports it later.
          - The adapter makes this report to another engine, such as a global one.
        """

    private static let turn = """
          The adapter reports each navigation of a turn by itself, or makes a new component for a page that comes back in the turn.
          Make the reports of a turn one update, with `TurnUpdate`. If the framework reports late that a page left, ask whether
          the page is still away before you report it.
        """

    private static let recreation = """
          The objects are new, but the page is the same one. Pass the `ComponentHandle` of the old object to the new object, and
          report the exchange in one update, or not at all.
        """

    private static let selection = """
          The framework calls pages that the container does not show, or does not call a page that is covered. Report `select` of
          the page that the container shows: at the launch in one update with the first appearances, later at each change.
        """

    private static let level = """
          A page that appears below a sheet is above it if both have the same level, and a sheet inside a page ends with that page.
          Give the sheet a higher `level`, and do not report the page below as its parent.
        """
}
