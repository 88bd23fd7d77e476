// The reports to an engine use types of PageViewLifecycle, so one import gives access to both.
@_exported public import PageViewLifecycle
