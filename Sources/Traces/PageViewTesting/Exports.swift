// A file that tests an app imports only this module. It names the types of its pages, simulations and expectations. Scoped
// exports keep out the names of other types, which an app may use itself.
@_exported public import enum NavigationSimulator.GestureEnd
@_exported public import enum NavigationSimulator.Presentation
@_exported public import struct NavigationSimulator.SimulatedApp
@_exported public import struct NavigationSimulator.SimulatedJourney
@_exported public import struct NavigationSimulator.SimulatedPage
@_exported public import enum NavigationSimulator.SimulatedView
@_exported public import struct NavigationSimulator.SimulationError
@_exported public import struct NavigationSimulator.UIFramework
@_exported public import enum NavigationSimulator.UserAction
@_exported public import enum NavigationTraces.Expected
@_exported public import enum NavigationTraces.TraceLine
@_exported public import PageViewAutomation
