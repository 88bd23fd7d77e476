import NavigationTraces
import PageViewAutomation

/// The numbers that the app gives its pages, by which a recording finds names for them.
enum Tag: UInt64 {
    case search = 1
    case item, orders, wishes, filter, help

    /// Components are called as the enum says, and the second window as well.
    static let naming = RecordedNaming(
        component: { component, _ in Tag(rawValue: component.tag).map { "\($0)" } },
        scene: { _ in nil })
}
