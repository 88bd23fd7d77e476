import PageViewTracking

// Replaces `print` and the console provider for the examples, so that a test run prints nothing.

nonisolated func print(_ items: Any..., separator: String = " ", terminator: String = "\n") {}

// swift-format-ignore: AlwaysUseLowerCamelCase
nonisolated func ConsoleTrackingProvider() -> PageViewTracking.ConsoleTrackingProvider { .init { _ in } }
