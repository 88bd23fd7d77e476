// A test that compares another tracker imports only this module.
@_exported public import PageViewTesting
