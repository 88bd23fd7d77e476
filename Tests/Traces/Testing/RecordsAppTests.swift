import Foundation
import NavigationTraces
import PageViewTesting
import TestSupport
import Testing

/// Compares the records app, whose navigation is one state value, with its journey (NS-002).
@Suite(.watched)
struct RecordsAppTests {
    private struct App {
        var path: [String] = []
        var sheet: Sheet?
        var list = List()

        enum Sheet {
            case add
            case filter(categories: [AnalyticsValue], sort: AnalyticsValue)
        }

        struct List {
            var records: Int64 = 3
            var categories: [AnalyticsValue] = []
            var sort: AnalyticsValue = "default"
        }

        var navigation: NavigationState {
            NavigationState(
                .tabs(
                    selected: "records",
                    [
                        "records": .stack(
                            [
                                page(
                                    "list", "record_list",
                                    [
                                        "records": .int(list.records), "categories": .array(list.categories),
                                        "sort": list.sort,
                                    ])
                            ] + path.map { page("detail \($0)", "record_detail", ["record": .string($0)]) })
                    ]),
                presented: sheet.map { [.sheet(page(of: $0))] } ?? [])
        }

        private func page(of sheet: Sheet) -> NavigationState.Node {
            switch sheet {
            case .add: page("add", "add_record", [:])
            case .filter(let categories, let sort):
                page("filter", "filter", ["categories": .array(categories), "sort": sort])
            }
        }

        private func page(_ id: String, _ name: PageName, _ payload: Payload) -> NavigationState.Node {
            .page(id, .ready(PageViewEvent(name: name, context: "records", payload: payload)))
        }
    }

    /// Every transition between the app's pages, as a change of its state.
    private static let changes: [@Sendable (inout App) -> Void] = [
        { _ in },
        { $0.path = ["r2"] },
        { app in (app.path, app.list.records) = ([], 2) },
        { $0.sheet = .add },
        { app in (app.sheet, app.list.records) = (nil, 3) },
        { $0.path = ["r4"] },
        { $0.path = [] },
        { $0.sheet = .filter(categories: [], sort: "default") },
        { $0.sheet = nil },
        { $0.sheet = .filter(categories: [], sort: "default") },
        { app in
            app.sheet = nil
            app.list = App.List(records: 1, categories: ["running"], sort: "name")
        },
        { $0.path = ["r1"] },
        { $0.path = [] },
        { $0.sheet = .filter(categories: ["running"], sort: "name") },
        { app in
            app.sheet = nil
            app.list = App.List()
        },
        { $0.path = ["r3"] },
        { $0.path = [] },
    ]

    @Test("An app that is driven by state has the page views of its journey")
    func drivenAsState() throws {
        try withPageViewRecorder(exhaustivity: .off) { recorder in
            let navigation = NavigationStateReporter(engine: recorder.engine)
            var app = App()
            for change in Self.changes {
                change(&app)
                navigation.report(app.navigation)
            }
            let expected = try Self.journey()
            #expect(expected.count == 13)
            #expect(recorder.pageViews.map(Self.text) == expected)
        }
    }

    /// The fields of a page view that must be equal in both runs.
    private static func text(_ view: PageView) -> String {
        let ordinal = view.id.appearance.map { "\($0.ordinal)" } ?? "by hand"
        let previous = view.previous.map { "\($0.page)" } ?? "nothing"
        return "\(view.page) \(view.payload) \(ordinal) \(view.cause) after \(previous)"
    }

    private static func journey() throws -> [String] {
        let bytes = try Data(contentsOf: packageFolder.appending(path: "Specs/Traces/apps/records.trace"))
        return pageViews(of: Reading(Array(bytes), .lines).lines).map(text)
    }
}
