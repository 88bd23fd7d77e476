// A test of a provider or of events imports only this module and the module under test.
@_exported public import PageViewTesting
@_exported public import PageViewTracking
