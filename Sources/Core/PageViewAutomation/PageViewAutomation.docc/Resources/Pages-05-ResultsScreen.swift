import PageViewAutomation

final class ResultsScreen: Screen, AnalyticsPage {
    static let readiness = PageReadiness<[String]>(of: .results, when: { !$0.isEmpty }) { results in
        ["count": .int(Int64(results.count))]
    }

    let pageViewNotifier = PageViewNotifier([], by: readiness)

    var results: [String] = [] {
        didSet { pageViewNotifier.update(results, by: Self.readiness) }
    }
}
