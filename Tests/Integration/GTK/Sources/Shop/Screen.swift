// GTK's constructors never return null: on failure GTK ends the process. Its headers do not declare this.
// swift-format-ignore-file: NeverForceUnwrap
import CGTK
import PageViewAutomation
import PageViewGTK

/// Prints the page views, and compares them with what GTK draws.
///
/// Each page contains a stripe that reports when GTK draws it. The app ends if a counted page leaves that GTK never drew.
///
/// Proof of `@unchecked Sendable`: all reports, and so all records, are on GTK's thread.
final class Screen: PageViewReceiver, @unchecked Sendable {
    private var live: Set<UInt64> = []
    /// The pages that GTK has drawn since they left the last time.
    private var drawn: Set<UInt64> = []

    /// Whether GTK has drawn all pages with a live page view.
    var showsAllPages: Bool { live.isSubset(of: drawn) }

    func receive(_ record: EngineRecord) {
        switch record {
        case .pageView(let pageView):
            if let component = pageView.component { live.insert(component.tag) }
            let previous = pageView.previous.map { ", after \($0.page.name)" } ?? ""
            print("\(pageView.sequence)  \(pageView.page.name)  \(pageView.cause)\(previous)")
        case .pageLeave(let leave):
            live.remove(leave.component.tag)
            let wasDrawn = drawn.remove(leave.component.tag) != nil
            guard wasDrawn || leave.outcome != .counted else {
                fatalError("expected that GTK drew the counted page, found that it did not: \(leave.page.name)")
            }
        case .diagnostic(let diagnostic): fatalError("expected no diagnostic, found \(diagnostic)")
        case .interaction, .deepLink, .currentPage: break
        }
    }

    /// Makes a page: a column of a stripe and the children.
    func page(_ tag: Tag, _ notifier: PageViewNotifier, _ children: [Widget], in pages: GTKPageViews) -> Widget {
        let page = Widgets.column([stripe(of: tag)] + children)
        pages.track(page, as: notifier, tag: tag.rawValue)
        return page
    }

    private func stripe(of page: Tag) -> Widget {
        let stripe = gtk_drawing_area_new()!
        gtk_drawing_area_set_content_height(stripe.cast(), 4)
        let drawing = Action.retained { [self] in drawn.insert(page.rawValue) }
        gtk_drawing_area_set_draw_func(
            stripe.cast(), { _, _, _, _, data in Action.run(data) }, drawing, { data in Action.release(data) })
        return stripe
    }
}
