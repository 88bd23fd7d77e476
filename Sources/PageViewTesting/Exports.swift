// A test file imports this module alone: what it expects and simulates is of these.
@_exported public import NavigationTraces
@_exported public import PageViewAutomation
@_exported public import PageViewTracking
