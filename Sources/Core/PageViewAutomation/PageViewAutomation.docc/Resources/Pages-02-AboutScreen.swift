import PageViewAutomation

final class AboutScreen: Screen, AnalyticsPage {
    let pageViewNotifier = PageViewNotifier(.about)
}
