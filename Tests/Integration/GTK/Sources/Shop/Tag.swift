import NavigationTraces
import PageViewAutomation

/// The numbers that the app gives its pages. A recording uses them to find names for the pages.
enum Tag: UInt64 {
    case search = 1
    case item, orders, wishes, filter, help

    /// Names each component after its case in the enum.
    static let naming = RecordedNaming(
        component: { component, _ in Tag(rawValue: component.tag).map { "\($0)" } },
        scene: { _ in nil })
}
