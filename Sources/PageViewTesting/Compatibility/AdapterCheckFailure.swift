import PageViewAutomation
import PageViewLifecycle

/// The error of a failed check of an adapter (TS-009).
struct AdapterCheckFailure: Error {
    /// The failing call, the difference from the expectation, and the likely cause.
    let reason: String
    /// The calls of the check and the reports of the adapter, as a trace.
    let trace: String
}

/// A difference between the engine and the expectation of a check.
struct Difference: Error {
    let text: String
    /// Whether a page view was expected, and none found.
    var isMissingPageView = false

    init(_ text: String) { self.text = text }

    /// Creates the difference of two lists of page names.
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

/// The likely cause of a failed check, with its remedy (TS-009).
enum LikelyCause: String, CaseIterable {
    /// The adapter declares pages to an engine that is not the engine of the check.
    case anotherEngine
    /// The adapter uses components or scenes that another engine issued.
    case foreignIdentity
    /// The adapter reports one component for several pages.
    case keptView
    /// No engine observes the notifier of a page.
    case undeclared
    /// The adapter reported nothing during the call.
    case nothingReported

    /// Finds the cause. A later cause can follow from an earlier one, so the first that applies wins.
    ///
    /// - Parameters:
    ///   - declared: The engines that observe each notifier.
    ///   - engine: The engine of the check.
    ///   - diagnostics: The diagnostics of the engine.
    ///   - method: The method of the failing call.
    ///   - hasReported: Whether the adapter made a report during the failing call.
    ///   - isSecondPageMissing: Whether a kept view showed a page, and the page view of its next page is missing.
    init?(
        declared: [[ObjectIdentifier]], engine: ObjectIdentifier, diagnostics: Set<Diagnostic.Kind>, method: String?,
        hasReported: Bool, isSecondPageMissing: Bool
    ) {
        let isInKeptView = method == "showInPlace(_:id:)"
        if declared.contains(where: { !$0.isEmpty && !$0.contains(engine) }) {
            self = .anotherEngine
        } else if diagnostics.contains(.foreignIdentity) {
            self = .foreignIdentity
        } else if diagnostics.contains(.renamedWhileCounted) || isInKeptView && isSecondPageMissing {
            self = .keptView
        } else if isInKeptView && !hasReported
            || ["show(_:)", "cover(with:)", "showInSecondWindow(_:)", "markReady(payload:)"].contains(method)
                && declared.allSatisfy(\.isEmpty)
        {
            self = .undeclared
        } else if !hasReported, method != nil, method != "update()", method != "markReady(payload:)" {
            self = .nothingReported
        } else {
            return nil
        }
    }

    /// The cause and the remedy.
    var text: String {
        switch self {
        case .anotherEngine:
            """
              The adapter declares pages to another engine, such as a global one. Pass the engine of the check to the adapter, and
              report everything to that engine.
            """
        case .foreignIdentity:
            """
              The adapter reports components or scenes that another engine issued, such as a global one. Make them with the engine
              of the check.
            """
        case .keptView:
            """
              The framework has kept the view, and the adapter reports one component for both pages. Report another component when
              the page's name or its `id:` changes: `PageNode.update(_:id:in:)` does so if the adapter calls it in each pass with
              the `id:` of the view.
            """
        case .undeclared:
            """
              No engine observes the page. There are these likely reasons:

              - The adapter does not declare the page, or declares a copy of its notifier. Declare the notifier that
                `makePage(_:)` received.
              - The views of a declarative framework are in an environment without a tree, `PageEnvironment.none`, which is the
                default. Pass `PageTree.environment` down from the root of each window, and do not replace it below.
              - The adapter reports to another engine, such as a global one.
              - The framework did not show the page, or shows it later. Check this method of your `AdapterUnderTest`. If the
                framework calls the adapter later, make the method `async`, and wait for the framework.
            """
        case .nothingReported:
            """
              The engine of the check received no report during this call. There are these likely reasons:

              - The framework did nothing, or does it later. Check this method of your `AdapterUnderTest`. If the framework calls
                the adapter later, make the method `async`, and wait for the framework.
              - The framework called the adapter, and the adapter does not report this callback, or reports it later.
              - The adapter makes this report to another engine, such as a global one.
            """
        }
    }
}
