public import PageViewAutomation
import PageViewLifecycle

/// A receiver under test, which passes page views on to an analytics product (TS-010).
public protocol ReceiverUnderTest: Sendable {
    /// The receiver that the test adds to an engine.
    var receiver: any PageViewReceiver { get }

    /// Returns the sequence numbers of the page views that arrived at the product, in the order of arrival.
    ///
    /// The test calls this method after the receiver has received all page views. Wait for page views that are on their way.
    func arrived() async throws -> [UInt64]
}

/// Checks that a receiver passes on each page view exactly once and in order (TS-010).
///
/// `make` makes a new receiver for each check.
///
/// - Returns: The report of all checks.
/// - Throws: ``CompatibilityFailure`` if a check fails.
@discardableResult
public func checkReceiver<Receiver: ReceiverUnderTest>(
    fileID: String = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
    _ make: () throws -> Receiver
) async throws(CompatibilityFailure) -> CompatibilityReport {
    var checks: [CompatibilityReport.Check] = []
    for check in ReceiverChecks.all {
        checks.append(
            await CompatibilityReport.Check(name: check.name, rule: check.rule) {
                let receiver = try make()
                let engine = PageViewEngine(receivers: [receiver.receiver])
                let expected = await check.run(engine)
                return ReceiverChecks.compare(try await receiver.arrived(), expected)
            })
    }
    return try CompatibilityReport(of: checks, at: TestLocation(fileID, filePath, line, column))
}

/// The checks for receivers (TS-010).
private enum ReceiverChecks {
    struct Check: Sendable {
        let name: String
        let rule: String
        /// Makes the engine emit records; returns the number of page views that must arrive.
        let run: @Sendable (PageViewEngine) async -> UInt64
    }

    static let all = [
        Check(name: "one page view arrives", rule: "PV-001") { engine in
            engine.recordPageView("page")
            return 1
        },
        Check(name: "five thousand page views arrive, each once and in order", rule: "ORD-001") { engine in
            for number in 0..<5_000 { engine.recordPageView(PageContext(name: PageName(rawValue: "page \(number)"))) }
            return 5_000
        },
        Check(name: "page views of every cause arrive", rule: "PV-002") { engine in
            let window = engine.makeScene()
            let page = PageViewEvent(name: "item", context: "shop", payload: ["price": 89])
            func component(_ notifier: PageViewNotifier, in scene: SceneID? = nil, isAttached: Bool = true)
                -> ComponentID
            {
                let component = engine.makeComponent(in: scene, isAttached: isAttached)
                engine.declare(notifier, for: component)
                return component
            }
            engine.handle(DeepLink(url: "app://item", source: "mail"))
            engine.report(.didAppear, of: component(PageViewNotifier(page)))
            engine.report(.didAppear, of: component(PageViewNotifier(page), in: window))
            let waiting = component(PageViewNotifier(page), isAttached: false)
            engine.report(.didAppear, of: waiting)
            engine.report(.attach, of: waiting)
            engine.report(.background, of: window)
            engine.report(.didAppear, of: component(PageViewNotifier(page), in: window))
            engine.report(.foreground, of: window)
            engine.recordPageView(of: waiting, as: "by hand")
            engine.recordPageView("by hand", payload: ["price": 89], in: window)
            engine.report(.close, of: window)
            return 5
        },
        Check(name: "page views from eight tasks arrive in their order", rule: "ORD-003") { engine in
            await withTaskGroup { group in
                for _ in 0..<8 { group.addTask { for _ in 0..<100 { engine.recordPageView("page") } } }
            }
            return 800
        },
        Check(name: "records of other kinds do no harm", rule: "ORD-002") { engine in
            let component = engine.makeComponent()
            let notifier = PageViewNotifier(pending: "item")
            engine.declare(notifier, for: component)
            engine.report(.didAppear, of: component)
            engine.report(.didAppear, of: component)
            engine.recordInteraction("tap", ["button": "buy"])
            engine.handle(DeepLink(url: "app://item"))
            notifier.markReady(payload: ["nested": ["list": [1, 2.5, nil, true]], "empty": "", "text": "\u{0}\"\\🙂"])
            engine.report(.background, of: engine.mainScene)
            engine.report(.destroy, of: component)
            engine.recordPageView("after")
            return 2
        },
        Check(name: "a page view recorded during a delivery arrives after the delivered one", rule: "ORD-004") {
            engine in
            engine.addReceiver { [weak engine] record in
                guard case .pageView(let view) = record, view.page == "login" else { return }
                engine?.recordPageView("home")
            }
            engine.recordPageView("login")
            engine.recordPageView("end")
            return 3
        },
        Check(name: "page views before a stop arrive", rule: "ORD-005") { engine in
            engine.recordPageView("page")
            engine.stop()
            engine.recordPageView("never")
            return 1
        },
    ]

    static func compare(_ arrived: [UInt64], _ count: UInt64) -> CompatibilityReport.Result {
        var next: UInt64 = 1
        for (index, number) in arrived.enumerated() {
            guard number == next else {
                return .failed(
                    "expected page view \(next) to arrive \(index == 0 ? "first" : "after \(next - 1)"), found \(number)"
                )
            }
            next += 1
        }
        guard next == count + 1 else { return .failed("expected \(count) page views to arrive, found \(next - 1)") }
        return .passed
    }
}
