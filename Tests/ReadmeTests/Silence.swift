import PageViewTracking

// The examples print what they count. A test run prints nothing.

nonisolated func print(_ items: Any..., separator: String = " ", terminator: String = "\n") {}

// swift-format-ignore: AlwaysUseLowerCamelCase
nonisolated func ConsoleTrackingProvider() -> PageViewTracking.ConsoleTrackingProvider { .init { _ in } }
