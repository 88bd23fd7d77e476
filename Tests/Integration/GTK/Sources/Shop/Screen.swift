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

    fileprivate func didDraw(_ page: Tag) { drawn.insert(page.rawValue) }

    /// Makes the stripe of a page.
    func stripe(of page: Tag) -> Widget {
        let stripe = gtk_drawing_area_new()!
        gtk_drawing_area_set_content_height(stripe.cast(), 4)
        let drawing = Unmanaged.passRetained(Drawing(page, self)).toOpaque()
        gtk_drawing_area_set_draw_func(
            stripe.cast(), { _, _, _, _, data in Drawing.run(data) }, drawing, { data in Drawing.release(data) })
        return stripe
    }
}

/// The drawing of a stripe.
private final class Drawing {
    private let page: Tag
    private let screen: Screen

    init(_ page: Tag, _ screen: Screen) { (self.page, self.screen) = (page, screen) }

    static func run(_ data: gpointer?) {
        guard let data else { return }
        let drawing = Unmanaged<Drawing>.fromOpaque(data).takeUnretainedValue()
        drawing.screen.didDraw(drawing.page)
    }

    static func release(_ data: gpointer?) { data.map { Unmanaged<Drawing>.fromOpaque($0).release() } }
}
