// A test file imports only this module. The types of its expectations and simulations are in these modules.
@_exported public import NavigationSimulator
@_exported public import NavigationTraces
@_exported public import PageViewAutomation
@_exported public import PageViewTracking
